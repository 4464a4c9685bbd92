import { type DamageKind, type ItemBody, isRemark, type Kept, parseJson } from "@reprise/model";
import type { About } from "../../reading/fact.ts";
import { Facts, type LinePosition } from "../../reading/facts.ts";
import type { CallKind } from "./call.ts";
import { ConversationTree, type LeftBranch, type LineInTree } from "./conversation-tree.ts";
import { type RecentCall, RecentCalls, type SavedCalls } from "./recent-calls.ts";

export type { LinePosition } from "../../reading/facts.ts";

/** How sure a name is: a person's stands over the agent's own. */
type NameRank = 1 | 2 | 3;

export interface LeftBranchItems extends LeftBranch {
  readonly after: string | null;
  /** The first item of the file. */
  readonly first: string | null;
}

interface Saved {
  readonly first: string | null;
  readonly told: Record<string, unknown>;
  readonly nameRank: number;
  readonly calls: SavedCalls;
  readonly rejected: readonly (readonly [string, CallKind])[];
  readonly noted: readonly DamageKind[];
  readonly kept: Kept | null;
  readonly shell: string | null;
  readonly hasBegun: boolean;
  readonly held: readonly HeldItem[];
}

/** Attachments before the first prompt; reported after it. */
interface HeldItem {
  readonly item: ItemBody;
  readonly place: LinePosition;
  readonly key: string;
}

/** Change it with the saved format; other states are rebuilt. */
const stateMark = "claude-5 ";

/** Reported once or on change; other fields each time. */
const once = new Set(["thread", "subagentOf", "workspace", "createdAt"]);
const steady = new Set([
  "cwd",
  "model",
  "effort",
  "approvalPolicy",
  "source",
  "agentVersion",
  "gitBranch",
  "forkedFrom",
  "tokens",
]);

export class FactCollector extends Facts {
  readonly tree = new ConversationTree();
  #told: Record<string, unknown> = {};
  #nameRank = 0;
  #first: string | null = null;
  readonly #remembersItems: boolean;
  readonly #calls = new RecentCalls();
  readonly #rejected = new Map<string, CallKind>();
  #kept: Kept | null = null;
  #shell: string | null = null;
  #hasBegun = false;
  #held: HeldItem[] = [];

  /** Of a large output that is not in the log; null if it is not there. */
  readonly savedOutput: (path: string) => string | null;

  /** `remembersItems`: branches name the item they continue from. */
  constructor({
    remembersItems = false,
    savedOutput = () => null,
  }: {
    readonly remembersItems?: boolean;
    readonly savedOutput?: (path: string) => string | null;
  } = {}) {
    super();
    this.#remembersItems = remembersItems;
    this.savedOutput = savedOutput;
  }

  /** False for a state of another format. */
  load(state: string): boolean {
    if (!state.startsWith(stateMark)) return false;
    const end = state.indexOf("\n");
    const saved = parseJson(state.slice(stateMark.length, end)) as Saved;
    this.#told = saved.told;
    this.#nameRank = saved.nameRank;
    this.#first = saved.first;
    this.#calls.load(saved.calls);
    for (const [id, kind] of saved.rejected) this.#rejected.set(id, kind);
    this.startOver(saved.noted);
    this.#kept = saved.kept;
    this.#shell = saved.shell;
    this.#hasBegun = saved.hasBegun;
    this.#held = [...saved.held];
    this.tree.load(state.slice(end + 1));
    return true;
  }

  save(): string {
    const saved: Saved = {
      first: this.#first,
      told: this.#told,
      nameRank: this.#nameRank,
      calls: this.#calls.save(),
      rejected: [...this.#rejected],
      noted: this.noted,
      kept: this.#kept,
      shell: this.#shell,
      hasBegun: this.#hasBegun,
      held: this.#held,
    };
    return `${stateMark}${JSON.stringify(saved)}\n${this.tree.save()}`;
  }

  /** Skips repeated values. */
  override about(about: Partial<About>): void {
    let news: Record<string, unknown> | null = null;
    for (const [field, value] of Object.entries(about)) {
      if (value == null || !this.#isNews(field, value)) continue;
      news ??= {};
      news[field] = value;
      if (once.has(field) || steady.has(field)) this.#told[field] = value;
    }
    if (news) super.about(news as Partial<About>);
  }

  name(name: string, rank: NameRank): void {
    if (name === "" || rank < this.#nameRank) return;
    this.#nameRank = rank;
    this.about({ name });
  }

  item(item: ItemBody, place: LinePosition, key: string, rank = 0): void {
    this.tell({ type: "item", key, rank, turn: null, item, at: place.at, origin: place.origin });
    if (this.#remembersItems && rank === 0 && item.kind !== "notice" && item.kind !== "opaque") {
      this.#first ??= key;
      this.tree.toldItem(key);
    }
    if (!this.#hasBegun && item.kind !== "attachment" && !isRemark(item)) this.#begin();
  }

  #begin(): void {
    this.#hasBegun = true;
    const held = this.#held;
    this.#held = [];
    for (const { item, place, key } of held) this.item(item, place, key);
  }

  /** Attachments never precede the conversation. */
  attached(item: ItemBody, place: LinePosition, key: string): void {
    if (this.#hasBegun) this.item(item, place, key);
    else this.#held.push({ item, place, key });
  }

  forgetBeginning(): void {
    this.#hasBegun = true;
    this.tree.forgetBeginning();
  }

  turnEnd(state: "failed" | "interrupted", place: LinePosition): void {
    this.tell({ type: "turn-end", turn: null, state, at: place.at, origin: place.origin });
  }

  call(id: string, kind: CallKind, name: string): string {
    return this.#calls.made(id, { kind, name });
  }

  knows(call: string): boolean {
    return this.#calls.has(call);
  }

  /** Null if not seen. */
  answered(id: string): RecentCall | null {
    return this.#calls.answered(id);
  }

  settled(id: string): void {
    this.#calls.settle(id);
  }

  rejected(call: string, kind: CallKind): void {
    this.#rejected.set(call, kind);
  }

  /** Clears them. */
  takeRejected(): [string, CallKind][] {
    const rejected = [...this.#rejected];
    this.#rejected.clear();
    return rejected;
  }

  /** Its summary follows. */
  keeps(kept: Kept | null): void {
    this.#kept = kept;
  }

  /** Clears it. */
  takeKept(): Kept | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  /** Its output follows. */
  shell(key: string): void {
    this.#shell = key;
  }

  /** Clears it. */
  takeShell(): string | null {
    const key = this.#shell;
    this.#shell = null;
    return key;
  }

  /** Reports a missing parent; returns the branch it leaves. */
  grow(line: Omit<LineInTree, "line">, place: LinePosition): LeftBranchItems | null {
    const { isDangling, left } = this.tree.place({ ...line, line: place.origin.line });
    if (isDangling) {
      const detail = `it follows ${line.parent}, which is not in this file before it: what came between is missing`;
      this.damage({ ...place.origin, kind: "dangling-parent", detail });
    }
    return left && { ...left, after: this.tree.lastItemUpTo(line.parent ?? null), first: this.#first };
  }

  #isNews(field: string, value: unknown): boolean {
    if (once.has(field)) return this.#told[field] == null;
    return !steady.has(field) || this.#told[field] !== value;
  }
}
