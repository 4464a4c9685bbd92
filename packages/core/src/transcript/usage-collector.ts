import { addTokens, type ItemBody, noTokens, type Timestamp, type Tokens, type TurnUsage } from "@reprise/model";
import { type Fact, type ItemFact, injected, type UsageFact } from "../agents/reading/fact.ts";
import { outlineItem } from "../agents/reading/outline-item.ts";
import { type Draft, mergeInto } from "./merge-item.ts";
import { type TrackState, type TurnTrack, TurnTracker } from "./turn-tracker.ts";

interface TurnDraft {
  key: string | null;
  startedAt: Timestamp | null;
  lastAt: Timestamp | null;
  model: string | null;
  tokens: Tokens;
  commandCount: number;
  failedCommandCount: number;
  editCount: number;
}

interface KnownItem extends Draft {
  readonly turn: number;
}

interface KnownReply {
  readonly turn: number;
  readonly tokens: Tokens;
}

/** Saved state; JSON. */
export interface UsageState {
  readonly track: TrackState;
  readonly model: string | null;
  readonly turns: readonly (readonly [number, TurnDraft])[];
  readonly items: readonly (readonly [string, KnownItem])[];
  readonly replies: readonly (readonly [string, KnownReply])[];
}

const mostItems = 4096;
/** Records of one reply are close together. */
const mostReplies = 64;

/** Figures of the turns in one file. History that a client put in is not counted: it happened elsewhere. */
export class UsageCollector {
  readonly #tracker: TurnTracker;
  readonly #turns: Map<number, TurnDraft>;
  readonly #items: Map<string, KnownItem>;
  readonly #replies: Map<string, KnownReply>;
  #model: string | null;
  #current: TurnTrack | null;

  constructor(state: UsageState | null = null) {
    this.#tracker = new TurnTracker({ state: state?.track ?? null });
    this.#turns = new Map(state?.turns.map(([number, turn]) => [number, { ...turn }]));
    this.#items = new Map(state?.items.map(([key, item]) => [key, { ...item }]));
    this.#replies = new Map(state?.replies);
    this.#model = state?.model ?? null;
    this.#current = this.#tracker.current;
  }

  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.type === "item") this.#item(fact);
      else if (fact.type === "usage") this.#usage(fact);
      else if (fact.type === "turn-start") this.#tracker.start(fact);
      else if (fact.type === "turn-end") this.#tracker.end(fact);
      else if (fact.type === "about") this.#model = fact.about.model ?? this.#model;
      if (this.#tracker.current !== this.#current) this.#nextTurn();
    }
  }

  /** In the order of their starts. */
  turns(): TurnUsage[] {
    this.#noteTimes();
    const current = this.#current?.number;
    return [...this.#turns]
      .sort(([a], [b]) => a - b)
      .map(([number, draft]) => turnOf(number, draft, number === current ? this.#model : null));
  }

  save(): UsageState {
    this.#noteTimes();
    return {
      track: this.#tracker.save(),
      model: this.#model,
      turns: [...this.#turns].map(([number, turn]) => [number, { ...turn }] as const),
      items: [...this.#items].map(([key, item]) => [key, { ...item }] as const),
      replies: [...this.#replies],
    };
  }

  #nextTurn(): void {
    this.#noteTimes();
    if (this.#current) this.#turn(this.#current.number).model ??= this.#model;
    this.#current = this.#tracker.current;
    this.#noteTimes();
    for (const [key, { body }] of this.#items) if (!isOpen(body)) this.#items.delete(key);
  }

  #noteTimes(): void {
    const track = this.#current;
    if (track === null) return;
    const turn = this.#turn(track.number);
    turn.key ??= track.key;
    turn.startedAt = track.startedAt;
    turn.lastAt = track.ended?.at ?? track.lastAt;
  }

  #usage({ key, model, tokens }: UsageFact): void {
    const before = key === null ? undefined : this.#replies.get(key);
    const number = before?.turn ?? this.#tracker.current?.number ?? 0;
    const turn = this.#turn(number);
    turn.tokens = addTokens(before ? addTokens(turn.tokens, negative(before.tokens)) : turn.tokens, tokens);
    turn.model = model ?? this.#model ?? turn.model;
    if (key === null) return;
    turn.key ??= key;
    this.#replies.set(key, { turn: number, tokens });
    dropOldest(this.#replies, mostReplies);
  }

  #item(fact: ItemFact): void {
    const placed = this.#tracker.place(fact);
    if (!placed || fact.turn === injected) return;
    const { kind } = fact.item;
    if (kind !== "command" && kind !== "edit" && kind !== "tool") return;
    const body = outlineItem(fact.item);
    const known = fact.key === null ? undefined : this.#items.get(fact.key);
    if (!known) {
      this.#count(placed.turn, body, 1);
      if (fact.key === null) return;
      this.#items.set(fact.key, { turn: placed.turn, body, rank: fact.rank });
      dropOldest(this.#items, mostItems);
      return;
    }
    this.#count(known.turn, known.body, -1);
    mergeInto(known, body, fact.rank);
    this.#count(known.turn, known.body, 1);
  }

  #count(number: number, body: ItemBody, by: 1 | -1): void {
    const turn = this.#turn(number);
    if (body.kind === "edit" && body.status === "done") turn.editCount += by;
    if (body.kind !== "command" || !isRun(body)) return;
    turn.commandCount += by;
    if (isFailed(body)) turn.failedCommandCount += by;
  }

  #turn(number: number): TurnDraft {
    let turn = this.#turns.get(number);
    if (!turn) {
      turn = {
        key: null,
        startedAt: null,
        lastAt: null,
        model: null,
        tokens: noTokens,
        commandCount: 0,
        failedCommandCount: 0,
        editCount: 0,
      };
      this.#turns.set(number, turn);
    }
    return turn;
  }
}

/** Turn 0 is not a turn, but may have cost tokens. */
function turnOf(number: number, { lastAt, model, ...draft }: TurnDraft, modelNow: string | null): TurnUsage {
  return {
    ...draft,
    model: model ?? modelNow,
    turnCount: number === 0 ? 0 : 1,
    workMs: spanOf(draft.startedAt, lastAt),
  };
}

function spanOf(startedAt: Timestamp | null, lastAt: Timestamp | null): number | null {
  if (startedAt === null || lastAt === null) return null;
  const spanMs = Date.parse(lastAt) - Date.parse(startedAt);
  // A clock that was set back says nothing.
  return spanMs >= 0 ? spanMs : null;
}

/** By the agent, whether or not it came to an end. */
function isRun(body: ItemBody & { kind: "command" }): boolean {
  return body.isPersons !== true && body.status !== "declined" && body.status !== "waiting";
}

function isOpen(body: ItemBody): boolean {
  return "status" in body && body.status === "open";
}

function negative(tokens: Tokens): Tokens {
  const { input, cached, output, reasoning } = tokens;
  const minus = (figure: number | null) => (figure === null ? null : -figure);
  return { input: minus(input), cached: minus(cached), output: minus(output), reasoning: minus(reasoning) };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** Not one that was stopped: some agents record that with a negative exit code. */
function isFailed({ status, exitCode }: ItemBody & { kind: "command" }): boolean {
  return (exitCode ?? 0) >= 0 && (status === "failed" || (exitCode ?? 0) > 0);
}
