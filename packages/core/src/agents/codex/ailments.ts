import { type AilmentFate, type AilmentKind, tryParseJson } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { AilmentCollector, type AilmentPosition, type HistoryPosition } from "../ailments/ailment-collector.ts";
import type { AilmentScan } from "../ailments/ailment-scan.ts";
import { badItemsIn, type Dialect, imageInAddress } from "../ailments/bad-item.ts";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../foreign.ts";
import { rawRecords } from "../reading/raw-records.ts";
import type { RolloutRef } from "../reading/source.ts";
import { itemFaults } from "./faults.ts";
import { aboutHeader } from "./read/about.ts";
import { locateCodex } from "./read/locate.ts";
import { promptTextOf } from "./read/message.ts";
import { isCodexRecord } from "./read/record.ts";
import { callName } from "./read/response-item.ts";

const dialect: Dialect = {
  imageOf: imageInAddress,
  sealedFields: new Set(["encrypted_content", "internal_chat_message_metadata_passthrough"]),
  // Codex scales images down.
  images: { mostPixels: null },
};
const calls = new Set(["function_call", "custom_tool_call", "local_shell_call", "tool_search_call"]);
const outputs = new Set(["function_call_output", "custom_tool_call_output", "tool_search_output"]);

const sent: ReadonlySet<AilmentKind> = new Set([
  "misplaced-output",
  "duplicate-output",
  "duplicate-call-id",
  "bad-call-id",
  "bad-tool-name",
  "bad-role",
  "bad-item-id",
  "duplicate-item-id",
  "unknown-block",
  "empty-content",
  "foreign-reasoning",
  "nul",
  "oversized-item",
  "oversized-image",
  "context-full",
]);

const mostItemIds = 500_000;
const untimed = {
  kind: "malformed-item",
  what: "An item without a timestamp. Codex leaves it out when it resumes.",
} as const;

/** As of 0.166.0. It needs the first line to resume. */
function onResume(kind: AilmentKind, { line }: AilmentPosition): AilmentFate {
  if (kind === "missing-base" || kind === "missing-header" || (kind === "unreadable-line" && line === 1))
    return "refused";
  return sent.has(kind) ? "sent" : "healed";
}

export const codexAilments: AilmentScan = {
  agent: "codex",
  async *scan(rollout, host) {
    const history = new History();
    for (const piece of await piecesOf(rollout, host, history.collector)) await scanPiece(piece, host, history);
    yield* history.collector.results({ maker: history.maker, lastTurn: history.turn });
  },
};

async function scanPiece({ path, toByte }: ScannedPiece, host: Host, history: History): Promise<void> {
  const { collector } = history;
  if (path.endsWith(".json")) return scanDocument(path, host, history);
  for await (const record of rawRecords(path, host, { collector, isRecord: isCodexRecord, toByte }))
    history.take(record.value, record.place, record.followsDamage);
}

/** Files of 2025-04 are one document: item numbers replace offsets, as in the decoder. */
function scanDocument(path: string, host: Host, history: History): void {
  history.collector.reads(path);
  const items = documentItems(host.files.text(path, mostDocumentBytes));
  if (items === null) history.collector.file("unreadable-line", { file: path, line: 1, byteOffset: 0 }, notWhole);
  for (const [index, item] of (items ?? []).entries())
    history.take(item, { file: path, line: 1, byteOffset: index }, false);
}

const mostDocumentBytes = 64 * 1024 * 1024;
const notWhole = "The file is not a complete document. A cleaned copy keeps what can be read.";

function documentItems(text: string | null): readonly unknown[] | null {
  const document = tryParseJson((text ?? "").replace(/^\uFEFF/, ""));
  return document === undefined ? null : listOf(fieldOf(document, "items"));
}

interface ScannedPiece {
  readonly path: string;
  readonly toByte: number | undefined;
}

