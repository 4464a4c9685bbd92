import { type DamageKind, type ItemBody, type Kept, type Origin, parseJson } from "@reprise/model";
import { type About, type Fact, injected } from "../../reading/fact.ts";
import { Facts, type LinePosition } from "../../reading/facts.ts";
import type { CallKind } from "./call.ts";
import { CallIds, type SavedUses } from "./call-ids.ts";
import { DuplicatePairs, type LineKind, type PairedKind, type SavedPairing } from "./pair-duplicates.ts";
import { pairedBody } from "./paired-body.ts";
import { type TokenTotals, tokensSince } from "./token-totals.ts";

export type { LinePosition } from "../../reading/facts.ts";

interface Saved extends SavedUses {
  readonly pairing: SavedPairing;
  readonly turn: string | null;
  readonly hadTurn: boolean;
  readonly ordinal: number | null;
  readonly isNumbered: boolean;
  readonly noted: readonly DamageKind[];
  readonly tokens: TokenTotals | null;
  readonly isAfterGap?: true;
  readonly awaitsTask?: true;
}

const fresh: Saved = {
  pairing: {},
  calls: [],
  answered: [],
  turn: null,
  hadTurn: false,
  ordinal: null,
  isNumbered: false,
  noted: [],
  tokens: null,
};

/** The turn continues. The number of the next line is unknown, and so is which skipped text has a second record to come. */
export function codexAfterGap(state: string): string {
  const saved = state === "" ? fresh : (parseJson(state) as Saved);
  return JSON.stringify({ ...saved, ordinal: null, isAfterGap: true } satisfies Saved);
}

/** Collects the facts of one file. Both ways of reading a line, by a peek or as a whole, tell them here. */
export class FactCollector extends Facts {
  /** A prompt was told: its text may be the session's title. */
  hasPrompt = false;
  /** Numbered lines: turns have recorded starts and ends. */
  isNumbered = false;
  /** An unexpected number since the last flush. */
  isOutOfOrder = false;
  readonly #pairing = new DuplicatePairs();
  readonly #calls = new CallIds();
  #turn: string | null = null;
  #hadTurn = false;
  #ordinal: number | null = null;
  #tokens: TokenTotals | null = null;
  #isAfterGap = false;
  /** A sub-agent's thread without a prompt so far. */
  #awaitsTask = false;

