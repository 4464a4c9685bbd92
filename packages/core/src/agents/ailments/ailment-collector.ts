import { type Ailment, type AilmentFate, type AilmentKind, workWords } from "@reprise/model";
import type { BadItem } from "./bad-item.ts";

export interface AilmentPosition {
  readonly file: string;
  readonly line: number;
  readonly byteOffset: number;
}

/** A part of the history: its position, turn and line of the conversation. */
export interface HistoryPosition extends AilmentPosition {
  readonly turn: number;
  /** The agent's own name for it, if any. */
  readonly name?: string | null | undefined;
}

/** The agent's handling of an ailment when it resumes. */
type FateOf = (kind: AilmentKind, place: AilmentPosition) => AilmentFate | null;

interface Finding {
  readonly ailment: Ailment;
  /** Null: an ailment of the file, whatever part of it is sent. */
  readonly place: HistoryPosition | null;
}

interface OpenCall {
  readonly tool: string;
  readonly place: HistoryPosition;
}

/** An agent's requirements for calls in the history. */
interface CallRules {
  /** Two calls may not share an id. */
  readonly isUnique: boolean;
}

interface Reasoning {
  readonly madeBy: string;
  readonly place: HistoryPosition;
  count: number;
}

const mostFindings = 5000;
const mostOpenCalls = 5000;
const mostAnswered = 200_000;
const mostMakers = 100;

/** Collects ailments while a history is read, and drops those of parts that are no longer sent. */
export class AilmentCollector {
  readonly #fateOf: FateOf;
  readonly #rules: CallRules;
  #findings: Finding[] = [];
  readonly #calls = new Map<string, OpenCall>();
  /** Outputs seen before their call. */
  readonly #early = new Map<string, HistoryPosition>();
  readonly #answered = new Map<string, HistoryPosition>();
  readonly #reasoning = new Map<string, Reasoning>();
  readonly #files: string[] = [];
  #full: { readonly place: HistoryPosition; readonly why: string } | null = null;
  #droppedCount = 0;

  constructor(fateOf: FateOf, rules: CallRules = { isUnique: true }) {
    this.#fateOf = fateOf;
    this.#rules = rules;
  }

  /** An ailment of the file itself. */
  file(kind: AilmentKind, place: AilmentPosition, detail: string): void {
    this.#add({ ailment: this.#ailment(kind, place, detail), place: null });
  }

  add(poisons: readonly BadItem[], place: HistoryPosition): void {
    for (const { kind, what, onResume } of poisons) {
      const ailment = this.#ailment(kind, place, `${what} ${remedies[kind] ?? ""}`.trim());
      this.#add({ ailment: onResume === undefined ? ailment : { ...ailment, onResume }, place });
    }
  }

