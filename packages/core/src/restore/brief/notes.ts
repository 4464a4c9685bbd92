import { type HistoryMark, type Item, isWritten, type Turn } from "@reprise/model";
import { type Clip, clip, type Size } from "./clip.ts";
import { Failures } from "./failures.ts";
import {
  begun,
  type NotedCommand,
  type NotedPrompt,
  type NotedTurn,
  type Touch,
  type TurnSoFar,
} from "./noted.ts";
import { commandSize, type NotedItem, noted } from "./noted-item.ts";
import { dropOldest, type Placed, Rewindable } from "./rewindable.ts";
import { safeLine } from "./safe-text.ts";

export const goalSize: Size = { head: 24_000, tail: 8_000 };

const mostIds = 200_000;
const mostPaths = 2000;
const touchesKept = 4;
const firstPrompts = 20;

/** What is remembered of a session while it is read: as recorded, a bounded part of it, and ready to be taken back. */
export class Notes {
  goal: (Placed & { turn: number; text: Clip }) | null = null;
  readonly firstAsked: NotedPrompt[] = [];
  readonly lastAsked = new Rewindable<NotedPrompt>(200);
  readonly prompts = new Rewindable<NotedItem>(12);
  readonly items = new Rewindable<NotedItem>(300);
  readonly turns = new Rewindable<NotedTurn>(4000);
  readonly summaries = new Rewindable<Placed & { turn: number; text: Clip }>(3);
  readonly commands = new Rewindable<NotedCommand>(200);
  readonly failures = new Failures();
  readonly files = new Map<string, Touch[]>();
  reasoning: (Placed & { turn: number; text: Clip }) | null = null;
  takenBackCount = 0;
  isUnclear = false;
  readonly takenBackPaths = new Set<string>();
  readonly #places = new Map<string, number>();
  #place = 0;
  #isOver = false;
  #turn: TurnSoFar = begun(0);

