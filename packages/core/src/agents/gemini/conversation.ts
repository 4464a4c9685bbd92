import { asTimestamp, type ItemBody } from "@reprise/model";
import { injected } from "../fact.ts";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../foreign.ts";
import { answerAs, type Call } from "./call.ts";
import { type KnownMessage, type Memory, markOf } from "./memory.ts";
import { readMessage, type Said } from "./message.ts";
import type { Place, Teller } from "./teller.ts";

const keptOfLast = 4000;

/**
 * Follows the log the way Gemini CLI loads it, and tells each thing once.
 *
 *   a message whose id is new          is told
 *   a message whose id is known        is told as far as it says more; another text replaces that of the latest message
 *   a list of all messages             puts in what is new to it and takes out what it lacks
 *   a rewind                           takes out a message and all after it
 *
 * What was taken out has been told and stays; a notice says that it no longer counts.
 */
export class Conversation {
  readonly #memory: Memory;
  readonly #teller: Teller;

  constructor(memory: Memory, teller: Teller) {
    this.#memory = memory;
    this.#teller = teller;
  }

  /** `isPutIn`: it stands in a list of all messages and not where it was said. */
  message(message: Foreign, origin: Place["origin"], how: { isPutIn: boolean }): void {
    const id = textOf(message.id) ?? `@${origin.byteOffset}`;
    const place = { origin, at: asTimestamp(message.timestamp) };
    const said = readMessage(message);
    const known = this.#memory.message(id);
    this.#memory.addPresent(id);
    if (!how.isPutIn) this.#teller.seenAt(place.at);
    if (said.voice === "unknown") {
      if (!known) this.#teller.item({ kind: "opaque", raw: message }, place, { key: id });
    } else if (known) this.#again(id, said, known, place);
    else this.#first(id, said, place, how.isPutIn);
    const hasTokens = this.#tokens(message, known ?? null);
    const mark = said.text === "" ? (known?.mark ?? "") : markOf(said.text);
    const thoughtCount = Math.max(said.thoughts.length, known?.thoughtCount ?? 0);
    const voice = known && said.voice === "silent" ? known.voice : said.voice;
    const now = { voice, mark, thoughtCount, hasTokens };
    if (!isSame(now, known)) this.#memory.keepMessage(id, now);
    if (said.voice === "error" && !known && this.#memory.flags.isWaiting)
      this.#teller.turnEnd("failed", place);
  }

  /** All messages, as they are from now on. */
  retell(messages: readonly unknown[], origins: readonly Place["origin"][], place: Place): void {
    const memory = this.#memory;
    const listed = messages.filter(isForeign);
    const isAnew = memory.flags.isAnew;
    memory.set({ isAnew: false });
    const before = memory.visible();
    const lastPrompt = before.findLast((id) => memory.message(id)?.voice === "prompt");
    // A program that resumes writes an empty conversation first, and all of it a moment later.
    if (isAnew && before.length > 0 && !listed.some(isSaid)) return;
    const names = this.#recognise(listed, before);
    memory.setPresent([]);
    for (const [index, message] of messages.entries()) {
      const origin = origins[index] ?? place.origin;
      if (isForeign(message) && !names.has(textOf(message.id) ?? ""))
        this.message(message, origin, { isPutIn: true });
      else if (isForeign(message)) memory.addPresent(textOf(message.id) ?? "");
    }
    const kept = new Set([...memory.present, ...names.values()]);
    const dropped = before.filter((id) => !kept.has(id));
    if (dropped.length === 0) return;
    const tail = lastPrompt === undefined ? [] : before.slice(before.indexOf(lastPrompt));
    const isTakenBack = dropped.length === tail.length && dropped[0] === lastPrompt;
    if (isTakenBack) this.#takenBack(place);
    else
      this.#notice(
        `${counted(dropped.length, "earlier message")} no longer part of what the model gets.`,
        place,
      );
  }

