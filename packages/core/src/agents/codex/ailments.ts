import { type AilmentFate, type AilmentKind, parseJson } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { Ailing, type AilingPlace, type HistoryPlace } from "../ailing.ts";
import type { AilmentScan } from "../ailments.ts";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../foreign.ts";
import { type Dialect, imageInAddress, poisonIn } from "../poison.ts";
import { rawRecords } from "../raw-records.ts";
import type { RolloutRef } from "../source.ts";
import { aboutHeader } from "./about.ts";
import { itemFaults } from "./faults.ts";
import { locateCodex } from "./locate.ts";
import { promptTextOf } from "./message.ts";
import { isCodexRecord } from "./record.ts";
import { callName } from "./response-item.ts";

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

/** As 0.166.0 does it. Without its first line nothing is resumed. */
function onResume(kind: AilmentKind, { line }: AilingPlace): AilmentFate {
  if (kind === "missing-base" || kind === "missing-header" || (kind === "unreadable-line" && line === 1))
    return "refused";
  return sent.has(kind) ? "sent" : "healed";
}

export const codexAilments: AilmentScan = {
  agent: "codex",
  async *scan(rollout, host) {
    const history = new History();
    for (const piece of await piecesOf(rollout, host, history.ailing)) await scanPiece(piece, host, history);
    yield* history.ailing.results({ maker: history.maker, lastTurn: history.turn });
  },
};

async function scanPiece({ path, toByte }: ScannedPiece, host: Host, history: History): Promise<void> {
  const { ailing } = history;
  if (path.endsWith(".json")) return scanDocument(path, host, history);
  for await (const record of rawRecords(path, host, { ailing, isRecord: isCodexRecord, toByte }))
    history.take(record.value, record.place, record.followsDamage);
}

/** The files of 2025-04 are one document: its items are numbered in place of offsets, as the decoder does it. */
function scanDocument(path: string, host: Host, history: History): void {
  history.ailing.reads(path);
  const items = documentItems(host.files.text(path, mostDocumentBytes));
  if (items === null)
    history.ailing.file("unreadable-line", { file: path, line: 1, byteOffset: 0 }, notWhole);
  for (const [index, item] of (items ?? []).entries())
    history.take(item, { file: path, line: 1, byteOffset: index }, false);
}

const mostDocumentBytes = 64 * 1024 * 1024;
const notWhole = "The file is not one whole document. A cleaned copy keeps what can be read.";

function documentItems(text: string | null): readonly unknown[] | null {
  try {
    return listOf(fieldOf(parseJson((text ?? "").replace(/^\uFEFF/, "")), "items"));
  } catch {
    return null;
  }
}

interface ScannedPiece {
  readonly path: string;
  readonly toByte: number | undefined;
}

/** The rollout and what it continues, back to the beginning, in reading order. */
async function piecesOf(rollout: RolloutRef, host: Host, ailing: Ailing): Promise<ScannedPiece[]> {
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
      const detail = `It continues ${base.rolloutId}, whose file is not here: the agent refuses the session. A cleaned copy begins with what is here.`;
      ailing.file("missing-base", place, detail);
      return pieces;
    }
    seen.add(found.path);
    pieces.unshift({ path: found.path, toByte: base.endByte });
    path = found.path;
  }
}

async function baseOf(path: string, host: Host) {
  if (path.endsWith(".json")) return null;
  const how = { ailing: new Ailing(onResume), isRecord: isCodexRecord };
  for await (const { value } of rawRecords(path, host, how)) {
    const payload = fieldOf(value, "payload");
    return fieldOf(value, "type") === "session_meta" && isForeign(payload) ? aboutHeader(payload).base : null;
  }
  return null;
}

/** Follows what Codex would send: the last compaction's replacement and every item behind it. */
class History {
  readonly ailing = new Ailing(onResume);
  turn = 0;
  #provider: string | null = null;
  #model: string | null = null;
  #ordinal: number | null = null;
  #hasTurnStarts = false;
  /** Of the file that is being read. */
  #header: { readonly file: string; readonly isPaginated: boolean; hasItems: boolean } | null = null;
  readonly #itemIds = new Set<string>();

