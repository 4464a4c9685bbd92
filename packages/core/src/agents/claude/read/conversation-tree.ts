import { parseJson } from "@reprise/model";
import { shortId } from "./short-id.ts";

/**
 * The tree that the lines of a session form by naming their parents, held as short ids.
 *
 *   every line has an id and belongs to a message: a prompt, or all lines of one reply
 *   a line that is no message (a tool's result, an attachment) belongs to its parent's message
 *   a message whose parent is not the latest message begins or goes on with another branch:
 *     the messages from the latest one up to the common ancestor were left
 *
 * So results of tools that ran side by side, which hang on different lines of one reply, are no branches.
 * Not promised: ids older than the newest half of `maxIds` are forgotten; whoever names one of those is taken to go on.
 */
export interface LineInTree {
  readonly id: string;
  /** Null starts over, unless answers have none either; undefined or an unknown parent continues the latest message. */
  readonly parent: string | null | undefined;
  /** A reply or a tool's result: it follows something. */
  readonly isAnswer?: boolean;
  /** Shared by all lines of a message; null if the line is not a message. */
  readonly message: string | null;
  readonly line: number;
}

export interface LeftBranch {
  readonly messageCount: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The line it continues from; null if the conversation starts over. */
  readonly afterLine: number | null;
}

export interface Placed {
  readonly isDangling: boolean;
  readonly left: LeftBranch | null;
}

interface Message {
  readonly parent: number;
  readonly id: string;
  readonly line: number;
}

const root = 0;
const maxIds = 16_384;

export class ConversationTree {
  readonly #byId = new Map<string, number>();
  readonly #messages = new Map<number, Message>();
  /** Built incrementally, so that saving is free: strings share prefixes. */
  #text = "";
  #firstMessage = 1;
  #nextMessage = 1;
  #latest = root;
  #current = root;
  #isPartial = false;
  /** Answers name no parent: this file does not link its lines, so a prompt without one does not start over. */
  #isUnlinked = false;
  #lostIds = 0;
  /** The last item of each message; the latest is stored when another message comes. */
  readonly #lastItems = new Map<number, string>();
  #unwritten: number | null = null;

  forgetBeginning(): void {
    this.#isPartial = true;
  }

  /** A later line may name the lost id: don't report it as dangling. */
  loseId(): void {
    this.#lostIds += 1;
  }

  has(id: string): boolean {
    return this.#byId.has(shortId(id));
  }

  /** Whether a line repeats. An id reused for another message does not. Null: unknown message. */
  isCopy(id: string, message: string | null): boolean {
    const known = this.#byId.get(shortId(id));
    if (known === undefined) return false;
    return message === null || this.#messages.get(known)?.id === shortId(message);
  }

