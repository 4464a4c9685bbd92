import { type AilmentFate, type AilmentKind, SessionError, tryParseJson } from "@reprise/model";
import { AilmentCollector, type HistoryPosition } from "../ailments/ailment-collector.ts";
import type { AilmentScan } from "../ailments/ailment-scan.ts";
import { badItemsIn, type Dialect, imageInAddress } from "../ailments/bad-item.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";
import { messageFaults, partFaults } from "./faults.ts";
import { openStore } from "./read/open-store.ts";
import type { SessionStore, StoredMessage, StoredText } from "./read/session-store.ts";

const dialect: Dialect = {
  imageOf: imageInAddress,
  sealedFields: new Set(["metadata", "providerMetadata"]),
  images: { mostPixels: 8000 },
};
const tooLong = /context (?:length|window)|too long|maximum context|ContextOverflow/i;

const sent: ReadonlySet<AilmentKind> = new Set([
  "duplicate-call-id",
  "bad-call-id",
  "bad-tool-name",
  "bad-tool-input",
  "nul",
  "oversized-item",
  "context-full",
]);
/** Fixed for models without images; not tried for others. */
const untried: ReadonlySet<AilmentKind> = new Set(["broken-image", "oversized-image"]);

/** As of 1.18.33. */
function onResume(kind: AilmentKind): AilmentFate | null {
  if (kind === "unreadable-line" || kind === "malformed-item") return "refused";
  if (untried.has(kind)) return null;
  return sent.has(kind) ? "sent" : "healed";
}

/** Same numbering as the decoder: one per message and part. */
export const opencodeAilments: AilmentScan = {
  agent: "opencode",
  async *scan(rollout, host) {
    const history = new History(rollout.path);
    let store: SessionStore | null = null;
    try {
      store = openStore(rollout, host);
      if (store) history.read(store);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      history.unreadable(0, error.message);
    } finally {
      store?.close();
    }
    yield* history.collector.results({ maker: history.maker, lastTurn: history.turn });
  },
};

class History {
  readonly collector = new AilmentCollector(onResume);
  readonly #file: string;
  turn = 0;
  maker: string | null = null;
  /** Start of what the next compaction keeps. */
  #keptFrom = Number.POSITIVE_INFINITY;

  constructor(file: string) {
    this.#file = file;
    this.collector.reads(file);
  }

  read(store: SessionStore): void {
    const undoneFrom = textOf(fieldOf(store.session()?.revert, "messageID"));
    let next = 0;
    for (const stored of store.messages()) {
      if (stored.id === undoneFrom) return;
      const place = next;
      next += 1 + stored.partCount;
      this.#message(store, stored, place);
    }
  }

  unreadable(place: number, why: string): void {
    const at = { file: this.#file, line: 0, byteOffset: place };
    this.collector.file("unreadable-line", at, `${why} A cleaned copy leaves it out.`);
  }

  #message(store: SessionStore, stored: StoredMessage, place: number): void {
    const message = this.#parsed(store.message(stored), place);
    const parts = store.parts(stored).flatMap((text, index) => {
      const part = this.#parsed(text, place + 1 + index);
      return part ? [{ part, at: place + 1 + index }] : [];
    });
    if (message?.role === "user" || stored.type === "user") this.turn += 1;
    if (message) this.#outcome(message, this.#at(place));
    if (message && stored.type === null) this.#checked(message, parts, place);
    const own = listOf(message?.content).filter(isForeign);
    for (const { part, at } of [...parts, ...own.map((part) => ({ part, at: place }))]) {
      if (part.type === "compaction") this.#keptFrom = placeOf(textOf(part.tail_start_id), store);
      this.#part(part, this.#at(at));
    }
    if (message && stored.type !== null) this.collector.add(badItemsIn(message, dialect), this.#at(place));
  }

  #checked(message: Foreign, parts: readonly { part: Foreign; at: number }[], place: number): void {
    this.collector.add(messageFaults(message), this.#at(place));
    for (const { part, at } of parts) this.collector.add(partFaults(part), this.#at(at));
  }

  #at(place: number): HistoryPosition {
    return { file: this.#file, line: 0, byteOffset: place, turn: this.turn };
  }

  #outcome(message: Foreign, place: HistoryPosition): void {
    const model = textOf(message.modelID) ?? textOf(fieldOf(message.model, "id"));
    const provider = textOf(message.providerID) ?? textOf(fieldOf(message.model, "providerID"));
    if (message.role === "assistant" && model !== null) this.maker = `${model} of ${provider ?? "an unnamed provider"}`;
    if (message.summary === true && !isForeign(message.error))
      this.collector.replaced(({ byteOffset }) => byteOffset >= this.#keptFrom);
    if (message.role !== "assistant") return;
    const why = isForeign(message.error) ? JSON.stringify(message.error) : "";
    if (tooLong.test(why)) this.collector.full(place, "The last turn failed: the prompt was too long for the model.");
    else if (why === "") this.collector.fits();
  }

  #part(part: Foreign, place: HistoryPosition): void {
    if (part.type === "tool") this.#tool(part, place);
    if (part.type === "reasoning" && this.maker !== null && isForeign(part.metadata ?? part.providerMetadata))
      this.collector.sealed(this.maker, place);
    this.collector.add(badItemsIn(part, dialect), place);
  }

  #tool(part: Foreign, place: HistoryPosition): void {
    const status = textOf(fieldOf(part.state, "status"));
    const id = textOf(part.callID) ?? textOf(part.id) ?? `@${place.byteOffset}`;
    // Without a state OpenCode does not open the session.
    if (part.state === undefined && part.callID !== undefined) return;
    this.collector.call(id, textOf(part.tool) ?? textOf(part.name) ?? "a tool", place);
    if (status === "completed" || status === "error") this.collector.output(id, place);
  }

  #parsed(text: StoredText | null, place: number): Foreign | null {
    if (text === null) return null;
    const value = tryParseJson(text.text);
    if (isForeign(value)) return value;
    this.unreadable(place, `${text.id} is not a complete record.`);
    return null;
  }
}

/** Infinity if there is no such message. */
function placeOf(id: string | null, store: SessionStore): number {
  let next = 0;
  for (const message of id === null ? [] : store.messages()) {
    if (message.id === id) return next;
    next += 1 + message.partCount;
  }
  return Number.POSITIVE_INFINITY;
}
