import type { ItemKind, Origin } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import type { Foreign } from "../../foreign.ts";
import type { Speaker } from "./message.ts";

/** The mark shows whether its text changed. */
export interface KnownMessage {
  readonly speaker: Speaker;
  readonly mark: string;
  readonly thoughtCount: number;
  readonly hasTokens: boolean;
}

interface KnownCall {
  readonly kind: ItemKind;
  readonly isEnded: boolean;
}

export interface HeldMessage {
  readonly message: Foreign;
  readonly origin: Origin;
}

interface Flags {
  readonly hasBegun: boolean;
  readonly isSubagent: boolean;
  /** A message was recorded live. */
  readonly hasLived: boolean;
  readonly isWaiting: boolean;
  /** The previous record restarted the file, as a resume does. */
  readonly isAnew: boolean;
  readonly tokens: number;
  /** The latest text, truncated: only this message may be rewritten. */
  readonly last: { readonly id: string; readonly text: string } | null;
  /** Number of repeated messages; unconfirmed ones are withheld. */
  readonly heard: number;
  readonly held: readonly HeldMessage[];
}

const atFirst: Flags = {
  hasBegun: false,
  isSubagent: false,
  hasLived: false,
  isWaiting: false,
  isAnew: false,
  tokens: 0,
  last: null,
  heard: 0,
  held: [],
};

type Change =
  | readonly ["message", string, Speaker, string, number, boolean]
  | readonly ["call", string, ItemKind, boolean]
  | readonly ["alias", string, string]
  | readonly ["present", string]
  | readonly ["all", readonly string[]];

export interface SavedSeenMessages {
  readonly changes: readonly Change[];
  readonly flags: Flags;
}

/** Reported messages, to skip repetitions. Changes are kept in order, so that any earlier state is a prefix. */
export class SeenMessages {
  readonly #messages = new Map<string, KnownMessage>();
  readonly #calls = new Map<string, KnownCall>();
  readonly #aliases = new Map<string, string>();
  #present = new Set<string>();
  readonly #changes: Change[] = [];
  flags: Flags = atFirst;

  load({ changes, flags }: SavedSeenMessages): void {
    for (const change of changes) this.#apply(change);
    this.flags = flags;
    for (const [id, known] of this.#messages) this.#changes.push(messageChange(id, known));
    for (const [id, known] of this.#calls) this.#changes.push(["call", id, known.kind, known.isEnded]);
    for (const [id, old] of this.#aliases) this.#changes.push(["alias", id, old]);
    this.#changes.push(["all", [...this.#present]]);
  }

  snapshot(): () => SavedSeenMessages {
    const { flags } = this;
    const count = this.#changes.length;
    return () => ({ changes: this.#changes.slice(0, count), flags });
  }

  set(flags: Partial<Flags>): void {
    this.flags = { ...this.flags, ...flags };
  }

  /** All ids of a message map to the first. */
  alias(id: string, old: string): void {
    if (id !== old && !this.#aliases.has(id)) this.#change(["alias", id, old]);
  }

  nameOf(id: string): string {
    return this.#aliases.get(id) ?? id;
  }

  message(id: string): KnownMessage | undefined {
    return this.#messages.get(id);
  }

  call(id: string): KnownCall | undefined {
    return this.#calls.get(id);
  }

  keepMessage(id: string, known: KnownMessage): void {
    this.#change(messageChange(id, known));
  }

  keepCall(id: string, { kind, isEnded }: KnownCall): void {
    this.#change(["call", id, kind, isEnded]);
  }

  /** Current message ids, in order. */
  get present(): ReadonlySet<string> {
    return this.#present;
  }

  addPresent(id: string): void {
    if (!this.#present.has(id)) this.#change(["present", id]);
  }

  setPresent(ids: readonly string[]): void {
    this.#change(["all", ids]);
  }

  visible(): string[] {
    return [...this.#present].filter((id) => this.isVisible(id));
  }

  hasVisible(): boolean {
    return this.firstVisible() !== undefined;
  }

  firstVisible(): string | undefined {
    for (const id of this.#present) if (this.isVisible(id)) return id;
    return undefined;
  }

  isVisible(id: string): boolean {
    const speaker = this.#messages.get(id)?.speaker;
    return speaker === "prompt" || speaker === "reply";
  }

  #change(change: Change): void {
    this.#apply(change);
    this.#changes.push(change);
  }

  #apply(change: Change): void {
    if (change[0] === "message") {
      const [, id, speaker, mark, thoughtCount, hasTokens] = change;
      this.#messages.set(id, { speaker, mark, thoughtCount, hasTokens });
    } else if (change[0] === "call") this.#calls.set(change[1], { kind: change[2], isEnded: change[3] });
    else if (change[0] === "alias") this.#aliases.set(change[1], change[2]);
    else if (change[0] === "present") this.#present.add(change[1]);
    else this.#present = new Set(change[1]);
  }
}

/** Equal for texts that Gemini CLI treats as equal. */
export function textKey(text: string): string {
  const kept = asRecorded(text);
  return kept === "" ? "" : digestOf(kept, "sha1").slice(0, 16);
}

const unrecorded = /[\u200B-\u200F\uFEFF]/g;
const mostPasses = 8;

/** Live records lack invisible characters, HTML comments and surrounding blanks; lists on a resume have the raw reply. */
function asRecorded(text: string): string {
  let kept = text.replace(unrecorded, "");
  for (let pass = 0; pass < mostPasses && kept.includes("<!--"); pass += 1) {
    const shorter = withoutComments(kept);
    if (shorter === kept) break;
    kept = shorter;
  }
  return kept.trim();
}

/** Linear, however many comments are unterminated. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = text.indexOf("<!--"); start !== -1; start = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", start + 4);
    if (end === -1) break;
    pieces.push(text.slice(at, start));
    at = end + 3;
  }
  return pieces.join("") + text.slice(at);
}

function messageChange(id: string, known: KnownMessage): Change {
  return ["message", id, known.speaker, known.mark, known.thoughtCount, known.hasTokens];
}