/** The rollout and its bases, in reading order. */
async function piecesOf(rollout: RolloutRef, host: Host, collector: AilmentCollector): Promise<ScannedPiece[]> {
  const pieces: ScannedPiece[] = [{ path: rollout.path, toByte: undefined }];
  const seen = new Set([rollout.path]);
  let all: readonly RolloutRef[] | null = null;
  for (let path = rollout.path; ; ) {
    const base = await baseOf(path, host);
    if (!base) return pieces;
    all ??= locateCodex(rollout.home, host).rollouts;
    const found = all.find(({ rolloutId }) => rolloutId === base.rolloutId);
    if (!found || seen.has(found.path)) {
      const place = { file: path, line: 1, byteOffset: 0 };
      const detail = `It continues ${base.rolloutId}, whose file is missing: the agent refuses the session. A cleaned copy starts with what is here.`;
      collector.file("missing-base", place, detail);
      return pieces;
    }
    seen.add(found.path);
    pieces.unshift({ path: found.path, toByte: base.endByte });
    path = found.path;
  }
}

async function baseOf(path: string, host: Host) {
  if (path.endsWith(".json")) return null;
  const how = { collector: new AilmentCollector(onResume), isRecord: isCodexRecord };
  for await (const { value } of rawRecords(path, host, how)) {
    const payload = fieldOf(value, "payload");
    return fieldOf(value, "type") === "session_meta" && isForeign(payload) ? aboutHeader(payload).base : null;
  }
  return null;
}

/** Tracks what Codex would send: the last compaction's replacement and everything after it. */
class History {
  readonly collector = new AilmentCollector(onResume);
  turn = 0;
  #provider: string | null = null;
  #model: string | null = null;
  #ordinal: number | null = null;
  #hasTurnStarts = false;
  #header: { readonly file: string; readonly isPaginated: boolean; hasItems: boolean } | null = null;
  readonly #itemIds = new Set<string>();

  get maker(): string | null {
    return makerOf(this.#provider, this.#model);
  }

  take(value: unknown, origin: AilmentPosition, followsDamage: boolean): void {
    if (!isForeign(value)) return;
    const payload = isForeign(value.payload) ? value.payload : null;
    if (payload === null) return this.#bare(value, origin);
    this.#number(numberOf(value.ordinal), origin, followsDamage);
    if (this.#header?.file !== origin.file) this.#opened(value, payload, origin, followsDamage);
    switch (value.type) {
      case "session_meta":
        return this.#meta(payload, origin);
      case "turn_context":
        this.#model = textOf(payload.model) ?? this.#model;
        return;
      case "response_item":
        this.#checked(payload, this.#at(origin), typeof value.timestamp === "string");
        return this.#item(payload, this.#at(origin));
      case "compacted":
        return this.#compacted(payload, origin);
      case "event_msg":
        return this.#event(payload, origin);
    }
  }

  #opened(value: Foreign, payload: Foreign, origin: AilmentPosition, followsDamage: boolean): void {
    this.#header = { file: origin.file, isPaginated: payload.history_mode === "paginated", hasItems: false };
    if (value.type === "session_meta" || followsDamage) return;
    const detail =
      "The file does not start with its header (session_meta): Codex refuses the session. A cleaned copy has one.";
    this.collector.file("missing-header", origin, detail);
  }

  #meta(meta: Foreign, origin: AilmentPosition): void {
    this.#provider = textOf(meta.model_provider) ?? this.#provider;
    const own = this.#header;
    if (!own?.hasItems || !own.isPaginated) return;
    const detail = `A second header, of the thread ${String(meta.id)}: on a resume, Codex leaves out everything before it. A cleaned copy keeps both.`;
    this.collector.file("second-header", origin, detail);
  }

  /** Only wrapped items: current releases do not resume other files. */
  #checked(item: Foreign, place: HistoryPosition, isTimed: boolean): void {
    if (this.#header) this.#header.hasItems = true;
    if (!isTimed) return this.collector.add([untimed], place);
    const { id, type } = item;
    this.collector.add(itemFaults(item), place);
    if (typeof id !== "string" || id === "" || type === "reasoning") return;
    if (this.#itemIds.has(id))
      this.collector.add(
        [{ kind: "duplicate-item-id", what: `An earlier item has the same id, ${id.slice(0, 80)}.` }],
        place,
      );
    if (this.#itemIds.size < mostItemIds) this.#itemIds.add(id);
  }

  /** Files before 2025-09. */
  #bare(line: Foreign, origin: AilmentPosition): void {
    if (typeof line.type === "string") this.#item(line, this.#at(origin));
  }

  #at(origin: AilmentPosition): HistoryPosition {
    return { ...origin, turn: this.turn };
  }

