import { asTimestamp, type ItemBody, type Kept, type Origin } from "@reprise/model";
import { type Foreign, textOf } from "../../foreign.ts";
import { injected } from "../../reading/fact.ts";
import { answerAs, type Call } from "./call.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { type MessageContent, readMessage } from "./message.ts";
import { type KnownMessage, type SeenMessages, textKey } from "./seen-messages.ts";
import { tokensOf, totalOf } from "./tokens.ts";

const keptOfLast = 4000;

/** Reports only new parts of each message. */
export class MessageFacts {
  readonly #seen: SeenMessages;
  readonly #facts: FactCollector;

  constructor(seen: SeenMessages, facts: FactCollector) {
    this.#seen = seen;
    this.#facts = facts;
  }

  /** `isPutIn`: from a list of all messages. `kept`: by a compaction in that list. */
  tell(message: Foreign, origin: Origin, how: { isPutIn: boolean; kept?: Kept | null }): void {
    const seen = this.#seen;
    const id = seen.nameOf(textOf(message.id) ?? `@${origin.byteOffset}`);
    const place = { origin, at: asTimestamp(message.timestamp) };
    const said = marked(readMessage(message), how.kept ?? null);
    const known = seen.message(id);
    seen.addPresent(id);
    if (!how.isPutIn) this.#facts.seenAt(place.at);
    if (said.speaker === "unknown") {
      if (!known) this.#facts.item({ kind: "opaque", raw: message }, place, { key: id });
    } else if (known) this.#again(id, said, known, place);
    else this.#first(id, said, place, how.isPutIn);
    const hasTokens = this.#tokens(id, message, known ?? null, place);
    const mark = said.text === "" ? (known?.mark ?? "") : textKey(said.text);
    const thoughtCount = Math.max(said.thoughts.length, known?.thoughtCount ?? 0);
    const speaker = known && said.speaker === "silent" ? known.speaker : said.speaker;
    const now = { speaker, mark, thoughtCount, hasTokens };
    if (!isSame(now, known)) seen.keepMessage(id, now);
    if (said.speaker === "error" && !known && seen.flags.isWaiting) this.#facts.turnEnd("failed", place);
  }