  get maker(): string | null {
    return makerOf(this.#provider, this.#model);
  }

  take(value: unknown, origin: AilingPlace, followsDamage: boolean): void {
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

  #opened(value: Foreign, payload: Foreign, origin: AilingPlace, followsDamage: boolean): void {
    this.#header = { file: origin.file, isPaginated: payload.history_mode === "paginated", hasItems: false };
    if (value.type === "session_meta" || followsDamage) return;
    const detail =
      "The file does not begin with its header (session_meta): Codex refuses the session. A cleaned copy has one.";
    this.ailing.file("missing-header", origin, detail);
  }

  #meta(meta: Foreign, origin: AilingPlace): void {
    this.#provider = textOf(meta.model_provider) ?? this.#provider;
    const own = this.#header;
    if (!own?.hasItems || !own.isPaginated) return;
    const detail = `A second header, of the thread ${String(meta.id)}: Codex leaves out what comes before it when it resumes. A cleaned copy keeps both.`;
    this.ailing.file("second-header", origin, detail);
  }

  /** Only of wrapped items: files with others no release of today resumes. */
  #checked(item: Foreign, place: HistoryPlace, isTimed: boolean): void {
    if (this.#header) this.#header.hasItems = true;
    if (!isTimed) return this.ailing.poison([untimed], place);
    const { id, type } = item;
    this.ailing.poison(itemFaults(item), place);
    if (typeof id !== "string" || id === "" || type === "reasoning") return;
    if (this.#itemIds.has(id))
      this.ailing.poison(
        [{ kind: "duplicate-item-id", what: `An earlier item has the same id, ${id.slice(0, 80)}.` }],
        place,
      );
    if (this.#itemIds.size < mostItemIds) this.#itemIds.add(id);
  }

  /** Files before 2025-09. */
  #bare(line: Foreign, origin: AilingPlace): void {
    if (typeof line.type === "string") this.#item(line, this.#at(origin));
  }

  #at(origin: AilingPlace): HistoryPlace {
    return { ...origin, turn: this.turn };
  }

  #item(item: Foreign, place: HistoryPlace): void {
    const type = String(item.type);
    if (type === "message" && item.role === "user" && !this.#hasTurnStarts && promptTextOf(item) !== null)
      this.turn += 1;
    const here = { ...place, turn: this.turn };
    const call = textOf(item.call_id) ?? (type === "local_shell_call" ? textOf(item.id) : null);
    if (call !== null && calls.has(type)) this.ailing.call(call, callName(item), here);
    else if (call !== null && outputs.has(type)) this.ailing.output(call, here);
    if (textOf(item.encrypted_content) !== null && this.maker !== null) this.ailing.sealed(this.maker, here);
    this.ailing.poison(poisonIn(item, dialect), here);
  }

  #compacted(compacted: Foreign, origin: AilingPlace): void {
    this.#itemIds.clear();
    if (!Array.isArray(compacted.replacement_history)) {
      // Only the prompts and the summary are kept, as text.
      this.ailing.replaced();
      return this.ailing.poison(poisonIn(compacted.message, dialect), this.#at(origin));
    }
    this.ailing.replaced();
    for (const item of listOf(compacted.replacement_history))
      if (isForeign(item)) this.#item(item, this.#at(origin));
  }

  #event(event: Foreign, origin: AilingPlace): void {
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
    this.ailing.replaced(({ turn }) => turn <= kept);
    this.turn = Math.max(0, kept);
  }

  #usage(info: unknown, origin: AilingPlace): void {
    const used = numberOf(fieldOf(info, "last_token_usage", "total_tokens"));
    const window = numberOf(fieldOf(info, "model_context_window"));
    if (used === null || window === null || window <= 0) return;
    this.ailing.fits();
    if (used < window) return;
    this.ailing.full(this.#at(origin), `The last request took ${used} of ${window} tokens.`);
  }

  #ended(error: unknown, origin: AilingPlace): void {
    const why = fieldOf(error, "codex_error_info");
    const isFull = why === "context_window_exceeded" || why === "contextWindowExceeded";
    if (!isFull) return;
    this.ailing.full(this.#at(origin), "The last turn failed: the model's context window was full.");
  }

  #number(found: number | null, origin: AilingPlace, followsDamage: boolean): void {
    const last = followsDamage ? null : this.#ordinal;
    this.#ordinal = found;
    if (found === null || last === null || found === last + 1) return;
    const what =
      found <= last
        ? `Number ${found} comes after ${last}`
        : `${found - last - 1} line(s) are missing after number ${last}`;
    const detail = `${what}: the agent may show only what stands before it. A cleaned copy is numbered anew.`;
    this.ailing.file("ordinal", origin, detail);
    this.#ordinal = Math.max(found, last);
  }
}

function makerOf(provider: string | null, model: string | null): string | null {
  if (provider === null && model === null) return null;
  return `${model ?? "an unnamed model"} of ${provider ?? "an unnamed provider"}`;
}