  #item(item: Foreign, place: HistoryPosition): void {
    const type = String(item.type);
    if (type === "message" && item.role === "user" && !this.#hasTurnStarts && promptTextOf(item) !== null)
      this.turn += 1;
    const here = { ...place, turn: this.turn };
    const call = textOf(item.call_id) ?? (type === "local_shell_call" ? textOf(item.id) : null);
    if (call !== null && calls.has(type)) this.collector.call(call, callName(item), here);
    else if (call !== null && outputs.has(type)) this.collector.output(call, here);
    if (textOf(item.encrypted_content) !== null && this.maker !== null) this.collector.sealed(this.maker, here);
    this.collector.add(badItemsIn(item, dialect), here);
  }

  #compacted(compacted: Foreign, origin: AilmentPosition): void {
    this.#itemIds.clear();
    if (!Array.isArray(compacted.replacement_history)) {
      // Only the prompts and the summary remain, as text.
      this.collector.replaced();
      return this.collector.add(badItemsIn(compacted.message, dialect), this.#at(origin));
    }
    this.collector.replaced();
    for (const item of listOf(compacted.replacement_history)) if (isForeign(item)) this.#item(item, this.#at(origin));
  }

  #event(event: Foreign, origin: AilmentPosition): void {
    switch (event.type) {
      case "task_started":
      case "turn_started":
        this.#hasTurnStarts = true;
        this.turn += 1;
        return;
      case "thread_settings_applied":
        this.#provider = textOf(fieldOf(event.thread_settings, "model_provider_id")) ?? this.#provider;
        this.#model = textOf(fieldOf(event.thread_settings, "model")) ?? this.#model;
        return;
      case "thread_rolled_back":
        return this.#takeBack(numberOf(event.num_turns) ?? 0);
      case "token_count":
        return this.#usage(event.info, origin);
      case "task_complete":
      case "turn_complete":
        return this.#ended(event.error, origin);
    }
  }

  #takeBack(turns: number): void {
    const kept = this.turn - turns;
    this.collector.replaced(({ turn }) => turn <= kept);
    this.turn = Math.max(0, kept);
  }

  #usage(info: unknown, origin: AilmentPosition): void {
    const used = numberOf(fieldOf(info, "last_token_usage", "total_tokens"));
    const window = numberOf(fieldOf(info, "model_context_window"));
    if (used === null || window === null || window <= 0) return;
    this.collector.fits();
    if (used < window) return;
    this.collector.full(this.#at(origin), `The last request took ${used} of ${window} tokens.`);
  }

  #ended(error: unknown, origin: AilmentPosition): void {
    const why = fieldOf(error, "codex_error_info");
    const isFull = why === "context_window_exceeded" || why === "contextWindowExceeded";
    if (!isFull) return;
    this.collector.full(this.#at(origin), "The last turn failed: the model's context window was full.");
  }

  #number(found: number | null, origin: AilmentPosition, followsDamage: boolean): void {
    const last = followsDamage ? null : this.#ordinal;
    this.#ordinal = found;
    if (found === null || last === null || found === last + 1) return;
    const what =
      found <= last
        ? `Number ${found} comes after ${last}`
        : `${found - last - 1} line(s) are missing after number ${last}`;
    const detail = `${what}: the agent may show only what comes before it. A cleaned copy has new numbers.`;
    this.collector.file("ordinal", origin, detail);
    this.#ordinal = Math.max(found, last);
  }
}

function makerOf(provider: string | null, model: string | null): string | null {
  if (provider === null && model === null) return null;
  return `${model ?? "an unnamed model"} of ${provider ?? "an unnamed provider"}`;
}
