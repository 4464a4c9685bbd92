import type { Item } from "@reprise/model";
import type { BriefItem } from "./brief-item.ts";
import { bareCommand, coversCheck, isCheck, isPiped, isProbe, verdictIn } from "./command-line.ts";

type Work = Item & { kind: "command" | "tool" | "edit" };

/** Work that failed and has not succeeded since. */
export interface Failure {
  readonly item: BriefItem;
  readonly times: number;
}

interface Tracked {
  readonly key: string;
  readonly failure: Failure;
  /** Where it later succeeded. */
  passedAt: number | null;
}

const most = 60;

/** Failed commands, edits and tools, each once, until the same succeeds. */
export class Failures {
  readonly #tracked = new Map<string, Tracked>();

  take(work: Work, item: BriefItem): void {
    const key = keyOf(work);
    if (!hasFailed(work)) return this.#passed(work, key, item.place);
    if (failureKey(work) === null) return;
    const known = this.#tracked.get(key);
    this.#tracked.delete(key);
    const times = (known?.passedAt === null ? known.failure.times : 0) + 1;
    this.#tracked.set(key, { key, passedAt: null, failure: { item, times } });
    for (const oldest of this.#tracked.keys()) {
      if (this.#tracked.size <= most) break;
      this.#tracked.delete(oldest);
    }
  }

  #passed(work: Work, key: string, place: number): void {
    if (!hasSucceeded(work)) return;
    for (const tracked of this.#tracked.values()) {
      if (tracked.passedAt === null && (tracked.key === key || covers(work, tracked))) tracked.passedAt = place;
    }
  }

  takeBack(from: number): void {
    for (const [key, tracked] of this.#tracked) {
      if (tracked.failure.item.place >= from) this.#tracked.delete(key);
      else if (tracked.passedAt !== null && tracked.passedAt >= from) tracked.passedAt = null;
    }
  }

  /** Keys of failures that did not succeed later. */
  standingKeys(): Set<string> {
    return new Set(
      [...this.#tracked.values()].flatMap(({ key, passedAt }) => (passedAt === null ? [key.slice(0, 200)] : [])),
    );
  }

  /** Failures that did not succeed later, newest first. */
  standing(): Failure[] {
    return [...this.#tracked.values()]
      .filter(({ passedAt }) => passedAt === null)
      .map(({ failure }) => failure)
      .reverse();
  }
}

/** Identifies a failure across repeats; null if nothing failed, or if the command only looked something up. */
export function failureKey(work: Work): string | null {
  if (!hasFailed(work) || (work.kind === "command" && isProbe(work.command))) return null;
  return keyOf(work).slice(0, 200);
}

export function hasFailed(work: Work): boolean {
  if (work.status === "failed" || (work.kind === "command" && (work.exitCode ?? 0) !== 0)) return true;
  return isHidden(work) && verdictIn(work.output) === "failed";
}

/** Proven success: for a check behind a pipe, only by its output. */
export function hasSucceeded(work: Work): boolean {
  if (work.status !== "done" || hasFailed(work)) return false;
  return !isHidden(work) || verdictIn(work.output) === "passed";
}

/** A check whose exit code a pipe hides. */
function isHidden(work: Work): work is Work & { kind: "command" } {
  return work.kind === "command" && isPiped(work.command) && isCheck(work.command);
}

/** Tool input is not compared: of a tool only the last failure is listed. */
function keyOf(work: Work): string {
  if (work.kind === "tool") return `tool ${work.name}`;
  if (work.kind === "edit")
    return `edit ${work.changes
      .map(({ path }) => path)
      .join(" ")
      .slice(0, 2000)}`;
  return `command ${bareCommand(work.command)}${work.command.length > 2000 ? ` ${work.command.length}` : ""}`;
}

/** Whether a key names a test, a linter or similar. */
export function isCheckKey(key: string): boolean {
  return key.startsWith("command ") && isCheck(key.slice("command ".length));
}

function covers(work: Work, { failure: { item } }: Tracked): boolean {
  if (work.kind === "edit" && item.kind === "edit") {
    const done = new Set(work.changes.map(({ path }) => path));
    return item.changes.length > 0 && item.changes.every(({ path }) => done.has(path));
  }
  return (
    work.kind === "command" && item.kind === "command" && coversCheck(work.command, item.subject?.exactLine(400) ?? "")
  );
}
