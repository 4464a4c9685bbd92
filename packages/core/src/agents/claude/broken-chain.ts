import type { AilmentPosition } from "../ailments/ailment-collector.ts";
import { type Foreign, fieldOf, textOf } from "../foreign.ts";
import { isAnswer, parentOf } from "./read/record.ts";
import { shortId } from "./read/short-id.ts";

/** A place where Claude Code stops when it follows the parents up from the last message. */
interface Cut {
  readonly at: AilmentPosition;
  /** Messages before it. */
  readonly above: number;
  /** The parent that is missing so far; null if none is named. */
  readonly parent: string | null;
  readonly earlier: Cut | null;
}

/** A line in the chain: how many messages it ends, and the last cut in them. */
interface Link {
  readonly count: number;
  readonly cut: Cut | null;
}

export interface LostMessages {
  readonly at: AilmentPosition;
  readonly takenCount: number;
  readonly count: number;
}

const none: Link = { count: 0, cut: null };
/** Claude Code 2.1.325 replaces a missing parent by the line before it in time, if that is at most so much older. */
const mostGapMs = 5000;
const mostLinks = 16_384;

/**
 * Which messages Claude Code reaches when it resumes. It walks from the last message to its parent, and so on: lines without a
 * `uuid`, and those above a reply that names no parent, are left out. A prompt whose parent is null starts over on purpose,
 * unless replies name none either.
 */
export class ChainCheck {
  readonly #links = new Map<string, Link>();
  readonly #missing = new Map<string, Cut>();
  readonly #found = new Set<Cut>();
  #latest = none;
  #latestMessage: string | null = null;
  #latestMs = Number.NaN;
  #isUnlinked = false;
  #unnamed: { count: number; readonly at: AilmentPosition } | null = null;
  #isLastUnnamed = false;

  /** A line of the conversation; `isPrompt`: typed by the user. */
  take(record: Foreign, isPrompt: boolean, at: AilmentPosition): void {
    const isMessage = this.#isNewMessage(record, isPrompt);
    if (record.type === "system" && record.subtype === "compact_boundary") this.#startOver();
    const id = textOf(record.uuid);
    const above = this.#above(record, id, at);
    const link = isMessage ? { count: above.count + 1, cut: above.cut } : above;
    this.#latestMs = timeOf(record);
    if (id === null && record.type !== "user" && record.type !== "assistant") return;
    this.#latest = link;
    if (isMessage) this.#isLastUnnamed = id === null;
    if (id === null) {
      if (isMessage) this.#unnamed = { count: (this.#unnamed?.count ?? 0) + 1, at: this.#unnamed?.at ?? at };
      return;
    }
    this.#remember(shortId(id), link);
  }

  /** Null: nothing is left out. */
  lost(): LostMessages | null {
    let { cut } = this.#latest;
    while (cut && this.#found.has(cut)) cut = cut.earlier;
    const { count } = this.#latest;
    if (cut) return { at: cut.at, takenCount: count - cut.above, count };
    const unnamedCount = (this.#unnamed?.count ?? 0) - (this.#isLastUnnamed ? 1 : 0);
    if (!this.#unnamed || unnamedCount <= 0) return null;
    return { at: this.#unnamed.at, takenCount: count, count: count + unnamedCount };
  }

  #above(record: Foreign, id: string | null, at: AilmentPosition): Link {
    const parent = parentOf(record);
    const known = typeof parent === "string" ? this.#links.get(shortId(parent)) : undefined;
    if (known) return known;
    const isTurn = record.type === "user" || record.type === "assistant";
    if (this.#latest.count === 0 || !isTurn) return parent === null && !this.#isUnlinked ? none : this.#latest;
    if (typeof parent === "string") return this.#isReplaced(record) ? this.#latest : this.#cutAt(at, shortId(parent));
    if (parent === null && isAnswer(record)) this.#isUnlinked = true;
    const isOnPurpose = parent === null && !this.#isUnlinked && id !== null;
    return isOnPurpose ? none : this.#cutAt(at, null);
  }

  #cutAt(at: AilmentPosition, parent: string | null): Link {
    const { count, cut: earlier } = this.#latest;
    const cut = { at, above: count, parent, earlier };
    if (parent !== null) this.#missing.set(parent, cut);
    return { count, cut };
  }

  #isReplaced(record: Foreign): boolean {
    const gap = timeOf(record) - this.#latestMs;
    return gap >= 0 && gap <= mostGapMs;
  }

  /** All lines of a reply are one message. */
  #isNewMessage(record: Foreign, isPrompt: boolean): boolean {
    if (record.type !== "assistant") return record.type === "user" && isPrompt;
    const message = textOf(fieldOf(record, "message", "id"));
    const isSame = message !== null && message === this.#latestMessage;
    this.#latestMessage = message;
    return !isSame;
  }

  #startOver(): void {
    this.#latest = none;
    this.#unnamed = null;
  }

  #remember(id: string, link: Link): void {
    const cut = this.#missing.get(id);
    if (cut) this.#found.add(cut);
    this.#links.set(id, link);
    if (this.#links.size <= mostLinks) return;
    for (const old of [...this.#links.keys()].slice(0, mostLinks / 2)) this.#links.delete(old);
  }
}

function timeOf(record: Foreign): number {
  return Date.parse(textOf(record.timestamp) ?? "");
}
