import type { ProjectOrigin } from "@reprise/model";
import { nameOf } from "./decode-record.ts";
import type { LoggedRound, LogProblem, LogRecord, ProjectLog } from "./log-record.ts";

type Of<Type extends LogRecord["type"]> = LogRecord & { readonly type: Type };
type OfRound = Extract<LogRecord, { readonly number: number }>;
type Open = { -readonly [Key in keyof LoggedRound]: LoggedRound[Key] } & { declined: string[] };
type Complaint = Pick<LogProblem, "expected" | "found">;

/**
 * Puts the records of a log into rounds and notes the rules they break. A record that breaks one is still taken where it can
 * only mean one thing, so that one bad line hides no other.
 */
export class LogIndex {
  readonly #origin: ProjectOrigin;
  readonly #problem: (complaint: Complaint, isTail: boolean) => void;
  readonly #rounds: Open[] = [];
  #started: ProjectLog["started"] = null;
  #resumed: ProjectLog["resumed"] = null;
  #open: Open | null = null;
  #hasAny = false;

  constructor(origin: ProjectOrigin, problem: (complaint: Complaint, isTail: boolean) => void) {
    this.#origin = origin;
    this.#problem = problem;
  }

  get latest(): number {
    return this.#rounds.at(-1)?.number ?? 0;
  }

  take(record: LogRecord): void {
    if (record.type === "project-started") this.#start(record);
    else if (!this.#started && !this.#hasAny) this.#rule("project_started", nameOf(record));
    this.#hasAny = true;
    if (this.#open) this.#open.parkedUntil = null;
    if (record.type === "project-resumed") this.#resumed = record;
    else if (record.type === "round-started") this.#startRound(record);
    else if ("number" in record) this.#takeInRound(record);
  }

  /** At the end of the file. `isTorn`: a line that cannot be read is the reason for what is missing. */
  end({ isTorn }: { readonly isTorn: boolean }): void {
    const tail = (expected: string) => this.#problem({ expected, found: "the end of the file" }, true);
    const open = this.#open;
    if (open?.succeeded) tail(`round_finished of round ${open.number}`);
    else if (open && !open.configured) tail(`round_configured of round ${open.number}`);
    else if (this.#started && this.#rounds.length === 0) tail("round_started");
    else if (!this.#hasAny && !isTorn) tail("project_started");
  }

  get log(): Pick<ProjectLog, "started" | "resumed" | "rounds"> {
    return { started: this.#started, resumed: this.#resumed, rounds: this.#rounds };
  }

  #rule(expected: string, found: string): void {
    this.#problem({ expected, found }, false);
  }

  #start(record: Of<"project-started">): void {
    if (this.#started) this.#rule("one project_started", "a second one");
    else if (this.#hasAny) this.#rule("one project_started at the start", "project_started after other records");
    this.#started ??= record;
  }

  #startRound({ number, current, total, at, gitCommit }: Of<"round-started">): void {
    if (this.#open) this.#rule(`round_finished of round ${this.#open.number}`, "round_started");
    const next = this.latest + 1;
    if (this.#origin === "reprise" && number !== next)
      this.#rule(`round_started with number ${next}`, `number ${number}`);
    this.#open = {
      number: Math.max(number, next),
      current,
      total,
      startedAt: at,
      gitCommit,
      configured: null,
      declined: [],
      parkedUntil: null,
      succeeded: null,
      finished: null,
    };
    this.#rounds.push(this.#open);
  }

  #takeInRound(record: Exclude<OfRound, Of<"round-started">>): void {
    const open = this.#open;
    if (!open) return this.#rule("round_started", nameOf(record));
    if (record.number !== open.number)
      return this.#rule(`${nameOf(record)} of round ${open.number}`, `number ${record.number}`);
    switch (record.type) {
      case "round-configured":
        if (open.configured) return this.#rule(`one round_configured in round ${open.number}`, "a second one");
        open.configured = record;
        return;
      case "request-declined":
        open.declined.push(record.subject);
        return;
      case "round-parked":
        open.parkedUntil = record.until;
        return;
      case "project-succeeded":
        if (open.succeeded) return this.#rule(`one project_succeeded in round ${open.number}`, "a second one");
        open.succeeded = record;
        return;
      case "round-finished":
        return this.#finish(open, record);
    }
  }

  #finish(open: Open, record: Of<"round-finished">): void {
    if (!open.configured) this.#rule(`round_configured of round ${open.number}`, "round_finished");
    else if (open.succeeded && record.outcome.type !== "completed")
      this.#rule("the outcome completed after project_succeeded", record.outcome.type);
    open.finished = record;
    this.#open = null;
  }
}