  take({ number, state, items }: Turn, { isLast }: { isLast: boolean }): void {
    if (this.#isOver) return this.#pass(items);
    this.#turn = begun(number);
    for (const [index, item] of items.entries()) {
      this.#place += 1;
      this.#remember(item.id);
      const mark = item.kind === "notice" ? item.mark : undefined;
      if (mark?.type === "rewind") this.#rewound(mark, item, { items, index, isLast });
      else if (mark?.type === "compaction") this.#compacted(mark, number);
      else this.#note(item);
      if (this.#isOver) {
        this.#pass(items.slice(index));
        break;
      }
    }
    const { firstPlace, endPlace, itemCount, reply, notice } = this.#turn;
    if (firstPlace === null) return;
    const told = state === "failed" ? (notice ?? reply) : reply;
    const ending = told === null ? null : safeLine(told, 200);
    this.turns.push({ place: firstPlace, number, state, endPlace, itemCount, ending });
  }

  get commandCount(): number {
    return this.commands.rows.at(-1)?.number ?? 0;
  }

  get askedCount(): number {
    return (this.lastAsked.rows.at(-1) ?? this.firstAsked.at(-1))?.number ?? 0;
  }

  #rewound(
    mark: HistoryMark & { type: "rewind" },
    notice: Item,
    { items, index, isLast }: { items: readonly Item[]; index: number; isLast: boolean },
  ): void {
    const isBehind = "from" in mark && mark.from === notice.id;
    const branch = itemsOfLine(items, index);
    const isOwn = this.#turn.firstPlace !== null && branch.length < index;
    // Asked for as it was when this turn had ended, a turn is not told as taken back after that.
    if (isLast && (isBehind || isOwn)) return;
    if (isBehind) {
      this.#isOver = true;
      return;
    }
    const from = this.#firstTakenBack(mark);
    if (from === null) {
      this.isUnclear = true;
      return;
    }
    const again = branch.filter(({ id }) => (this.#places.get(id) ?? 0) >= from);
    this.#takeBack(from);
    // What stands at the place of the mark begins what goes on: its turn was not taken back.
    if (again.length > 0 && this.#turn.firstPlace === null) this.takenBackCount -= 1;
    for (const item of again) this.#note(item);
  }

  /** What follows a mark that takes back all behind it. */
  #pass(items: readonly Item[]): void {
    if (items.some(({ kind }) => kind === "prompt")) this.takenBackCount += 1;
    for (const item of items) {
      if (item.kind !== "edit") continue;
      for (const { path } of item.changes) this.takenBackPaths.add(path);
    }
    dropOldest(this.takenBackPaths, 100);
  }

  #note(item: Item): void {
    const turn = this.#turn;
    if (item.kind === "opaque") return;
    if (item.kind === "notice") {
      turn.notice = item.text;
      this.items.push(noted(item, { place: this.#place, turn: turn.number }));
      return;
    }
    turn.firstPlace ??= this.#place;
    turn.endPlace = this.#place;
    if (item.kind === "reasoning") {
      this.reasoning = {
        place: this.#place,
        turn: turn.number,
        text: clip(item.text, { head: 0, tail: 1500 }),
      };
      return;
    }
    turn.itemCount += 1;
    if (item.kind === "prompt") this.#asked(item.text);
    if (item.kind === "reply") turn.reply = item.text;
    if (item.kind === "edit") this.#touched(item);
    if (item.kind === "command" && item.status !== "waiting") this.#ran(item);
    if (item.kind === "tool") this.failures.take(item, item.name, { place: this.#place, turn: turn.number });
    const kept = item.kind === "prompt" ? this.prompts : this.items;
    kept.push(noted(item, { place: this.#place, turn: turn.number }));
  }

  #asked(text: string): void {
    const { number: turn } = this.#turn;
    const place = this.#place;
    this.goal ??= { place, turn, text: clip(text, goalSize) };
    const asked = { place, turn, number: this.askedCount + 1, line: safeLine(text, 240) };
    if (this.firstAsked.length < firstPrompts) this.firstAsked.push(asked);
    else this.lastAsked.push(asked);
  }

  #ran(item: Item & { kind: "command" }): void {
    const at = { place: this.#place, turn: this.#turn.number };
    const { exitCode, status } = item;
    const number = this.commandCount + 1;
    this.commands.push({ ...at, number, command: clip(item.command, commandSize), exitCode, status });
    this.failures.take(item, item.command, at);
  }

  #touched(item: Item & { kind: "edit" }): void {
    for (const file of item.changes) {
      const { path, change, movedTo = null } = file;
      const written = isWritten(item, file);
      if (written === false) continue;
      // A file of a failed edit that was written is changed like any other.
      const status = written === true ? "done" : item.status;
      const touches = this.files.get(path) ?? [];
      this.files.delete(path);
      const touch = { place: this.#place, turn: this.#turn.number, change, movedTo, status };
      this.files.set(path, [...touches.slice(1 - touchesKept), touch]);
    }
    dropOldest(this.files, mostPaths);
  }

  #compacted({ summary }: HistoryMark & { type: "compaction" }, turn: number): void {
    if (summary === null || summary.trim() === "") return;
    this.summaries.push({ place: this.#place, turn, text: clip(summary, goalSize) });
  }

  #remember(id: string): void {
    this.#places.set(id, this.#place);
    dropOldest(this.#places, mostIds);
  }

  #takeBack(from: number): void {
    if (this.goal && this.goal.place >= from) this.goal = null;
    if (this.reasoning && this.reasoning.place >= from) this.reasoning = null;
    while ((this.firstAsked.at(-1)?.place ?? -1) >= from) this.firstAsked.pop();
    for (const kept of [this.lastAsked, this.commands, this.summaries, this.failures]) kept.takeBack(from);
    this.#takeBackFiles(from);
    this.#takeBackTurns(from, [...this.prompts.takeBack(from), ...this.items.takeBack(from)]);
  }

  /** The place of the first thing that is taken back; null when it is not known. */
  #firstTakenBack(mark: HistoryMark & { type: "rewind" }): number | null {
    if ("from" in mark) return this.#places.get(mark.from) ?? null;
    if ("after" in mark) {
      const place = this.#places.get(mark.after);
      return place === undefined ? null : place + 1;
    }
    if (mark.turns <= 0) return this.#place;
    const { rows } = this.turns;
    const { firstPlace } = this.#turn;
    if (firstPlace !== null && mark.turns === 1) return firstPlace;
    const row = rows.at(firstPlace === null ? -mark.turns : 1 - mark.turns) ?? rows[0];
    return row?.place ?? firstPlace ?? this.#place;
  }

  #takeBackFiles(from: number): void {
    for (const [path, touches] of this.files) {
      const kept = touches.filter(({ place }) => place < from);
      if (kept.length === touches.length) continue;
      if (kept.length > 0) this.files.set(path, kept);
      else {
        this.files.delete(path);
        this.takenBackPaths.add(path);
        dropOldest(this.takenBackPaths, 100);
      }
    }
  }

  #takeBackTurns(from: number, gone: readonly NotedItem[]): void {
    this.takenBackCount += this.turns.takeBack(from).length;
    const turn = this.#turn;
    if (turn.firstPlace !== null && turn.firstPlace >= from) {
      this.takenBackCount += 1;
      this.#turn = begun(turn.number);
    } else if (turn.firstPlace !== null) {
      turn.itemCount -= countOf(gone, turn.number);
      turn.reply = null;
    }
    const last = this.#turn.firstPlace === null ? this.turns.rows.at(-1) : undefined;
    if (!last || last.endPlace < from) return;
    // Of a turn that lost its end it is not said that it came to one.
    this.turns.takeBack(last.place);
    this.turns.push({
      ...last,
      state: "interrupted",
      endPlace: from - 1,
      itemCount: Math.max(1, last.itemCount - countOf(gone, last.number)),
      ending: null,
    });
  }
}

/** The items right before this one that the same line told. */
function itemsOfLine(items: readonly Item[], index: number): readonly Item[] {
  const line = items[index]?.origin;
  let from = index;
  for (; from > 0; from -= 1) {
    const origin = items[from - 1]?.origin;
    if (origin?.file !== line?.file || origin?.byteOffset !== line?.byteOffset) break;
  }
  return items.slice(from, index);
}

function countOf(items: readonly NotedItem[], turn: number): number {
  return items.filter((item) => item.turn === turn && item.kind !== "notice").length;
}
