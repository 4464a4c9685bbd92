import {
  type Agent,
  type FileChange,
  type HistoryMark,
  type Item,
  isRemark,
  isWritten,
  type Kept,
  outcomeWords,
  type Turn,
  type Unfinished,
  workWords,
  writtenWords,
} from "@reprise/model";
import type { PortableCall, PortableItem, ReadToolMeaning } from "../../agents/writing/portable.ts";
import { digestOf } from "../../host/digest.ts";
import { clean, cleanOutput, cleanValue } from "./clean-text.ts";
import { type AttachedItem, isPersons, portableAttachment } from "./portable-attachment.ts";
import type { Compaction, KeptEntries, NotCarried, NotCarriedKind, Portable, PortableEntry } from "./portable-entry.ts";

export interface PortableOptions {
  readonly agent: Agent;
  readonly toolMeaning?: ReadToolMeaning | undefined;
  /** Evidence about unfinished work. */
  readonly unfinished?: readonly Unfinished[] | undefined;
  readonly mostCharacters?: number | undefined;
}

/** Pure. Leaves out undone items. */
export function portableHistory(turns: readonly Turn[], options: PortableOptions): Portable {
  const building = new Building(options);
  for (const turn of turns) for (const item of turn.items) building.take(item, turn.number);
  return building;
}

/** Items of other kinds only inform, or mark what happened to the history. */
export function isSent(item: Item): boolean {
  return item.kind !== "reasoning" && !isRemark(item);
}

export function isAttached(item: Item): item is AttachedItem {
  return item.kind === "attachment" || isPersons(item);
}

type Notice = Item & { kind: "notice" };

/** Replaced by a summary, or undone from here on: nothing later is attached to a prompt before it. */
export function endsHistory(item: Item): boolean {
  return item.kind === "notice" && (summaryIn(item) !== null || isUndoing(item));
}

function summaryIn({ mark }: Notice): string | null {
  return mark?.type === "compaction" && mark.summary !== null && mark.summary.trim() !== "" ? mark.summary : null;
}

function isUndoing({ mark, id }: Notice): boolean {
  return mark?.type === "rewind" && "from" in mark && mark.from === id;
}

class Building implements Portable {
  readonly entries: PortableEntry[] = [];
  readonly left: NotCarried[] = [];
  readonly compactions: Compaction[] = [];
  readonly #outcomes: ReadonlyMap<string, Unfinished>;
  readonly #most: number | undefined;
  readonly #options: PortableOptions;
  /** Position of every item among the entries. */
  readonly #places = new Map<string, number>();
  #last: Item | null = null;
  /** Everything after this is undone. */
  #isUndone = false;

  constructor(options: PortableOptions) {
    this.#options = options;
    this.#outcomes = new Map((options.unfinished ?? []).map((row) => [row.item, row]));
    this.#most = options.mostCharacters;
  }

  take(item: Item, turn: number): void {
    if (this.#isUndone) return;
    this.#places.set(item.id, this.entries.length);
    if (item.kind === "notice") return this.#marked(item, turn);
    if (item.kind === "reasoning") return this.#leave(turn, "reasoning");
    if (item.kind === "opaque") return this.#leave(turn, "opaque");
    if (isRemark(item)) return;
    if (isAttached(item)) return this.#attach(item, turn);
    const told = item.kind === "prompt" || item.kind === "reply" ? this.#said(item) : this.#call(item, turn);
    if (told.isCut) this.#leave(turn, "cut");
    this.entries.push({ source: item.id, turn, item: told.item });
    this.#last = item;
  }

  #leave(turn: number, what: NotCarriedKind, name: string | null = null): void {
    this.left.push({ turn, what, name });
  }

  /** Attaches to its prompt, else stays separate. */
  #attach(item: AttachedItem, turn: number): void {
    const { told, isCut, lost } = portableAttachment(item, this.#most);
    if (lost !== null) this.#leave(turn, "attachment", lost);
    if (isCut) this.#leave(turn, "cut");
    const last = this.compactions.at(-1)?.at === this.entries.length ? undefined : this.entries.at(-1);
    if (last?.turn === turn && last.item.kind === "user")
      this.entries[this.entries.length - 1] = {
        ...last,
        item: { ...last.item, attached: [...(last.item.attached ?? []), told] },
      };
    else {
      const alone = { kind: "user", text: "", attached: [told], at: item.at } as const;
      this.entries.push({ source: item.id, turn, item: alone });
    }
  }

  #marked(item: Notice, turn: number): void {
    const { mark, origin } = item;
    const summary = summaryIn(item);
    if (mark?.type === "compaction" && summary !== null)
      this.compactions.push({
        at: this.entries.length,
        turn,
        summary: clean(summary, this.#most).text,
        kept: this.#kept(mark.kept ?? null, item, turn),
      });
    else if (isUndoing(item)) this.#isUndone = true;
    else if (mark?.type === "rewind") this.#takeBack(mark, origin);
  }

