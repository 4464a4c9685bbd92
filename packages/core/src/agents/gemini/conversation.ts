import type { Kept, Origin } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../foreign.ts";
import { Echo } from "./echo.ts";
import { type Memory, markOf } from "./memory.ts";
import { readMessage } from "./message.ts";
import { MessageTeller } from "./tell-message.ts";
import type { Place, Teller } from "./teller.ts";

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
  readonly #memory: Memory;
  readonly #teller: Teller;
  readonly #messages: MessageTeller;
  readonly #echo: Echo;

  constructor(memory: Memory, teller: Teller) {
    this.#memory = memory;
    this.#teller = teller;
    this.#messages = new MessageTeller(memory, teller);
    this.#echo = new Echo(memory);
  }

  /** A message was withheld, because it may turn out to be an echo. */
  get isHolding(): boolean {
    return this.#memory.flags.held.length > 0;
  }

  /** Tells what was withheld; for whoever reads no further. */
  release(): void {
    for (const { message, origin } of this.#echo.end())
      this.#messages.tell(message, origin, { isPutIn: false });
  }

  message(message: Foreign, origin: Origin): void {
    const heard = this.#echo.hears(message, origin);
    if (heard === "echo") return;
    if (heard === "news") this.release();
    this.#messages.tell(message, origin, { isPutIn: false });
  }

  /** All messages, as they are from now on. */
  retell(messages: readonly unknown[], origins: readonly Origin[], place: Place): void {
    const memory = this.#memory;
    const listed = messages.filter(isForeign);
    const isAnew = memory.flags.isAnew;
    memory.set({ isAnew: false });
    // A program that resumes writes an empty conversation first, and all of it a moment later.
    if (isAnew && memory.hasVisible() && !listed.some(isSaid)) return;
    if (this.#echo.isListed(listed)) this.#echo.confirm();
    else this.release();
    this.#echo.end();
    const before = memory.visible();
    this.#recognise(listed, before);
    memory.setPresent([]);
    const snapshot = listed.find((message) => readMessage(message).mark !== undefined);
    const isCompacted = snapshot !== undefined && !memory.message(memory.nameOf(textOf(snapshot.id) ?? ""));
    const kept = isCompacted ? this.#keptBehind(listed.slice(listed.indexOf(snapshot) + 1)) : null;
    for (const [index, message] of messages.entries()) {
      if (isForeign(message))
        this.#messages.tell(message, origins[index] ?? place.origin, { isPutIn: true, kept });
    }
    this.#tellDropped(before, place, { isCompacted });
  }

  rewind(to: string, place: Place): void {
    this.release();
    const memory = this.#memory;
    const ids = [...memory.present];
    const at = Math.max(0, ids.indexOf(memory.nameOf(to)));
    const dropped = ids.slice(at).filter((id) => memory.isVisible(id));
    memory.setPresent(ids.slice(0, at));
    if (dropped.length === 0) return;
    const text = `Rewound: ${counted(dropped.length, "message")} no longer part of the conversation.`;
    this.#notice(text, place, dropped[0]);
  }

  /** Compaction gives what it keeps new ids. */
  #recognise(listed: readonly Foreign[], before: readonly string[]): void {
    const memory = this.#memory;
    const ids = new Set(listed.map(({ id }) => memory.nameOf(textOf(id) ?? "")));
    const left = before.filter((id) => !ids.has(id));
    for (const message of listed.toReversed()) {
      const id = textOf(message.id) ?? "";
      if (left.length === 0 || id === "" || memory.message(memory.nameOf(id))) continue;
      const { voice, text } = readMessage(message);
      const mark = markOf(text);
      const found = left.findLastIndex(
        (old) => memory.message(old)?.mark === mark && memory.message(old)?.voice === voice,
      );
      const old = found === -1 ? undefined : left.splice(found, 1)[0];
      if (old !== undefined) memory.alias(id, old);
    }
  }

  /** What stands behind a snapshot and was said before it stays. */
  #keptBehind(listed: readonly Foreign[]): Kept | null {
    const memory = this.#memory;
    for (const message of listed) {
      const id = memory.nameOf(textOf(message.id) ?? "");
      const { voice, calls, answers } = readMessage(message);
      if (memory.isVisible(id) && voice !== "silent") return { from: id };
      const call = [...calls, ...answers].find(({ id: name }) => name !== null && memory.call(name));
      if (call?.id) return { from: call.id };
    }
    return null;
  }

  #tellDropped(before: readonly string[], place: Place, { isCompacted }: { isCompacted: boolean }): void {
    const memory = this.#memory;
    const dropped = before.filter((id) => !memory.present.has(id));
    if (dropped.length === 0) return;
    const lastPrompt = before.findLastIndex((id) => memory.message(id)?.voice === "prompt");
    const isTakenBack =
      !isCompacted && dropped.length === before.length - lastPrompt && dropped[0] === before[lastPrompt];
    if (isTakenBack) {
      const text = "The prompt was taken back: it was cancelled, or failed, before it was answered.";
      this.#notice(text, place, dropped[0]);
      this.#teller.turnEnd("interrupted", place);
    } else {
      // Messages taken out of the middle or the beginning were compacted, or belong to what was.
      const isEnd = !isCompacted && before.slice(-dropped.length).every((id, index) => id === dropped[index]);
      const text = `${counted(dropped.length, "earlier message")} no longer part of what the model gets.`;
      this.#notice(text, place, isEnd ? dropped[0] : undefined);
    }
  }

  /** `from`: the first of the messages that are taken back, which names its item too. */
  #notice(text: string, place: Place, from?: string): void {
    const mark = from === undefined ? {} : { mark: { type: "rewind", from } as const };
    this.#teller.item({ kind: "notice", text, ...mark }, place);
  }
}

function isSaid(message: Foreign): boolean {
  const { voice } = readMessage(message);
  return voice === "prompt" || voice === "reply";
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what} is` : `${count} ${what}s are`;
}