  call(id: string, tool: string, place: HistoryPosition): void {
    if (this.#rules.isUnique && (this.#calls.has(id) || this.#answered.has(id)))
      this.add([{ kind: "duplicate-call-id", what: `An earlier call has the same id, ${id}.` }], place);
    const early = this.#early.get(id);
    if (early) {
      this.#early.delete(id);
      this.#answered.set(id, early);
      return this.add([{ kind: "misplaced-output", what: `The output for ${id} comes before its call.` }], early);
    }
    this.#answered.delete(id);
    this.#calls.set(id, { tool, place });
    if (this.#calls.size <= mostOpenCalls) return;
    const [oldest] = this.#calls;
    if (!oldest) return;
    this.#calls.delete(oldest[0]);
    this.#orphan(oldest[0], oldest[1], { isLast: false });
  }

  output(id: string, place: HistoryPosition): void {
    if (this.#calls.delete(id)) {
      if (this.#answered.size < mostAnswered) this.#answered.set(id, place);
    } else if (this.#answered.has(id))
      this.add([{ kind: "duplicate-output", what: `The call ${id} already has an output.` }], place);
    else if (this.#early.has(id) || this.#early.size >= mostOpenCalls) this.#lonely(id, place);
    else this.#early.set(id, place);
  }

  /** Reasoning that only its vendor can read. */
  sealed(madeBy: string, place: HistoryPosition): void {
    const known = this.#reasoning.get(madeBy);
    if (known) known.count += 1;
    else if (this.#reasoning.size < mostMakers) this.#reasoning.set(madeBy, { madeBy, place, count: 1 });
  }

  reasoning(place: HistoryPosition, detail: string): void {
    this.#add({ ailment: this.#ailment("foreign-reasoning", place, detail), place });
  }

  full(place: HistoryPosition, why: string): void {
    this.#full = { place, why };
  }

  /** A later request fitted the context. */
  fits(): void {
    this.#full = null;
  }

  /** Results are listed in the order files are read. */
  reads(file: string): void {
    this.#files.push(file);
  }

  /** Earlier history is no longer sent, except where `stays`. */
  replaced(stays: (place: HistoryPosition) => boolean = () => false): void {
    this.#findings = this.#findings.filter(({ place }) => place === null || stays(place));
    for (const [id, { place }] of this.#calls) if (!stays(place)) this.#calls.delete(id);
    for (const known of [this.#early, this.#answered])
      for (const [id, place] of known) if (!stays(place)) known.delete(id);
    for (const [maker, { place }] of this.#reasoning) if (!stays(place)) this.#reasoning.delete(maker);
    if (this.#full && !stays(this.#full.place)) this.#full = null;
  }

  /** In file order. `now.maker`: the vendor that would receive the history. Open calls of `lastTurn` are unfinished work. */
  results(now: { maker: string | null; lastTurn: number }): readonly Ailment[] {
    for (const [id, call] of this.#calls) this.#orphan(id, call, { isLast: call.place.turn >= now.lastTurn });
    for (const [id, place] of this.#early) this.#lonely(id, place);
    for (const made of this.#reasoning.values())
      if (now.maker !== null && made.madeBy !== now.maker) this.#foreign(made, now.maker);
    if (this.#full) this.#tooLong(this.#full);
    const rank = (file: string) => this.#files.indexOf(file);
    const found = this.#findings
      .map(({ ailment }) => ailment)
      .toSorted((a, b) => rank(a.file) - rank(b.file) || a.byteOffset - b.byteOffset);
    const last = found.at(-1);
    if (this.#droppedCount > 0 && last)
      found.push({ ...last, detail: `${this.#droppedCount} more ailments are not listed.` });
    return found;
  }

  #orphan(id: string, { tool, place }: OpenCall, { isLast }: { isLast: boolean }): void {
    const what = `The call of ${tool} (${id}) has no output.`;
    const whose = isLast ? " It is in the last turn: unfinished work, which may have partly run." : "";
    const detail = `${what}${whose} A cleaned copy answers it: interrupted, ${workWords.open}.`;
    this.#add({ ailment: this.#ailment("orphan-call", place, detail), place });
  }

  #lonely(id: string, place: HistoryPosition): void {
    this.add([{ kind: "orphan-output", what: `The output for ${id} has no call.` }], place);
  }

  #foreign({ madeBy, place, count }: Reasoning, now: string): void {
    const what = count === 1 ? "Sealed reasoning" : `Sealed reasoning, ${count} pieces from here on,`;
    const detail = `${what} was made by ${madeBy}; the session now uses ${now}, which cannot open it. A cleaned copy leaves it out.`;
    this.#add({ ailment: this.#ailment("foreign-reasoning", place, detail), place });
  }

  #tooLong({ place, why }: { place: HistoryPosition; why: string }): void {
    const detail = `${why} Any further prompt is too long. A cleaned copy starts with the last summary or a brief, and fits.`;
    this.#add({ ailment: this.#ailment("context-full", place, detail), place });
  }

  #ailment(kind: AilmentKind, place: AilmentPosition, detail: string): Ailment {
    const { file, line, byteOffset } = place;
    return { kind, onResume: this.#fateOf(kind, place), file, line, byteOffset, detail };
  }

  #add(finding: Finding): void {
    if (this.#findings.length < mostFindings) this.#findings.push(finding);
    else this.#droppedCount += 1;
  }
}

const remedies: Partial<Record<AilmentKind, string>> = {
  "orphan-output": "A cleaned copy keeps it as the output of an unnamed tool.",
  "misplaced-output": "A cleaned copy moves it after its call.",
  "duplicate-output": "A cleaned copy keeps each of them, with a call of its own.",
  "duplicate-call-id": "A cleaned copy gives each call its own id.",
  "bad-call-id": "A cleaned copy gives the call a new id.",
  "bad-tool-name": "A cleaned copy gives the tool a valid name.",
  "bad-tool-input": "A cleaned copy wraps it in an object.",
  "bad-tool-output": "A cleaned copy keeps its text.",
  "bad-role": "A cleaned copy keeps it as a reply.",
  "bad-order": "A cleaned copy fixes the order.",
  "bad-item-id": "A cleaned copy has new ids.",
  "duplicate-item-id": "A cleaned copy has new ids.",
  "unknown-block": "A cleaned copy leaves the block out and keeps the other text.",
  "malformed-item": "A cleaned copy keeps what can be read.",
  "empty-content": "A cleaned copy leaves it out.",
  "skipped-prompt": "A cleaned copy keeps it.",
  "lone-surrogate": "A cleaned copy has a replacement character instead.",
  nul: "A cleaned copy shows it as ␀.",
  "oversized-item": "A cleaned copy keeps its start and end, and says what is missing.",
  "oversized-image": "A cleaned copy has a line instead that says so.",
  "broken-image": "A cleaned copy has a line instead that says so.",
};
