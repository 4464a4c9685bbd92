import { type HistoryMark, type Item, isRemark, type Turn, typedPrompt } from "@reprise/model";
import { Clip } from "../text/clip.ts";
import { type BriefItem, briefItem } from "./brief-item.ts";
import { changesOfCommand } from "./command-line.ts";
import { Constraints } from "./constraints.ts";
import { earlierBrief } from "./earlier-brief.ts";
import { Failures } from "./failures.ts";
import { Goals, goalSize } from "./goals.ts";
import { hasPassed } from "./outcome.ts";
import { isSmallTalk, questionIn } from "./prompt-intent.ts";
import { dropOldest, type Positioned, Rewindable } from "./rewindable.ts";
import { TouchedFiles } from "./touched-files.ts";
import { type BriefTurn, TurnSoFar } from "./turn.ts";

const mostIds = 200_000;
const firstPrompts = 20;

interface Prompted extends Positioned {
  readonly turn: number;
  readonly number: number;
  readonly prompt: Clip;
  readonly isSmallTalk: boolean;
}

/** What is kept of a session while it is read: bounded, and can be rewound. */
export class Notes {
  readonly goals = new Goals();
  readonly constraints = new Constraints();
  readonly firstPrompts: Prompted[] = [];
  readonly lastPrompts = new Rewindable<Prompted>(200);
  readonly prompts = new Rewindable<BriefItem>(12);
  readonly items = new Rewindable<BriefItem>(300);
  readonly turns = new Rewindable<BriefTurn>(4000);
  readonly summaries = new Rewindable<Positioned & { turn: number; text: Clip }>(3);
  readonly commands = new Rewindable<BriefItem>(200);
  readonly failures = new Failures();
  readonly touched = new TouchedFiles();
  reasoning: BriefItem | null = null;
  /** The last item except notices, reasoning and approvals. */
  last: { readonly place: number; readonly turn: number; readonly reply: string | null } | null = null;
  commandCount = 0;
  editCount = 0;
  takenBackCount = 0;
  isUnclear = false;
  readonly #root: string | null;
  readonly #places = new Map<string, number>();
  #place = 0;
  #isOver = false;
  #turn = new TurnSoFar(0);

  /** `root`: base of relative paths in commands. */
  constructor(root: string | null) {
    this.#root = root;
  }

  take({ number, state, items }: Turn, { isLast }: { isLast: boolean }): void {
    if (this.#isOver) return this.#pass(items);
    this.#turn = new TurnSoFar(number);
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
    const reply = this.last?.turn === number ? this.last.reply : null;
    const ended = this.#turn.ended(state, reply !== null && questionIn(reply) !== null);
    if (ended) this.turns.push(ended);
  }

  get promptCount(): number {
    return (this.lastPrompts.rows.at(-1) ?? this.firstPrompts.at(-1))?.number ?? 0;
  }

  #rewound(
    mark: HistoryMark & { type: "rewind" },
    notice: Item,
    { items, index, isLast }: { items: readonly Item[]; index: number; isLast: boolean },
  ): void {
    const isBehind = "from" in mark && mark.from === notice.id;
    const branch = itemsOfLine(items, index);
    const isOwn = this.#turn.firstPlace !== null && branch.length < index;
    // The session as of the end of this turn: the rewind came later.
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
    // Items on the mark's own line start the new branch: their turn was not rewound.
    if (again.length > 0 && this.#turn.firstPlace === null) this.takenBackCount -= 1;
    for (const item of again) this.#note(item);
  }

  /** For items after a mark that rewinds everything behind it. */
  #pass(items: readonly Item[]): void {
    if (items.some(({ kind }) => kind === "prompt")) this.takenBackCount += 1;
    for (const item of items) if (item.kind === "edit") this.touched.dropped(item.changes.map(({ path }) => path));
  }

