import type { Settings, Timestamp } from "@reprise/model";
import type { WriteOrder } from "../../writing/native-writer.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { newId } from "./id.ts";
import { responseItemsOf } from "./response-items.ts";
import { threadItemOf } from "./thread-item.ts";

/** The release whose format is written. */
const writtenVersion = "0.166.0";

/**
 * What Codex sends to a model and, beside it, what it shows. The same for the same order. Numbered, as releases that can
 * read such a rollout write it themselves; 0.143 and 0.144 refuse one.
 */
export function rolloutOf(
  history: readonly PortableItem[],
  order: WriteOrder,
  { isNumbered = true }: { readonly isNumbered?: boolean } = {},
): string {
  const lines = new Lines(order, isNumbered);
  lines.add("session_meta", { ...header(order), ...(isNumbered ? { history_mode: "paginated" } : {}) }, order.at);
  for (const turn of turnsOf(history)) lines.addTurn(turn);
  return lines.text();
}

/** Without instructions, so that Codex uses its own; as `cli`, since its list leaves out what it does not know. */
function header({ thread, at, cwd, settings }: WriteOrder): object {
  return {
    session_id: thread,
    id: thread,
    timestamp: at,
    cwd,
    originator: "reprise",
    cli_version: writtenVersion,
    source: "cli",
    model_provider: settings.provider,
  };
}

/** A prompt begins a turn; what stands before the first is one too. */
function turnsOf(history: readonly PortableItem[]): readonly (readonly PortableItem[])[] {
  const turns: PortableItem[][] = [];
  for (const item of history) {
    const last = turns.at(-1);
    if (last === undefined || (item.kind === "user" && item.text !== "")) turns.push([item]);
    else last.push(item);
  }
  return turns;
}

class Lines {
  readonly #lines: string[] = [];
  readonly #order: WriteOrder;
  readonly #isNumbered: boolean;

  constructor(order: WriteOrder, isNumbered: boolean) {
    this.#order = order;
    this.#isNumbered = isNumbered;
  }

  add(type: string, payload: object, at: Timestamp, more: object = {}): void {
    const number = this.#isNumbered ? { ordinal: this.#lines.length } : {};
    this.#lines.push(JSON.stringify({ timestamp: at, ...number, type, payload, ...more }));
  }

  addTurn(items: readonly PortableItem[]): void {
    const { at, settings, cwd } = this.#order;
    const [beginsAt, endsAt] = [items[0]?.at ?? at, items.at(-1)?.at ?? at];
    const turn = this.#id(beginsAt);
    const about = { turn_id: turn, root_turn_id: turn, started_at: seconds(beginsAt) };
    this.add("event_msg", { type: "task_started", ...about, collaboration_mode_kind: "default" }, beginsAt);
    const context = turnContext(settings, cwd, turn);
    if (context) this.add("turn_context", context, beginsAt);
    for (const item of items) this.#addItem(item, turn);
    const last_agent_message = items.findLast((item) => item.kind === "assistant")?.text ?? null;
    const end = { last_agent_message, completed_at: seconds(endsAt) };
    this.add("event_msg", { type: "task_complete", ...about, ...end }, endsAt);
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  #addItem(item: PortableItem, turn: string): void {
    const at = item.at ?? this.#order.at;
    for (const told of responseItemsOf(item)) this.add("response_item", told, at, wholly(told.output));
    const ms = Date.parse(at);
    const threadItem = threadItemOf(item, this.#id(at), this.#order.cwd);
    if (threadItem === null) return;
    const shown = {
      thread_id: this.#order.thread,
      turn_id: turn,
      item: threadItem,
      started_at_ms: ms,
      completed_at_ms: ms,
    };
    this.add("event_msg", { type: "item_completed", ...shown }, at);
  }

  /** Of a line's place: no two are the same, and a second writing gives the same. */
  #id(at: Timestamp): string {
    return newId(at, `${this.#order.thread}#${this.#lines.length}`);
  }
}

/** Otherwise Codex cuts the middle out of a long output when it sends it: 12,000 tokens are left, of four bytes each. */
function wholly(output: unknown): object {
  const bytes = typeof output === "string" ? Buffer.byteLength(output) : 0;
  return bytes > 48_000 ? { metadata: { fallback_token_limit_override: bytes } } : {};
}

function seconds(at: Timestamp): number {
  return Math.floor(Date.parse(at) / 1000);
}

/** A word that Codex does not know makes it skip the whole record. */
const known = {
  summary: ["auto", "concise", "detailed", "none"],
  sandbox: ["read-only", "workspace-write", "danger-full-access"],
  approvalPolicy: ["untrusted", "on-request", "never"],
} as const;

/**
 * How a turn was set up; null when its model is not known: Codex has no such record without one, and goes by its
 * configuration. What else is not known is written as Codex has it in a folder that it does not trust.
 * `comp_hash` is left out: a resume with another model would have the history summarised first, by a model call.
 */
function turnContext(settings: Settings, cwd: string, turn: string): object | null {
  const { model, effort } = settings;
  if (model === null) return null;
  return {
    turn_id: turn,
    root_turn_id: turn,
    cwd,
    approval_policy: knownWord(settings, "approvalPolicy") ?? "on-request",
    sandbox_policy: { type: knownWord(settings, "sandbox") ?? "read-only" },
    model,
    ...(effort ? { effort } : {}),
    summary: knownWord(settings, "summary") ?? "auto",
  };
}

function knownWord(settings: Settings, name: keyof typeof known): string | null {
  const word = settings[name];
  return word !== null && (known[name] as readonly string[]).includes(word) ? word : null;
}