  #first(id: string, said: MessageContent, place: LinePosition, isPutIn: boolean): void {
    const { flags } = this.#seen;
    const isSpeech = said.speaker === "prompt" || said.speaker === "reply";
    const turn = isPutIn && !flags.hasLived ? injected : null;
    if (!isPutIn && isSpeech) this.#seen.set({ hasLived: true });
    this.#thoughts(id, said.thoughts, 0, place, turn);
    if (isSpeech && isPutIn && turn === null) {
      this.#facts.item({ kind: "notice", text: `Put into the history (${said.speaker}): ${said.text}` }, place, {
        key: id,
      });
    } else this.#text(id, said, place, turn);
    this.#attached(id, said.attached, place, turn);
    this.#work(id, said, place, turn);
  }

  #again(id: string, said: MessageContent, known: KnownMessage, place: LinePosition): void {
    this.#thoughts(id, said.thoughts, known.thoughtCount, place, null);
    if (said.text !== "" && textKey(said.text) !== known.mark) this.#changed(id, said, known, place);
    this.#work(id, said, place, null);
  }

  #changed(id: string, said: MessageContent, known: KnownMessage, place: LinePosition): void {
    const { last } = this.#seen.flags;
    if (known.mark === "") return this.#text(id, said, place, null);
    if (last?.id !== id) {
      return this.#notice(`A message further up was replaced. It reads now: ${said.text}`, place);
    }
    this.#text(id, said, place, null);
    if (!said.text.startsWith(last.text))
      this.#notice(`The message above was replaced. It read before: ${last.text}`, place);
  }

  #text(id: string, said: MessageContent, place: LinePosition, turn: string | null): void {
    const { speaker, text } = said;
    if (text === "" || speaker === "unknown" || speaker === "silent") return;
    const body: ItemBody =
      said.mark === undefined
        ? { kind: speaker === "error" ? "notice" : speaker, text }
        : { kind: "notice", text, mark: said.mark };
    this.#facts.item(body, place, { key: id, turn });
    if (speaker !== "prompt" && speaker !== "reply") return;
    this.#seen.set({ isWaiting: speaker === "prompt", last: { id, text: text.slice(0, keptOfLast) } });
  }

  #attached(key: string, attached: readonly ItemBody[], place: LinePosition, turn: string | null): void {
    for (const [index, body] of attached.entries())
      this.#facts.item(body, place, { key: `${key}#attached${index}`, turn });
  }

  #thoughts(id: string, thoughts: readonly string[], from: number, place: LinePosition, turn: string | null): void {
    for (const [index, text] of thoughts.entries()) {
      if (index < from || text === "") continue;
      this.#facts.item({ kind: "reasoning", text }, place, { key: `${id}#thought${index}`, turn });
    }
  }

  #work(id: string, said: MessageContent, place: LinePosition, turn: string | null): void {
    const keyOf = (call: Call, index: number) => call.id ?? `${id}#call${index}`;
    for (const [index, call] of said.calls.entries()) this.#call(keyOf(call, index), call, place, turn);
    for (const [index, answer] of said.answers.entries()) this.#answer(keyOf(answer, index), answer, place, turn);
  }

  #call(key: string, call: Call, place: LinePosition, turn: string | null): void {
    const known = this.#seen.call(key);
    const isEnded = !("status" in call.body) || call.body.status !== "open";
    // Keep the first output: later lists may shorten it.
    if (known?.isEnded && known.kind === "tool" && !isEnded && call.body.kind !== "tool") {
      // Its answer came first, without the call's name.
      this.#seen.keepCall(key, { kind: call.body.kind, isEnded: true });
      return this.#facts.item(call.body, place, { key, rank: 2, turn });
    }
    if (known && (known.isEnded || !isEnded)) return;
    this.#seen.keepCall(key, { kind: call.body.kind, isEnded });
    this.#seen.set({ isWaiting: true });
    const at = call.at ?? place.at;
    this.#facts.seenAt(call.at);
    this.#facts.item(call.body, { ...place, at }, { key, rank: isEnded ? 1 : 0, turn });
    this.#attached(key, call.attached, { ...place, at }, turn);
  }

  #answer(key: string, answer: Call, place: LinePosition, turn: string | null): void {
    const known = this.#seen.call(key);
    if (!known?.isEnded) this.#call(key, answerAs(known?.kind ?? "tool", answer), place, turn);
  }

  #tokens(id: string, message: Foreign, known: KnownMessage | null, place: LinePosition): boolean {
    const model = textOf(message.model);
    if (model !== null) this.#facts.about({ model });
    const total = totalOf(message.tokens);
    if (known?.hasTokens || total === null) return known?.hasTokens ?? false;
    const tokens = this.#seen.flags.tokens + total;
    this.#seen.set({ tokens });
    this.#facts.about({ tokens });
    // A session that Reprise wrote has zeros.
    if (total > 0) this.#facts.usage({ key: id, model, tokens: tokensOf(message.tokens) }, place);
    return true;
  }

  #notice(text: string, place: LinePosition): void {
    this.#facts.item({ kind: "notice", text }, place);
  }
}

function marked(said: MessageContent, kept: Kept | null): MessageContent {
  if (said.mark?.type !== "compaction" || kept === null) return said;
  return { ...said, mark: { ...said.mark, kept } };
}

function isSame(now: KnownMessage, known: KnownMessage | undefined): boolean {
  if (!known || now.speaker !== known.speaker || now.mark !== known.mark) return false;
  return now.thoughtCount === known.thoughtCount && now.hasTokens === known.hasTokens;
}
