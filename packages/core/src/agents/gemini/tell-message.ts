import { asTimestamp, type ItemBody, type Kept, type Origin } from "@reprise/model";
import { type Foreign, fieldOf, numberOf, textOf } from "../foreign.ts";
import { injected } from "../reading/fact.ts";
import { answerAs, type Call } from "./call.ts";
import { type KnownMessage, type Memory, markOf } from "./memory.ts";
import { readMessage, type Said } from "./message.ts";
import type { Place, Teller } from "./teller.ts";

const keptOfLast = 4000;

/** Tells of each message what was not told before. */
export class MessageTeller {
  readonly #memory: Memory;
  readonly #teller: Teller;

  constructor(memory: Memory, teller: Teller) {
    this.#memory = memory;
    this.#teller = teller;
  }

  /** `isPutIn`: it stands in a list of all messages and not where it was said. `kept`: by a compaction in that list. */
  tell(message: Foreign, origin: Origin, how: { isPutIn: boolean; kept?: Kept | null }): void {
    const memory = this.#memory;
    const id = memory.nameOf(textOf(message.id) ?? `@${origin.byteOffset}`);
    const place = { origin, at: asTimestamp(message.timestamp) };
    const said = marked(readMessage(message), how.kept ?? null);
    const known = memory.message(id);
    memory.addPresent(id);
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
    if (!isSame(now, known)) memory.keepMessage(id, now);
    if (said.voice === "error" && !known && memory.flags.isWaiting) this.#teller.turnEnd("failed", place);
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
    this.#attached(id, said.attached, place, turn);
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
    const body: ItemBody =
      said.mark === undefined
        ? { kind: voice === "error" ? "notice" : voice, text }
        : { kind: "notice", text, mark: said.mark };
    this.#teller.item(body, place, { key: id, turn });
    if (voice !== "prompt" && voice !== "reply") return;
    this.#memory.set({ isWaiting: voice === "prompt", last: { id, text: text.slice(0, keptOfLast) } });
  }

  #attached(key: string, attached: readonly ItemBody[], place: Place, turn: string | null): void {
    for (const [index, body] of attached.entries())
      this.#teller.item(body, place, { key: `${key}#attached${index}`, turn });
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
    if (known?.isEnded && known.kind === "tool" && !isEnded && call.body.kind !== "tool") {
      // Its answer came first and did not say what was called.
      this.#memory.keepCall(key, { kind: call.body.kind, isEnded: true });
      return this.#teller.item(call.body, place, { key, rank: 2, turn });
    }
    if (known && (known.isEnded || !isEnded)) return;
    this.#memory.keepCall(key, { kind: call.body.kind, isEnded });
    this.#memory.set({ isWaiting: true });
    const at = call.at ?? place.at;
    this.#teller.seenAt(call.at);
    this.#teller.item(call.body, { ...place, at }, { key, rank: isEnded ? 1 : 0, turn });
    this.#attached(key, call.attached, { ...place, at }, turn);
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

  #notice(text: string, place: Place): void {
    this.#teller.item({ kind: "notice", text }, place);
  }
}

function marked(said: Said, kept: Kept | null): Said {
  if (said.mark?.type !== "compaction" || kept === null) return said;
  return { ...said, mark: { ...said.mark, kept } };
}

function isSame(now: KnownMessage, known: KnownMessage | undefined): boolean {
  if (!known || now.voice !== known.voice || now.mark !== known.mark) return false;
  return now.thoughtCount === known.thoughtCount && now.hasTokens === known.hasTokens;
}
