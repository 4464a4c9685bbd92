import type { LineBatch } from "../../reading/lines.ts";
import { aboutTurn } from "../read/about.ts";
import type { FactCollector } from "../read/fact-collector.ts";
import { ByteSearch } from "./byte-search.ts";
import { InternedTexts } from "./interned-text.ts";
import { LineView } from "./line-view.ts";
import { EventPeek } from "./peek-event.ts";
import { ResponsePeek } from "./peek-response.ts";
import { SettingsCache } from "./settings-cache.ts";

const opening = new ByteSearch('{"timestamp":"');
const typeField = new ByteSearch('"type":"');
const typeAfterOrdinal = new ByteSearch(',"type":"');
const ordinalField = new ByteSearch('"ordinal":');
const responseItem = new ByteSearch('response_item","payload":{"type":"');
const event = new ByteSearch('event_msg","payload":{"type":"');
const tokenUsage = new ByteSearch("token_usage_record");
const turnContext = new ByteSearch("turn_context");
const worldState = new ByteSearch("world_state");
const cwdField = new ByteSearch('"cwd":');
const approvedField = new ByteSearch('"approved_command_prefixes":[[');
const closingBrace = 125;

const contexts = new SettingsCache(aboutTurn);

/** `read`: its start was enough. `usage`: a running total; only the last counts. `parse`: parse it. `odd`: an earlier line is not what it seemed. */
export type Peeked = "read" | "usage" | "parse" | "odd";

/** Outlines a line by its first bytes: most of a rollout is text an outline leaves out. Anything unexpected goes to the parser, so both ways agree. */
export class Peek {
  readonly #facts: FactCollector;
  readonly #line: LineView;
  readonly #responses: ResponsePeek;
  readonly #events: EventPeek;
  #lastContext = "";
  #ordinal: number | null = null;
  /** Start of the latest line; -1 before the first. */
  #latest = -1;

  constructor(facts: FactCollector, file: string) {
    this.#facts = facts;
    this.#line = new LineView(file);
    const interned = new InternedTexts();
    this.#responses = new ResponsePeek(facts, this.#line, interned);
    this.#events = new EventPeek(facts, this.#line, interned);
  }

  startBatch(): void {
    this.#latest = -1;
  }

  /** Forgets repeated-line state after other reads. */
  forget(): void {
    this.#lastContext = "";
    this.#events.forget();
  }

  /** Keeps the time of the batch. */
  endBatch(): void {
    if (this.#latest !== -1) this.#facts.seenAt(this.#line.timeAt(this.#latest));
  }

  line(batch: LineBatch, index: number): Peeked {
    const line = this.#line;
    line.moveTo(batch, index);
    const { start, end } = line;
    if (line.byte(end - 1) !== closingBrace || !line.isAt(start, opening)) return "parse";
    if (line.byte(start + 37) !== 90 || line.byte(start + 38) !== 34) return "parse";
    const typeAt = this.#afterOrdinal(start + 40);
    const peeked = typeAt === -1 ? "parse" : this.#byType(typeAt);
    if (peeked === "parse") return peeked;
    if (!this.#facts.isNext(this.#ordinal)) return "odd";
    if (this.#latest === -1 || line.isLaterThan(this.#latest)) this.#latest = start;
    return peeked;
  }

  /** Position after `"type":"`; -1 if unexpected. */
  #afterOrdinal(from: number): number {
    const line = this.#line;
    this.#ordinal = null;
    if (line.isAt(from, typeField)) return from + typeField.length;
    if (!line.isAt(from, ordinalField)) return -1;
    const first = from + ordinalField.length;
    let ordinal = 0;
    let at = first;
    for (let digit = line.byte(at) - 48; digit >= 0 && digit <= 9; digit = line.byte(at) - 48) {
      ordinal = ordinal * 10 + digit;
      at += 1;
    }
    this.#ordinal = ordinal;
    return at > first && line.isAt(at, typeAfterOrdinal) ? at + typeAfterOrdinal.length : -1;
  }

  #byType(at: number): Peeked {
    const line = this.#line;
    if (line.isAt(at, event)) return this.#events.peek(at + event.length);
    if (line.isAt(at, responseItem)) return this.#responses.peek(at + responseItem.length);
    if (line.isAt(at, tokenUsage)) return "read";
    if (line.isAt(at, turnContext)) return this.#context(at);
    if (line.isAt(at, worldState)) return line.holds(approvedField) ? "parse" : "read";
    return "parse";
  }

  /** Settings repeat every turn: identical lines are skipped. */
  #context(at: number): Peeked {
    const line = this.#line;
    const cwdAt = line.find(cwdField, at, line.headEnd);
    const text = cwdAt === -1 ? "" : line.rest(cwdAt);
    if (text !== "" && text === this.#lastContext) return "read";
    const about = text !== "" && line.isWholeBefore(cwdAt) ? contexts.about(text) : null;
    this.#lastContext = about ? text : "";
    if (about === null) return "parse";
    this.#facts.about(about);
    return "read";
  }
}