  rewind(to: string, place: Place): void {
    const memory = this.#memory;
    const ids = [...memory.present];
    const at = Math.max(0, ids.indexOf(to));
    const dropped = ids.slice(at).filter((id) => memory.isVisible(id));
    memory.setPresent(ids.slice(0, at));
    if (dropped.length > 0) {
      this.#notice(
        `Rewound: ${counted(dropped.length, "message")} no longer part of the conversation.`,
        place,
      );
    }
  }

  /** Compaction gives what it keeps new ids: by new id, the message that it was. */
  #recognise(listed: readonly Foreign[], before: readonly string[]): Map<string, string> {
    const memory = this.#memory;
    const ids = new Set(listed.map(({ id }) => id));
    const left = before.filter((id) => !ids.has(id));
    const names = new Map<string, string>();
    for (const message of listed.toReversed()) {
      const id = textOf(message.id) ?? "";
      if (left.length === 0 || id === "" || memory.message(id)) continue;
      const { voice, text } = readMessage(message);
      const mark = markOf(text);
      const found = left.findLastIndex(
        (old) => memory.message(old)?.mark === mark && memory.message(old)?.voice === voice,
      );
      const old = found === -1 ? undefined : left.splice(found, 1)[0];
      const known = old === undefined ? undefined : memory.message(old);
      if (old === undefined || known === undefined) continue;
      names.set(id, old);
      memory.keepMessage(id, known);
    }
    return names;
  }

  #first(id: string, said: Said, place: Place, isPutIn: boolean): void {
    const { flags } = this.#memory;
    const isSpeech = said.voice === "prompt" || said.voice === "reply";
    const turn = isPutIn && !flags.hasLived ? injected : null;
    if (!isPutIn && isSpeech) this.#memory.set({ hasLived: true });
    this.#thoughts(id, said.thoughts, 0, place, turn);
    if (isSpeech && isPutIn && turn === null) {
      this.#teller.item(
        { kind: "notice", text: `Put into the history (${said.voice}): ${said.text}` },
        place,
        { key: id },
      );
    } else this.#text(id, said, place, turn);
    this.#work(id, said, place, turn);
  }

  #again(id: string, said: Said, known: KnownMessage, place: Place): void {
    this.#thoughts(id, said.thoughts, known.thoughtCount, place, null);
    if (said.text !== "" && markOf(said.text) !== known.mark) this.#changed(id, said, known, place);
    this.#work(id, said, place, null);
  }

  #changed(id: string, said: Said, known: KnownMessage, place: Place): void {
    const { last } = this.#memory.flags;
    if (known.mark === "") return this.#text(id, said, place, null);
    if (last?.id !== id) {
      return this.#notice(`A message further up was replaced. It reads now: ${said.text}`, place);
    }
    this.#text(id, said, place, null);
    if (!said.text.startsWith(last.text))
      this.#notice(`The message above was replaced. It read before: ${last.text}`, place);
  }

  #text(id: string, said: Said, place: Place, turn: string | null): void {
    const { voice, text } = said;
    if (text === "" || voice === "unknown" || voice === "silent") return;
    const body: ItemBody = { kind: voice === "error" ? "notice" : voice, text };
    this.#teller.item(body, place, { key: id, turn });
    if (said.sent !== null) {
      const sent: ItemBody = { kind: "notice", text: `Sent to the model for this prompt: ${said.sent}` };
      this.#teller.item(sent, place, { key: `${id}#sent`, turn });
    }
    if (voice !== "prompt" && voice !== "reply") return;
    this.#memory.set({ isWaiting: voice === "prompt", last: { id, text: text.slice(0, keptOfLast) } });
  }

  #thoughts(id: string, thoughts: readonly string[], from: number, place: Place, turn: string | null): void {
    for (const [index, text] of thoughts.entries()) {
      if (index < from || text === "") continue;
      this.#teller.item({ kind: "reasoning", text }, place, { key: `${id}#thought${index}`, turn });
    }
  }

  #work(id: string, said: Said, place: Place, turn: string | null): void {
    const keyOf = (call: Call, index: number) => call.id ?? `${id}#call${index}`;
    for (const [index, call] of said.calls.entries()) this.#call(keyOf(call, index), call, place, turn);
    for (const [index, answer] of said.answers.entries())
      this.#answer(keyOf(answer, index), answer, place, turn);
  }

  #call(key: string, call: Call, place: Place, turn: string | null): void {
    const known = this.#memory.call(key);
    const isEnded = !("status" in call.body) || call.body.status !== "open";
    // What the tool said then stands: later lists may tell the model less of it.
    if (known && (known.isEnded || !isEnded)) return;
    this.#memory.keepCall(key, { kind: call.body.kind, isEnded });
    this.#memory.set({ isWaiting: true });
    const at = call.at ?? place.at;
    this.#teller.seenAt(call.at);
    this.#teller.item(call.body, { ...place, at }, { key, rank: isEnded ? 1 : 0, turn });
    if (call.failure === null) return;
    const note: ItemBody = { kind: "notice", text: `The edit was not made: ${call.failure}` };
    this.#teller.item(note, { ...place, at }, { key: `${key}#failure`, turn });
  }

  #answer(key: string, answer: Call, place: Place, turn: string | null): void {
    const known = this.#memory.call(key);
    if (!known?.isEnded) this.#call(key, answerAs(known?.kind ?? "tool", answer), place, turn);
  }

  #tokens(message: Foreign, known: KnownMessage | null): boolean {
    const model = textOf(message.model);
    if (model !== null) this.#teller.about({ model });
    const total = numberOf(fieldOf(message.tokens, "total"));
    if (known?.hasTokens || total === null) return known?.hasTokens ?? false;
    const tokens = this.#memory.flags.tokens + total;
    this.#memory.set({ tokens });
    this.#teller.about({ tokens });
    return true;
  }

  #takenBack(place: Place): void {
    this.#notice("The prompt was taken back: it was cancelled, or failed, before it was answered.", place);
    this.#teller.turnEnd("interrupted", place);
  }

  #notice(text: string, place: Place): void {
    this.#teller.item({ kind: "notice", text }, place);
  }
}

function isSaid(message: Foreign): boolean {
  const { voice } = readMessage(message);
  return voice === "prompt" || voice === "reply";
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what} is` : `${count} ${what}s are`;
}

function isSame(now: KnownMessage, known: KnownMessage | undefined): boolean {
  if (!known || now.voice !== known.voice || now.mark !== known.mark) return false;
  return now.thoughtCount === known.thoughtCount && now.hasTokens === known.hasTokens;
}
