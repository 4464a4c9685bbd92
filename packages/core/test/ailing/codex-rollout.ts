import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LineStart } from "./case.ts";

type Fields = Record<string, unknown>;

/** Writes lines as Codex 0.166.0 does, numbered, and knows where each stands. */
export class CodexRollout {
  readonly thread: string;
  readonly #cwd: string;
  readonly #lines: Buffer[] = [];
  #ordinal = 0;
  #turn = 0;
  #seconds = 0;

  constructor(thread: string, cwd: string) {
    this.thread = thread;
    this.#cwd = cwd;
  }

  /** Returns where the line stands. */
  line(type: string, payload: Fields, { ordinal = this.#ordinal } = {}): LineStart {
    this.#ordinal = ordinal + 1;
    return this.raw(JSON.stringify({ timestamp: this.#at(), ordinal, type, payload }));
  }

  raw(text: string | Buffer): LineStart {
    const byteOffset = this.#lines.reduce((sum, line) => sum + line.length + 1, 0);
    this.#lines.push(typeof text === "string" ? Buffer.from(text) : text);
    return { line: this.#lines.length, byteOffset };
  }

  get nextOrdinal(): number {
    return this.#ordinal;
  }

  skipOrdinal(): void {
    this.#ordinal += 1;
  }

  header(more: Fields = {}): LineStart {
    return this.line("session_meta", {
      session_id: this.thread,
      id: this.thread,
      timestamp: this.#at(),
      cwd: this.#cwd,
      originator: "codex_exec",
      cli_version: "0.166.0",
      source: "exec",
      model_provider: "scripted",
      base_instructions: { text: "You are a test." },
      history_mode: "paginated",
      ...more,
    });
  }

  begin(prompt: string, { provider = "scripted", content = [] as Fields[] } = {}): void {
    this.#turn += 1;
    const turn_id = this.#turnId();
    this.line("event_msg", { type: "task_started", turn_id, started_at: 1, model_context_window: 258400 });
    this.line("turn_context", {
      turn_id,
      cwd: this.#cwd,
      approval_policy: "never",
      sandbox_policy: { type: "danger-full-access" },
      model: "gpt-5.5",
      comp_hash: "2911",
      summary: "none",
    });
    this.line("event_msg", {
      type: "thread_settings_applied",
      thread_id: this.thread,
      thread_settings: {
        model: "gpt-5.5",
        model_provider_id: provider,
        approval_policy: "never",
        cwd: this.#cwd,
      },
    });
    this.item({
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: prompt }, ...content],
    });
    this.#completed({ type: "UserMessage", id: `u${this.#turn}`, content: [{ type: "text", text: prompt }] });
  }

  item(payload: Fields): LineStart {
    return this.line("response_item", payload);
  }

  call(id: string, command: string): LineStart {
    const args = JSON.stringify({ cmd: command });
    return this.item({
      type: "function_call",
      id: `fc_${id}`,
      name: "exec_command",
      arguments: args,
      call_id: id,
    });
  }

  output(id: string, output: string): LineStart {
    return this.item({ type: "function_call_output", id: `fco_${id}`, call_id: id, output });
  }

  /** `more`: what stands otherwise in the item. */
  reply(text: string, more: Fields = {}): LineStart {
    const id = `msg_${this.#lines.length}`;
    this.#completed({ type: "AgentMessage", id, content: [{ type: "Text", text }] });
    const content = [{ type: "output_text", text }];
    return this.item({ type: "message", id, role: "assistant", content, ...more });
  }

  used(tokens: number, window = 258400): LineStart {
    const usage = {
      input_tokens: tokens - 10,
      cached_input_tokens: 0,
      output_tokens: 10,
      total_tokens: tokens,
    };
    const info = { total_token_usage: usage, last_token_usage: usage, model_context_window: window };
    return this.line("event_msg", { type: "token_count", info, rate_limits: null });
  }

  end(error: Fields | null = null): LineStart {
    return this.line("event_msg", {
      type: "task_complete",
      turn_id: this.#turnId(),
      last_agent_message: null,
      ...(error && { error }),
    });
  }

  bytes(): Buffer {
    return Buffer.concat(this.#lines.flatMap((line) => [line, Buffer.from("\n")]));
  }

  /** Where Codex looks for it. */
  async save(codexHome: string): Promise<string> {
    const folder = join(codexHome, "sessions", "2026", "11", "15");
    await mkdir(folder, { recursive: true });
    const path = join(folder, `rollout-2026-11-15T12-00-00-${this.thread}.jsonl`);
    await writeFile(path, this.bytes());
    return path;
  }

  #completed(item: Fields): void {
    this.line("event_msg", {
      type: "item_completed",
      thread_id: this.thread,
      turn_id: this.#turnId(),
      item,
      started_at_ms: 1,
      completed_at_ms: 1,
    });
  }

  #turnId(): string {
    return `01a1e0ba-4beb-7c30-aa7a-${String(this.#turn).padStart(12, "0")}`;
  }

  #at(): string {
    this.#seconds += 1;
    return new Date(Date.UTC(2026, 10, 15, 12, 0, this.#seconds)).toISOString();
  }
}