  #kept(kept: Kept | null, { id, at }: Item, turn: number): KeptEntries {
    if (kept === null) return { summary: "before", entries: [] };
    if ("upTo" in kept) return { summary: "behind", upTo: kept.upTo };
    if ("prompts" in kept) {
      const entries = kept.prompts.map((text, index): PortableEntry => {
        const item = { kind: "user", text: clean(text, this.#most).text, at } as const;
        return { source: `${id}#kept${index + 1}`, turn, item };
      });
      return { summary: "behind", entries };
    }
    const from = "from" in kept ? this.#places.get(kept.from) : this.#placeBehind(kept.after);
    const { entries } = this;
    const to = entries.length;
    // Needed only for the last compaction.
    return {
      summary: "before",
      get entries() {
        return entries.slice(from ?? 0, to);
      },
    };
  }

  /** Undefined if the item was not read. */
  #placeBehind(id: string): number | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const isTold = this.entries[place]?.source === id;
    return Math.min(place + (isTold ? 1 : 0), this.entries.length);
  }

  #takeBack(mark: HistoryMark & { type: "rewind" }, { file, line }: Item["origin"]): void {
    const { origin, kind } = this.#last ?? {};
    const isNext = kind === "prompt" && origin?.file === file && origin.line === line && line > 0;
    // A prompt at the mark's place continues the conversation.
    const next = isNext ? this.entries.pop() : undefined;
    const keep = this.#keptBefore(mark);
    this.entries.length = keep;
    while ((this.compactions.at(-1)?.at ?? 0) > keep) this.compactions.pop();
    if (next) this.entries.push(next);
  }

  /** An unknown item precedes everything read: all of it is undone. */
  #keptBefore(mark: HistoryMark & { type: "rewind" }): number {
    if ("from" in mark) return Math.min(this.#places.get(mark.from) ?? 0, this.entries.length);
    if ("after" in mark) return this.#placeBehind(mark.after) ?? 0;
    let at = this.entries.length;
    for (let left = mark.turns; left > 0 && at > 0; left -= 1) {
      const turn = this.entries[at - 1]?.turn;
      while (at > 0 && this.entries[at - 1]?.turn === turn) at -= 1;
    }
    return at;
  }

  #said(item: Item & { kind: "prompt" | "reply" }): { item: PortableItem; isCut: boolean } {
    const { text, isCut } = clean(item.text, this.#most);
    const kind = item.kind === "prompt" ? "user" : "assistant";
    return { item: { kind, text, at: item.at }, isCut };
  }

  #call(item: Item & { kind: "command" | "edit" | "tool" }, turn: number): { item: PortableItem; isCut: boolean } {
    const output = cleanOutput(this.#outputOf(item), this.#most);
    const call = callOf(item, this.#options);
    if (item.status === "open") this.#leave(turn, "unanswered");
    const hasFailed = item.status !== "done";
    // Stable wherever reading started; agents may reuse ids across turns.
    const id = `call_${digestOf(`${turn} ${item.id}`).slice(0, 24)}`;
    return {
      item: { kind: "call", id, call: call.call, output: output.text, hasFailed, at: item.at },
      isCut: output.isCut || call.isCut,
    };
  }

  #outputOf(item: Item & { kind: "command" | "edit" | "tool" }): string {
    const output = item.kind === "edit" ? "" : (item.excerpt ?? item.output ?? "");
    if (item.status === "open") return join(output, this.#interrupted(item.id));
    if (item.status === "waiting") return "[not run: it was waiting for approval, and no answer was given]";
    if (item.kind === "edit" && item.status === "failed") return failedEdit(item);
    if (item.status === "declined") return join(output, "[declined: it was not run]");
    if (item.kind === "command" && item.exitCode !== null && item.exitCode !== 0)
      return join(output, `[exit code ${item.exitCode}]`);
    if (item.kind === "edit") return "Done.";
    return output;
  }

  #interrupted(id: string): string {
    const found = this.#outcomes.get(id);
    const known =
      found && found.outcome !== "unknown" ? ` Now: ${outcomeWords[found.outcome]}: ${found.evidence}.` : "";
    return `[interrupted, ${workWords.open}.${known}]`;
  }
}

function failedEdit(item: Item & { kind: "edit" }): string {
  const { changes, reason } = item;
  const head = reason ? `[failed: ${reason.trim()}]` : "[failed: no reason was recorded]";
  if (changes.every((change) => isWritten(item, change) === false)) return `${head}\n[no file was written]`;
  const rows = changes.map((change) => `[${change.path}: ${writtenWords(item, change)}]`);
  return [head, ...rows].join("\n");
}

function callOf(
  item: Item & { kind: "command" | "edit" | "tool" },
  { agent, toolMeaning, mostCharacters: most }: PortableOptions,
): { call: PortableCall; isCut: boolean } {
  if (item.kind === "command") {
    const { text, isCut } = clean(item.command, most);
    return { call: { tool: "command", command: text }, isCut };
  }
  if (item.kind === "edit") {
    const { value, isCut } = cleanValue(item.changes, most);
    return { call: { tool: "edit", changes: value as readonly FileChange[] }, isCut };
  }
  const { value, isCut } = cleanValue(item.input, most);
  const input = fieldsOf(value);
  const meaning = toolMeaning?.(item.name, input) ?? null;
  return { call: { tool: "other", agent, name: toolName(item.name), input, meaning }, isCut };
}

/** Some models require a letter or `_` first. */
function toolName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, "_");
  if (plain === "") return "tool";
  return (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, 64);
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  if (input !== null && typeof input === "object" && !Array.isArray(input))
    return input as Readonly<Record<string, unknown>>;
  return input === null || input === undefined ? {} : { input };
}

function join(output: string, note: string): string {
  return output === "" ? note : `${output.trimEnd()}\n${note}`;
}
