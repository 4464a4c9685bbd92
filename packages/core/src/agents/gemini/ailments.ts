import { type AilmentFate, type AilmentKind, parseJson } from "@reprise/model";
import { AilmentCollector, type AilmentPosition } from "../ailments/ailment-collector.ts";
import type { AilmentScan } from "../ailments/ailment-scan.ts";
import { type BadItem, badItemsIn, type Dialect } from "../ailments/bad-item.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";
import { rawRecords } from "../reading/raw-records.ts";
import { isAnswered, messageFaults, strangeAnswers } from "./faults.ts";
import { isWholeFile } from "./read/file-name.ts";
import { readMessage } from "./read/message.ts";
import { partsOf, textOfParts } from "./read/parts.ts";
import { isGeminiRecord } from "./read/record.ts";

const dialect: Dialect = {
  imageOf(value) {
    if (!isForeign(value)) return null;
    const [mediaType, base64] = [textOf(value.mimeType), textOf(value.data)];
    return mediaType?.startsWith("image/") && base64 !== null ? { mediaType, base64 } : null;
  },
  sealedFields: new Set(["thoughtSignature"]),
  // Its models scale images down and refuse GIF.
  images: { mostPixels: null, types: ["image/png", "image/jpeg", "image/webp"] },
};
const tooLong = /exceeds the maximum number of tokens|input token count|context window/i;
const mostDocumentBytes = 64 * 1024 * 1024;

/** Its reader also ends lines here. */
const separators = ["\u2028", "\u2029"].map((text) => Buffer.from(text));
const split =
  "The record contains a line separator (U+2028 or U+2029): Gemini CLI reads it as two lines and leaves it out when it resumes. A cleaned copy keeps it.";

/** As of 0.61.0. */
function onResume(kind: AilmentKind, { file }: AilmentPosition): AilmentFate | null {
  if (kind === "unreadable-line") return isWholeFile(file) ? null : "healed";
  if (kind === "second-header" || kind === "emptied") return "refused";
  if (kind === "broken-chain") return "lost";
  return kind === "skipped-prompt" || kind === "malformed-item" ? "healed" : "sent";
}

export const geminiAilments: AilmentScan = {
  agent: "gemini",
  async *scan(rollout, host) {
    // Gemini pairs calls and outputs by their order.
    const collector = new AilmentCollector(onResume, { isUnique: false });
    const messages = new Messages(collector);
    if (isWholeFile(rollout.path)) {
      collector.reads(rollout.path);
      takeDocument(host.files.text(rollout.path, mostDocumentBytes), rollout.path, messages, collector);
    } else
      for await (const { value, bytes, place } of rawRecords(rollout.path, host, {
        collector,
        isRecord: isGeminiRecord,
      })) {
        if (separators.some((separator) => bytes.includes(separator))) collector.file("malformed-item", place, split);
        messages.take(value, place);
      }
    yield* messages.look();
  },
};

/** Files before 0.58: every message has the document's position. */
function takeDocument(text: string | null, file: string, messages: Messages, collector: AilmentCollector): void {
  const place = { file, line: 1, byteOffset: 0 };
  try {
    for (const message of listOf(fieldOf(parseJson(text ?? ""), "messages"))) messages.take(message, place);
  } catch {
    const detail = "The document is incomplete. A cleaned copy keeps what can be read.";
    collector.file("unreadable-line", place, detail);
  }
}

/** Keeps only the faults of a message, to save memory. */
interface Looked {
  readonly place: AilmentPosition;
  readonly badItems: readonly BadItem[];
  readonly isPrompt: boolean;
  /** A prompt or a reply. */
  readonly isSaid: boolean;
  readonly model: string | null;
  readonly isSealed: boolean;
  readonly isTooLong: boolean;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly isOpen: boolean }[];
  readonly answers: readonly string[];
  /** Answers stored with another call. */
  readonly strange: readonly string[];
}

/** Messages by id as Gemini CLI loads them: replaced, listed again, withdrawn. */
class Messages {
  readonly #collector: AilmentCollector;
  #present = new Map<string, Looked>();
  #thread: string | null = null;
  #emptied: { readonly at: AilmentPosition; readonly said: ReadonlySet<string> } | null = null;

  constructor(collector: AilmentCollector) {
    this.#collector = collector;
  }