  /** Returns to a saved state, dropping facts since. */
  load(state: string): void {
    this.isOutOfOrder = false;
    const saved = state === "" ? fresh : (parseJson(state) as Saved);
    this.startOver(saved.noted);
    this.#pairing.load(saved.pairing);
    this.#calls.load(saved);
    this.#turn = saved.turn;
    this.#hadTurn = saved.hadTurn;
    this.#ordinal = saved.ordinal;
    this.isNumbered = saved.isNumbered;
    this.#tokens = saved.tokens;
    this.#isAfterGap = saved.isAfterGap === true;
    this.#awaitsTask = saved.awaitsTask === true;
    if (this.#isAfterGap) this.#pairing.settle();
  }

  save(): string {
    const saved: Saved = {
      pairing: this.#pairing.save(),
      ...this.#calls.save(),
      turn: this.#turn,
      hadTurn: this.#hadTurn,
      ordinal: this.#ordinal,
      isNumbered: this.isNumbered,
      noted: this.noted,
      tokens: this.#tokens,
      ...(this.#isAfterGap && { isAfterGap: true }),
      ...(this.#awaitsTask && { awaitsTask: true }),
    };
    return JSON.stringify(saved);
  }

  override flush(): Fact[] {
    this.isOutOfOrder = false;
    return super.flush();
  }

  override about(about: Partial<About>): void {
    if (about.subagentOf != null && !this.hasPrompt) this.#awaitsTask = true;
    super.about(about);
  }

  /** What another agent says: the first is the task of a sub-agent. */
  inbound(author: string, text: string, place: LinePosition, id: string | null): void {
    if (!this.#awaitsTask || text === "")
      return this.item({ kind: "notice", text: `From ${author}: ${text}` }, place, { key: id });
    this.#prompted();
    this.item({ kind: "prompt", text }, place, { key: id });
  }

  #prompted(): void {
    this.hasPrompt = true;
    this.#awaitsTask = false;
  }

  get hasHeader(): boolean {
    return this.has((fact) => fact.type === "about" && fact.about.thread != null);
  }

  get hasDamage(): boolean {
    return this.has((fact) => fact.type === "damage");
  }

  turnStart(turn: string | null, place: LinePosition): void {
    this.#nextTurn();
    this.#turn = turn ?? "";
    this.#hadTurn = true;
    this.tell({ type: "turn-start", turn, at: place.at, origin: place.origin });
  }

  turnEnd(turn: string | null, state: "completed" | "failed" | "interrupted", place: LinePosition): void {
    if (turn === null || this.#turn === turn) this.#turn = null;
    this.tell({ type: "turn-end", turn, state, at: place.at, origin: place.origin });
  }

  /** An item recorded once. */
  item(
    item: ItemBody,
    place: LinePosition,
    more: { key?: string | null; rank?: number; turn?: string | null } = {},
  ): void {
    const { key = null, rank = 0, turn = null } = more;
    this.tell({ type: "item", key, rank, turn, item, at: place.at, origin: place.origin });
  }

  /** A prompt, reply, reasoning part or compaction, which may be recorded twice. */
  told(
    kind: PairedKind,
    lineKind: LineKind,
    text: string,
    place: LinePosition,
    id: string | null,
    kept: Kept | null = null,
  ): void {
    this.#keyOfTold(kind, lineKind, text, place, id, kept);
  }

  #keyOfTold(
    kind: PairedKind,
    lineKind: LineKind,
    text: string,
    place: LinePosition,
    id: string | null,
    kept: Kept | null = null,
  ): string {
    if (kind === "prompt" && text !== "") this.#prompted();
    const ownKey = id ?? `${kind}@${place.origin.byteOffset}`;
    if (lineKind === "model" && this.#isInjected()) {
      this.#injectedText(kind, text, place, id, kept);
      return ownKey;
    }
    // Without recorded starts, each prompt starts a turn.
    if (kind === "prompt" && this.#turn === null && this.#pairing.isNew(kind, lineKind) && this.#pairing.hasAny(kind))
      this.#nextTurn();
    const key = this.#pairing.keyOf(kind, lineKind, ownKey);
    this.item(pairedBody(kind, text, kept), place, { key, rank: rankOf(kind, lineKind) });
    return key;
  }

  /** A prompt, and what an editor sent above it. Null, or no words below such context: not a prompt. */
  prompt(
    lineKind: LineKind,
    words: string | null,
    context: ItemBody | null,
    place: LinePosition,
    id: string | null,
  ): void {
    const isPrompt = words !== null && (words !== "" || context === null);
    if (!isPrompt && lineKind === "event") return;
    const key = isPrompt
      ? this.#keyOfTold("prompt", lineKind, words, place, id)
      : (id ?? `@${place.origin.byteOffset}`);
    if (context !== null) this.attached(context, place, `${key}#context`);
  }

  /** Attachments of a prompt or call output. */
  attached(body: ItemBody, place: LinePosition, key: string, turn: string | null = null): void {
    this.item(body, place, { key, turn: this.#turnOf(turn) });
  }

  call(id: string | null, kind: CallKind, body: ItemBody, place: LinePosition): void {
    if (id === null) {
      this.item(body, place);
      return;
    }
    const key = this.#calls.call(id, kind);
    this.item(body, place, { key, turn: this.#isInjected() && !this.#hadTurn ? injected : null });
  }

  /** `bodyOf`: the output for the kind of its call; null: no such call. */
  output(
    id: string,
    bodyOf: (kind: CallKind | null) => ItemBody,
    rank: number,
    place: LinePosition,
    turn: string | null,
  ): void {
    this.#callEnds();
    const { key, kind } = this.#calls.answer(id);
    this.item(bodyOf(kind), place, { key, rank, turn: this.#turnOf(turn) });
  }

  outcome(id: string, body: ItemBody, rank: number, place: LinePosition, turn: string | null): void {
    this.item(body, place, { key: this.#calls.current(id), rank, turn: this.#turnOf(turn) });
  }

  #turnOf(turn: string | null): string | null {
    return turn ?? (this.#isInjected() && !this.#hadTurn ? injected : null);
  }

  /** Before its first turn, a file repeats the totals of the thread it continues. */
  tokensUsed(totals: TokenTotals, last: TokenTotals | null, place: LinePosition): void {
    const tokens = this.#isInjected() && !this.#hadTurn ? null : tokensSince(this.#tokens, totals, last);
    this.#tokens = totals;
    if (tokens !== null) this.usage({ key: null, model: null, tokens }, place);
  }

  /** Takes the number of a line when it is one that may come now. */
  isNext(found: number | null): boolean {
    if (found !== null && this.#ordinal !== null && found !== this.#ordinal + 1) return false;
    this.#ordinal = found;
    if (found !== null) this.isNumbered = true;
    return true;
  }

  /** Numbers must increase by one; nothing is expected after a lost line. */
  ordinal(found: number | null, origin: Origin): void {
    const last = this.#ordinal;
    this.#ordinal = found;
    if (found === null) return;
    this.isNumbered = true;
    if (last === null || found === last + 1) return;
    this.isOutOfOrder = true;
    const kind = found <= last ? "ordinal-repeated" : "ordinal-missing";
    const detail =
      found <= last
        ? `number ${found} comes after ${last}`
        : `${found - last - 1} line(s) are missing after number ${last}`;
    this.damage({ file: origin.file, line: origin.line, byteOffset: origin.byteOffset, kind, detail });
    this.#ordinal = Math.max(found, last);
  }

  forgetOrdinal(): void {
    this.#ordinal = null;
  }

  /** Texts before a call's output were told as often as they will be: after a gap, one whose other telling was left out pairs with no later one. */
  #callEnds(): void {
    if (this.#isAfterGap) this.#pairing.settle();
    this.#isAfterGap = false;
  }

  #nextTurn(): void {
    this.#isAfterGap = false;
    this.#pairing.reset();
    this.#calls.nextTurn();
  }

  /** In a numbered file, items outside turns were injected by a client. */
  #isInjected(): boolean {
    return this.isNumbered && this.#turn === null;
  }

  #injectedText(kind: PairedKind, text: string, place: LinePosition, id: string | null, kept: Kept | null): void {
    if (!this.#hadTurn) this.item(pairedBody(kind, text, kept), place, { key: id, turn: injected });
    else if (kind === "prompt" || kind === "reply") {
      this.item({ kind: "notice", text: `Put into the history (${kind}): ${text}` }, place, { key: id });
    }
  }
}

/** Events have what was typed and shown, except for compactions. */
function rankOf(kind: PairedKind, lineKind: LineKind): number {
  return (lineKind === "event") === (kind !== "compaction") ? 1 : 0;
}