  place({ id, parent, message, line, isAnswer = false }: LineInTree): Placed {
    if (parent === null && isAnswer && this.#latest !== root) this.#isUnlinked = true;
    const isNext = parent === undefined || (parent === null && this.#isUnlinked);
    const known = isNext ? this.#latest : parent === null ? root : this.#byId.get(shortId(parent));
    const isDangling = known === undefined && !this.#excuse();
    const under = known ?? this.#latest;
    const own = message === null ? under : this.#messageOf(message, under, line);
    const left = message === null || under === this.#latest || own === this.#latest ? null : this.#leftFor(under);
    if (message !== null) this.#latest = own;
    this.#remember(shortId(id), own);
    return { isDangling, left };
  }

  toldItem(key: string): void {
    if (this.#current === root) return;
    if (this.#unwritten !== this.#current) this.#writeItem();
    this.#unwritten = this.#current;
    this.#lastItems.set(this.#current, key);
  }

  /** The last item of this line's message, or of the nearest ancestor with one. */
  lastItemUpTo(id: string | null): string | null {
    return this.#lastItemFrom(this.#messageWith(id));
  }

  /** The same for its ancestors. */
  lastItemAbove(id: string): string | null {
    return this.#lastItemFrom(this.#messages.get(this.#messageWith(id))?.parent ?? root);
  }

  save(): string {
    const marks = (this.#isPartial ? 1 : 0) + (this.#isUnlinked ? 2 : 0);
    const head = `${this.#latest} ${marks} ${this.#lostIds} ${this.#firstMessage}`;
    return `${head}${this.#text}${this.#itemToken()}`;
  }

  load(saved: string): void {
    const [latest, marks, lostIds, firstMessage, ...tokens] = saved.split(" ");
    this.#latest = Number(latest);
    this.#isPartial = Number(marks) % 2 === 1;
    this.#isUnlinked = Number(marks) >= 2;
    this.#lostIds = Number(lostIds);
    this.#firstMessage = Number(firstMessage);
    this.#nextMessage = this.#firstMessage;
    let current = root;
    for (const token of tokens) {
      if (token.startsWith("+")) {
        const [back, line, id = ""] = token.slice(1).split(".");
        current = this.#add({ parent: this.#nextMessage - Number(back || 1), line: Number(line), id });
      } else if (token.startsWith("=")) current = Number(token.slice(1));
      else if (token.startsWith("!")) this.#loadItem(token.slice(1));
      else this.#remember(token, current);
    }
  }

  #messageWith(line: string | null): number {
    return line === null ? root : (this.#byId.get(shortId(line)) ?? root);
  }

  #lastItemFrom(message: number): string | null {
    for (let at = message; at !== root; at = this.#messages.get(at)?.parent ?? root) {
      const item = this.#lastItems.get(at);
      if (item !== undefined) return item;
    }
    return null;
  }

  #writeItem(): void {
    this.#text += this.#itemToken();
    this.#unwritten = null;
  }

  #itemToken(): string {
    const message = this.#unwritten;
    const key = message === null ? undefined : this.#lastItems.get(message);
    // Foreign ids: tokens must not contain a space.
    return key === undefined ? "" : ` !${message}.${JSON.stringify(key).replaceAll(" ", "\\u0020")}`;
  }

  #loadItem(token: string): void {
    const end = token.indexOf(".");
    this.#writeItem();
    this.#unwritten = Number(token.slice(0, end));
    this.#lastItems.set(this.#unwritten, parseJson(token.slice(end + 1)) as string);
  }

  #excuse(): boolean {
    if (this.#isPartial) return true;
    if (this.#lostIds === 0) return false;
    this.#lostIds -= 1;
    return true;
  }

  #messageOf(message: string, parent: number, line: number): number {
    const id = shortId(message);
    if (this.#messages.get(parent)?.id === id) return parent;
    if (this.#messages.get(this.#latest)?.id === id) return this.#latest;
    return this.#add({ parent, id, line });
  }

  /** Parents have smaller numbers than their children. */
  #leftFor(under: number): LeftBranch | null {
    let messageCount = 0;
    let firstLine = 0;
    for (let kept = under, left = this.#latest; kept !== left; ) {
      const message = this.#messages.get(Math.max(kept, left));
      if (!message) break;
      if (kept > left) kept = message.parent;
      else {
        messageCount += 1;
        firstLine = message.line;
        left = message.parent;
      }
    }
    const lastLine = this.#messages.get(this.#latest)?.line ?? firstLine;
    const afterLine = this.#messages.get(under)?.line ?? null;
    return messageCount === 0 ? null : { messageCount, firstLine, lastLine, afterLine };
  }

  #remember(id: string, message: number): void {
    if (this.#byId.get(id) === message) return;
    if (this.#current !== message) this.#text += ` =${message}`;
    this.#current = message;
    this.#text += ` ${id}`;
    this.#byId.set(id, message);
    if (this.#byId.size > maxIds) this.#forgetOldest();
  }

  #add(message: Message): number {
    const number = this.#nextMessage;
    const back = number - message.parent;
    this.#nextMessage += 1;
    this.#messages.set(number, message);
    this.#text += ` +${back === 1 ? "" : back}.${message.line}.${message.id}`;
    this.#current = number;
    return number;
  }

  #forgetOldest(): void {
    const kept = [...this.#byId].slice(-maxIds / 2);
    const oldest = Math.max(1, Math.min(this.#latest, ...kept.map(([, message]) => message)));
    const messages = [...this.#messages].filter(([number]) => number >= oldest).map(([, message]) => message);
    const items = [...this.#lastItems].filter(([message]) => message >= oldest);
    this.#byId.clear();
    this.#messages.clear();
    this.#lastItems.clear();
    this.#text = "";
    this.#unwritten = null;
    this.#isPartial = true;
    this.#firstMessage = oldest;
    this.#nextMessage = oldest;
    for (const message of messages) this.#add(message);
    for (const [id, message] of kept) this.#remember(id, message);
    for (const [message, key] of items) {
      this.#writeItem();
      this.#unwritten = message;
      this.#lastItems.set(message, key);
    }
  }
}