  take(value: unknown, place: AilmentPosition): void {
    if (!isForeign(value)) return;
    this.#header(textOf(value.sessionId), place);
    if (typeof value.$rewindTo === "string") return this.#rewind(value.$rewindTo);
    if (typeof value.id === "string") return void this.#present.set(value.id, look(value, place));
    const listed = fieldOf(value.$set, "messages") ?? (value.$set === undefined ? value.messages : undefined);
    if (!Array.isArray(listed)) return;
    const before = this.#said();
    // Without a reply it is a prompt that Gemini CLI took back.
    const wasAnswered = [...this.#present.values()].some(({ isSaid, isPrompt }) => isSaid && !isPrompt);
    this.#present = new Map();
    for (const [index, message] of listed.entries())
      if (isForeign(message)) this.#present.set(textOf(message.id) ?? `#${index}`, look(message, place));
    const isCompacted = listed.some((message) => isForeign(message) && readMessage(message).mark !== undefined);
    if (isCompacted) this.#emptied = null;
    else if (wasAnswered && this.#said().size === 0) this.#emptied = { at: place, said: before };
  }

  /** Ids of prompts and replies. */
  #said(): ReadonlySet<string> {
    return new Set([...this.#present].flatMap(([id, { isSaid }]) => (isSaid ? id : [])));
  }

  /** A resume also writes an empty list, and all messages again right after it. */
  #lookEmptied(): void {
    if (!this.#emptied) return;
    const { at, said } = this.#emptied;
    const present = this.#said();
    if ([...said].some((id) => present.has(id))) return;
    const taken = present.size;
    const result = taken === 0 ? "no longer finds it" : `takes only the ${taken} that came later`;
    const detail = `This line replaced all messages of the session by none: Gemini CLI ${result}. A cleaned copy has all of them.`;
    this.#collector.file(taken === 0 ? "emptied" : "broken-chain", at, detail);
  }

  /** The last header counts. */
  #header(thread: string | null, place: AilmentPosition): void {
    if (thread === null) return;
    const first = this.#thread;
    this.#thread ??= thread;
    if (first === null || first === thread) return;
    const detail = `A second header, of the session ${thread}: Gemini CLI no longer finds this one. A cleaned copy has one header.`;
    this.#collector.file("second-header", place, detail);
  }

  #rewind(id: string): void {
    let isBehind = !this.#present.has(id);
    for (const known of [...this.#present.keys()]) {
      isBehind ||= known === id;
      if (isBehind) this.#present.delete(known);
    }
  }

  look() {
    const collector = this.#collector;
    this.#lookEmptied();
    let turn = 0;
    let model: string | null = null;
    const asked = new Set<string>();
    const answered = new Set<string>();
    const twice = new Set<string>();
    let firstTwice: AilmentPosition | null = null;
    for (const looked of this.#present.values()) {
      if (looked.isPrompt) turn += 1;
      const place = { ...looked.place, turn };
      model = looked.model ?? model;
      for (const { id, tool, isOpen } of looked.calls) {
        if (isOpen) {
          collector.call(id, tool, place);
          asked.add(id);
        } else answered.add(id);
      }
      for (const id of looked.strange) {
        twice.add(id);
        firstTwice ??= looked.place;
      }
      for (const id of looked.answers) {
        if (!answered.has(id)) {
          collector.output(id, place);
          if (asked.has(id)) answered.add(id);
        } else {
          twice.add(id);
          firstTwice ??= looked.place;
        }
      }
      if (looked.isSealed && looked.model !== null) collector.sealed(looked.model, place);
      collector.add(looked.badItems, place);
      if (looked.isTooLong) collector.full(place, "The last turn failed: the prompt was too long for the model.");
      else if (looked.model !== null) collector.fits();
    }
    if (firstTwice !== null) collector.file("duplicate-output", firstTwice, toldTwice(twice.size));
    return collector.results({ maker: model, lastTurn: turn });
  }
}

/** https://github.com/google-gemini/gemini-cli/issues/29365 */
function toldTwice(count: number): string {
  const what = count === 1 ? "The output of a call is" : `The outputs of ${count} calls, from here on, are`;
  return `${what} recorded twice. Gemini CLI sends both when it resumes, and its model refuses them. A cleaned copy has each once.`;
}

function look(message: Foreign, place: AilmentPosition): Looked {
  const said = readMessage(message);
  const parts = partsOf(message.content);
  const recorded = listOf(message.toolCalls).filter(isForeign);
  const ids = new Set(recorded.map(({ id }) => id));
  const asked = parts.flatMap(({ functionCall }) => (isForeign(functionCall) ? [functionCall] : []));
  const answers = parts.flatMap(({ functionResponse }) => textOf(fieldOf(functionResponse, "id")) ?? []);
  const calls = [
    ...recorded.map((call) => callOf(call, !isAnswered(call))),
    ...asked.filter(({ id }) => id !== undefined && !ids.has(id)).map((call) => callOf(call, true)),
  ];
  return {
    place,
    badItems: [
      ...messageFaults(message, parts, said.speaker === "prompt" ? textOfParts(parts) : null),
      ...badItemsIn([message.content, message.toolCalls], dialect),
    ],
    isPrompt: said.speaker === "prompt",
    isSaid: said.speaker === "prompt" || said.speaker === "reply",
    model: textOf(message.model),
    isSealed: parts.some(({ thoughtSignature }) => typeof thoughtSignature === "string"),
    isTooLong: said.speaker === "error" && tooLong.test(said.text),
    calls,
    answers,
    strange: recorded.flatMap((call) => strangeAnswers(call, recorded)),
  };
}

function callOf(call: Foreign, isOpen: boolean) {
  return { id: textOf(call.id) ?? "unnamed", tool: textOf(call.name) ?? "a tool", isOpen };
}