  #note(item: Item): void {
    if (item.kind === "opaque") return;
    const { number: turn } = this.#turn;
    const place = this.#place;
    if (item.kind === "prompt") this.#asked(item.text);
    this.#turn.take(item, place);
    const noted = briefItem(item, place, turn);
    if (item.kind === "reasoning") this.reasoning = noted;
    else (item.kind === "prompt" ? this.prompts : this.items).push(noted);
    if (item.kind === "reasoning" || isRemark(item)) return;
    this.last = { place, turn, reply: item.kind === "reply" ? item.text : null };
    if (item.kind === "command") this.#ran(item, noted);
    if (item.kind === "edit") {
      this.editCount += 1;
      this.touched.edited(item, noted);
    }
    if (item.kind === "command" || item.kind === "edit" || item.kind === "tool") this.failures.take(item, noted);
  }

  #asked(said: string): void {
    const { number: turn } = this.#turn;
    const place = this.#place;
    const brief = earlierBrief(said);
    const text = brief?.goal ?? typedPrompt(said);
    if (brief) this.constraints.adopt(brief.constraints, { place, turn });
    const request = brief ? text : this.constraints.take(text, { place, turn });
    this.goals.take(text, request, {
      place,
      turn,
      isAfterCompletion: this.#isDone(),
      touched: this.touched.lastPaths(20),
    });
    const number = this.promptCount + 1;
    const prompt = new Clip(text, { head: 600, tail: 0 });
    const row = { place, turn, number, prompt, isSmallTalk: isSmallTalk(text) };
    if (this.firstPrompts.length < firstPrompts) this.firstPrompts.push(row);
    else this.lastPrompts.push(row);
  }

  /** Whether the work is done: the last turn completed without a question, and its failures have passed since. */
  #isDone(): boolean {
    if (this.#turn.promptCount > 0) return false;
    const before = this.turns.rows.findLast(({ workCount }) => workCount > 0) ?? this.turns.rows.at(-1);
    if (before === undefined || this.turns.rows.at(-1)?.asks) return false;
    if (before.state !== "completed" || before.openCount > 0) return false;
    const failing = this.failures.standingKeys();
    return hasPassed(before, failing) || !before.failed.some((key) => failing.has(key));
  }

  #ran(item: Item & { kind: "command" }, noted: BriefItem): void {
    this.commandCount += 1;
    this.commands.push(noted);
    if (item.status === "done" && (item.exitCode ?? 0) === 0)
      this.touched.take(changesOfCommand(item.command, this.#root), "done", noted);
  }

  #compacted({ summary }: HistoryMark & { type: "compaction" }, turn: number): void {
    if (summary === null || summary.trim() === "") return;
    this.summaries.push({ place: this.#place, turn, text: new Clip(summary, goalSize) });
  }

  #remember(id: string): void {
    this.#places.set(id, this.#place);
    dropOldest(this.#places, mostIds);
  }

  #takeBack(from: number): void {
    if (this.reasoning && this.reasoning.place >= from) this.reasoning = null;
    if (this.last && this.last.place >= from) this.last = null;
    while ((this.firstPrompts.at(-1)?.place ?? -1) >= from) this.firstPrompts.pop();
    const { goals, constraints, lastPrompts, commands, summaries, failures, touched } = this;
    for (const kept of [goals, constraints, lastPrompts, commands, summaries, failures, touched]) kept.takeBack(from);
    this.#takeBackTurns(from, [...this.prompts.takeBack(from), ...this.items.takeBack(from)]);
  }

  /** Position of the first rewound item; null if unknown. */
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

  #takeBackTurns(from: number, gone: readonly BriefItem[]): void {
    const removed = this.turns.takeBack(from);
    this.takenBackCount += removed.length;
    for (const { commandCount, editCount } of removed) this.#uncount(commandCount, editCount);
    const turn = this.#turn;
    if (turn.firstPlace !== null && turn.firstPlace >= from) {
      this.takenBackCount += 1;
      this.#uncount(turn.commandCount, turn.editCount);
      this.#turn = new TurnSoFar(turn.number);
    } else if (turn.firstPlace !== null) {
      const { commandCount, editCount } = turn;
      turn.shorten(gone);
      this.#uncount(commandCount - turn.commandCount, editCount - turn.editCount);
    }
    const last = this.#turn.firstPlace === null ? this.turns.rows.at(-1) : undefined;
    if (last && last.endPlace >= from) this.#cutShort(last, from, gone);
  }

  /** A turn that lost its end does not count as completed. */
  #cutShort(last: BriefTurn, from: number, gone: readonly BriefItem[]): void {
    const own = gone.filter(({ turn, kind }) => turn === last.number && kind !== "notice");
    const count = (kind: BriefItem["kind"]) => own.filter((item) => item.kind === kind).length;
    this.#uncount(count("command"), count("edit"));
    this.turns.takeBack(last.place);
    this.turns.push({
      ...last,
      state: "interrupted",
      endPlace: from - 1,
      claim: null,
      asks: false,
      passedCheck: null,
      itemCount: Math.max(1, last.itemCount - own.length),
      commandCount: last.commandCount - count("command"),
      editCount: last.editCount - count("edit"),
    });
  }

  #uncount(commands: number, edits: number): void {
    this.commandCount -= commands;
    this.editCount -= edits;
  }
}

/** Preceding items from the same source line. */
function itemsOfLine(items: readonly Item[], index: number): readonly Item[] {
  const line = items[index]?.origin;
  let from = index;
  for (; from > 0; from -= 1) {
    const origin = items[from - 1]?.origin;
    if (origin?.file !== line?.file || origin?.byteOffset !== line?.byteOffset) break;
  }
  return items.slice(from, index);
}
