import {
  EventLog,
  type ProjectEvent,
  type ProjectRun,
  type ProjectSummary,
  type RoundOutcome,
  type RoundPermissions,
} from "@reprise/model";
import type { Progress } from "../progress-file/progress.ts";
import { type RoundParts, type RoundToDo, RoundWork } from "./carry-out-round.ts";
import { checkedOut } from "./round-effects.ts";
import { WorkOrders } from "./work-orders.ts";

export interface WorkParts extends Omit<RoundParts, "orders" | "tell"> {
  readonly origin: string;
  /** The round that is continued; null: new rounds only. */
  readonly unfinished: RoundToDo | null;
  readonly startCommit: string | null;
  /** Rounds in the log that have an end. */
  readonly finishedCount: number;
  /** Rounds in the log, ended or not. */
  readonly lastNumber: number;
  /** New rounds: `current` of the first, and how many there are of. */
  readonly from: number;
  readonly total: number;
  readonly maxTokens: number | null;
  readonly permissions: RoundPermissions;
  readonly readProgress: () => Progress;
  /** As the files are now. */
  readonly summary: () => ProjectSummary;
  /** Closes the log and gives up the lock. */
  readonly release: () => void;
}

/** Why the work ended before its rounds were used; the log says in which state. */
interface WorkEnd {
  readonly reason: string | null;
}

/** Starts to work on a project; continues without listeners. */
export function startWork(parts: WorkParts): ProjectRun {
  const log = new EventLog<ProjectEvent>(({ type }) => type === "delta");
  const orders = new WorkOrders();
  const rounds = new Rounds({ ...parts, orders, tell: (event) => log.add(event) });
  const over = (async () => {
    try {
      log.add({ type: "project-opened", project: parts.summary(), permissions: parts.permissions });
      const { reason } = await rounds.carryOut();
      parts.release();
      const { state } = parts.summary();
      log.add({ type: "project-ended", state, rounds: rounds.finishedCount, reason });
      log.end();
    } catch (error) {
      parts.release();
      log.end(error);
    }
  })();
  return {
    path: parts.place.path,
    origin: parts.origin,
    controls: {
      interrupt: () => orders.pause(),
      continueRound: () => orders.continueRound(),
      stop: () => orders.stop(),
      async end() {
        await orders.end().catch(() => undefined);
        await over;
      },
    },
    events: (after, signal) => log.from(after, signal),
  };
}

/** One round after another, until the goal is met, they are used, or something stops them. */
class Rounds {
  readonly #parts: WorkParts & Pick<RoundParts, "orders" | "tell">;
  readonly #beganAt: number;
  #number: number;
  #tokens = 0;
  finishedCount: number;

  constructor(parts: WorkParts & Pick<RoundParts, "orders" | "tell">) {
    this.#parts = parts;
    this.#number = parts.lastNumber;
    this.finishedCount = parts.finishedCount;
    this.#beganAt = Date.parse(parts.host.now());
  }

  async carryOut(): Promise<WorkEnd> {
    const { from, total, unfinished } = this.#parts;
    let last: WorkEnd = { reason: null };
    let next: RoundToDo | null = unfinished;
    let isAgain = false;
    if (unfinished !== null) this.#tellContinued(unfinished);
    for (let current = unfinished?.current ?? from; current <= total; ) {
      const bound: WorkEnd | null = next === null ? await this.#bound() : null;
      if (bound !== null) return bound;
      const round: RoundToDo = next ?? this.#startRound(current);
      next = null;
      const work = new RoundWork(round, this.#parts);
      const end = await work.carryOut();
      if (end.type === "left") return end;
      const { isSuccess, outcome } = this.#finish(round, work, end.outcome);
      this.#tokens += work.effects.tokens ?? 0;
      if (isSuccess) return { reason: null };
      last = { reason: outcome.message };
      if (end.type === "again" && isAgain) return last; // a new thread was no better
      isAgain = end.type === "again";
      if (end.type === "again") continue;
      if (!end.allowsNext || outcome.type === "fatal") return last;
      current += 1;
    }
    return last;
  }

  #tellContinued({ number, thread }: RoundToDo): void {
    const reason = "Continued where it was interrupted.";
    this.#parts.tell({ type: "round-continued", number, thread, reason });
  }

  /** Why no other round may start. */
  async #bound(): Promise<WorkEnd | null> {
    const { orders, host, untilTime, maxTokens, tell } = this.#parts;
    if (orders.order === "pause") tell({ type: "round-paused", number: this.#number + 1 });
    while (orders.order === "pause") await orders.changed();
    if (orders.order !== "go") return { reason: null };
    if (untilTime !== null && host.now() >= untilTime) return { reason: "The time given for it is over." };
    if (maxTokens !== null && this.#tokens >= maxTokens)
      return { reason: `It has used ${this.#tokens} tokens, of ${maxTokens} given for it.` };
    return null;
  }

  #startRound(current: number): RoundToDo {
    const { writer, tell, total, place, host } = this.#parts;
    this.#number += 1;
    const number = this.#number;
    const gitCommit = checkedOut(place.workspace, host).commit;
    writer.append({ type: "round-started", number, current, total, gitCommit });
    tell({ type: "round-started", number, current, total });
    return { number, current, total, thread: null, isConfigured: false, gitCommit };
  }

  /** The progress file decides whether the goal is met; one that cannot be read ends the project. */
  #finish(round: RoundToDo, work: RoundWork, given: RoundOutcome) {
    const { writer, tell, place, host, startCommit, readProgress } = this.#parts;
    const { number } = round;
    const progress = given.type === "completed" ? readProgress() : null;
    const outcome: RoundOutcome = progress?.problem != null ? { type: "fatal", message: progress.problem } : given;
    const isSuccess = outcome.type === "completed" && progress?.isMet === true;
    this.finishedCount += 1;
    const effects = work.effects.since(round.gitCommit);
    if (isSuccess)
      writer.append({
        type: "project-succeeded",
        number,
        rounds: this.finishedCount,
        durationSecs: Math.round((Date.parse(host.now()) - this.#beganAt) / 1000),
        progressFile: place.progressFile,
        gitCommitStart: startCommit ?? "",
        gitCommitEnd: checkedOut(place.workspace, host).commit ?? "",
      });
    writer.append({ type: "round-finished", number, outcome, ...effects });
    tell({ type: "round-finished", number, outcome, isSuccess, ...effects });
    return { isSuccess, outcome };
  }
}
