import type { Kept, Origin } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../../foreign.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { readMessage } from "./message.ts";
import { MessageFacts } from "./message-facts.ts";
import { RepeatedHistory } from "./repeated-history.ts";
import { type SeenMessages, textKey } from "./seen-messages.ts";

/**
 * Follows the log the way Gemini CLI loads it, and tells each thing once.
 *
 *   a message whose id is new          is told, unless it belongs to an echo of what was said before
 *   a message whose id is known        is told as far as it says more; another text replaces that of the latest message
 *   a list of all messages             puts in what is new to it and takes out what it lacks
 *   a rewind                           takes out a message and all after it
 *
 * What was taken out has been told and stays; a notice says that it no longer counts.
 */
export class Conversation {
  readonly #seen: SeenMessages;
  readonly #facts: FactCollector;
  readonly #messages: MessageFacts;
  readonly #repeated: RepeatedHistory;

  constructor(seen: SeenMessages, facts: FactCollector) {
    this.#seen = seen;
    this.#facts = facts;
    this.#messages = new MessageFacts(seen, facts);
    this.#repeated = new RepeatedHistory(seen);
  }

  /** A message is withheld: it may be an echo. */
  get isHolding(): boolean {
    return this.#seen.flags.held.length > 0;
  }

  /** Releases withheld messages. */
  release(): void {
    for (const { message, origin } of this.#repeated.end()) this.#messages.tell(message, origin, { isPutIn: false });
  }

  message(message: Foreign, origin: Origin): void {
    const heard = this.#repeated.hears(message, origin);
    if (heard === "echo") return;
    if (heard === "news") this.release();
    this.#messages.tell(message, origin, { isPutIn: false });
  }

  retell(messages: readonly unknown[], origins: readonly Origin[], place: LinePosition): void {
    const seen = this.#seen;
    const listed = messages.filter(isForeign);
    const isAnew = seen.flags.isAnew;
    seen.set({ isAnew: false });
    // A resume first writes an empty conversation, then all of it.
    if (isAnew && seen.hasVisible() && !listed.some(isSaid)) return;
    if (this.#repeated.isListed(listed)) this.#repeated.confirm();
    else this.release();
    this.#repeated.end();
    const before = seen.visible();
    this.#recognise(listed, before);
    seen.setPresent([]);
    const snapshot = listed.find((message) => readMessage(message).mark !== undefined);
    const isCompacted = snapshot !== undefined && !seen.message(seen.nameOf(textOf(snapshot.id) ?? ""));
    const kept = isCompacted ? this.#keptBehind(listed.slice(listed.indexOf(snapshot) + 1)) : null;
    for (const [index, message] of messages.entries()) {
      if (isForeign(message)) this.#messages.tell(message, origins[index] ?? place.origin, { isPutIn: true, kept });
    }
    this.#collectDropped(before, place, { isCompacted });
  }

  rewind(to: string, place: LinePosition): void {
    this.release();
    const seen = this.#seen;
    const ids = [...seen.present];
    const at = Math.max(0, ids.indexOf(seen.nameOf(to)));
    const dropped = ids.slice(at).filter((id) => seen.isVisible(id));
    seen.setPresent(ids.slice(0, at));
    if (dropped.length === 0) return;
    const text = `Rewound: ${counted(dropped.length, "message")} no longer part of the conversation.`;
    this.#notice(text, place, dropped[0]);
  }

  /** Compaction gives kept messages new ids. */
  #recognise(listed: readonly Foreign[], before: readonly string[]): void {
    const seen = this.#seen;
    const ids = new Set(listed.map(({ id }) => seen.nameOf(textOf(id) ?? "")));
    const left = before.filter((id) => !ids.has(id));
    for (const message of listed.toReversed()) {
      const id = textOf(message.id) ?? "";
      if (left.length === 0 || id === "" || seen.message(seen.nameOf(id))) continue;
      const { speaker, text } = readMessage(message);
      const mark = textKey(text);
      const found = left.findLastIndex(
        (old) => seen.message(old)?.mark === mark && seen.message(old)?.speaker === speaker,
      );
      const old = found === -1 ? undefined : left.splice(found, 1)[0];
      if (old !== undefined) seen.alias(id, old);
    }
  }

  /** Earlier messages after a snapshot are kept. */
  #keptBehind(listed: readonly Foreign[]): Kept | null {
    const seen = this.#seen;
    for (const message of listed) {
      const id = seen.nameOf(textOf(message.id) ?? "");
      const { speaker, calls, answers } = readMessage(message);
      if (seen.isVisible(id) && speaker !== "silent") return { from: id };
      const call = [...calls, ...answers].find(({ id: name }) => name !== null && seen.call(name));
      if (call?.id) return { from: call.id };
    }
    return null;
  }

  #collectDropped(before: readonly string[], place: LinePosition, { isCompacted }: { isCompacted: boolean }): void {
    const seen = this.#seen;
    const dropped = before.filter((id) => !seen.present.has(id));
    if (dropped.length === 0) return;
    const lastPrompt = before.findLastIndex((id) => seen.message(id)?.speaker === "prompt");
    const isTakenBack =
      !isCompacted && dropped.length === before.length - lastPrompt && dropped[0] === before[lastPrompt];
    if (isTakenBack) {
      const text = "The prompt was taken back: it was cancelled, or failed, before it was answered.";
      this.#notice(text, place, dropped[0]);
      this.#facts.turnEnd("interrupted", place);
    } else {
      // Messages removed from the start or middle were compacted.
      const isEnd = !isCompacted && before.slice(-dropped.length).every((id, index) => id === dropped[index]);
      const text = `${counted(dropped.length, "earlier message")} no longer part of what the model gets.`;
      this.#notice(text, place, isEnd ? dropped[0] : undefined);
    }
  }

  /** `from`: the first withdrawn message; also names its item. */
  #notice(text: string, place: LinePosition, from?: string): void {
    const mark = from === undefined ? {} : { mark: { type: "rewind", from } as const };
    this.#facts.item({ kind: "notice", text, ...mark }, place);
  }
}

function isSaid(message: Foreign): boolean {
  const { speaker } = readMessage(message);
  return speaker === "prompt" || speaker === "reply";
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what} is` : `${count} ${what}s are`;
}
