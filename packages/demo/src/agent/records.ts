import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rollout } from "./rollout.ts";
import type { ThreadSettings } from "./settings.ts";

export interface Ran {
  readonly output: string;
  readonly exitCode: number | null;
}

export interface Edit {
  readonly path: string;
  /** Null for a new file. */
  readonly before: string | null;
  readonly after: string;
  /** Line of `before` in the file, counted from 1. */
  readonly line: number;
}

/** A turn's records in its rollout: each thing for the model, and again as shown. */
export class TurnRecords {
  readonly turn: string;
  readonly #rollout: Rollout;
  readonly #thread: string;
  readonly #startedAt: number;

  constructor(rollout: Rollout, thread: string, turn: string) {
    this.#rollout = rollout;
    this.#thread = thread;
    this.turn = turn;
    this.#startedAt = this.#seconds();
  }

  begin({ cwd, model, effort, sandbox, approvalPolicy }: ThreadSettings): void {
    this.#event({ type: "task_started", ...this.#about(), collaboration_mode_kind: "default" });
    this.#rollout.append("turn_context", {
      turn_id: this.turn,
      root_turn_id: this.turn,
      cwd,
      approval_policy: approvalPolicy,
      sandbox_policy: { type: sandbox },
      model,
      effort,
      summary: "auto",
    });
  }

  prompt(id: string, text: string): void {
    this.#item({
      type: "message",
      role: "user",
      content: [{ type: "input_text", text }],
      internal_chat_message_metadata_passthrough: {
        turn_id: this.turn,
        content_item_kinds: ["user.text"],
        content_item_metadata: [{ provenance: { type: "user" } }],
      },
    });
    this.#shown({ type: "UserMessage", id, content: [{ type: "text", text, text_elements: [] }] });
  }

  reply(id: string, text: string): void {
    this.#shown({ type: "AgentMessage", id, content: [{ type: "Text", text }] });
    this.#item({ type: "message", id, role: "assistant", content: [{ type: "output_text", text }] });
  }

  /** Recorded before it runs: without an outcome it stays open. */
  command(id: string, command: string): void {
    const given = JSON.stringify({ cmd: command });
    this.#item({ type: "function_call", name: "exec_command", arguments: given, call_id: id });
  }

  commandEnd(id: string, command: string, { output, exitCode }: Ran, cwd: string): void {
    this.#shown({
      type: "CommandExecution",
      id,
      command: ["/bin/sh", "-c", command],
      cwd: pathToFileURL(cwd).href,
      parsed_cmd: [{ type: "unknown", cmd: command }],
      source: "agent",
      status: exitCode === 0 ? "completed" : "failed",
      aggregated_output: output,
      exit_code: exitCode ?? -1,
    });
    const told = `Wall time: 0.1 seconds\nProcess exited with code ${exitCode}\nOutput:\n${output}`;
    this.#item({ type: "function_call_output", call_id: id, output: told });
  }

  commandRefused(id: string): void {
    const output = "exec_command failed: rejected by user";
    this.#item({ type: "function_call_output", call_id: id, output });
  }

  edit(id: string, edit: Edit): void {
    this.#item({ type: "custom_tool_call", name: "apply_patch", input: patchOf(edit), call_id: id });
  }

  editEnd(id: string, edit: Edit, cwd: string): void {
    const path = resolve(cwd, edit.path);
    const change =
      edit.before === null
        ? { type: "add", content: edit.after }
        : { type: "update", unified_diff: diffOf(edit), move_path: null };
    const output = `Success. Updated the following files:\n${edit.before === null ? "A" : "M"} ${edit.path}\n`;
    const done = { status: "completed", stdout: output, stderr: "" };
    this.#shown({ type: "FileChange", id, changes: { [path]: change }, ...done });
    this.#item({ type: "custom_tool_call_output", call_id: id, output: `Exit code: 0\nOutput:\n${output}` });
  }

  usage(total: number): void {
    const usage = usageOf(total);
    const info = { total_token_usage: usage, last_token_usage: usage, model_context_window: 258_400 };
    this.#event({ type: "token_count", info });
  }

  end(lastReply: string | null, error: { message: string; reason: string } | null): void {
    const told = error === null ? {} : { error: { message: error.message, codex_error_info: snake(error.reason) } };
    const end = { last_agent_message: lastReply, completed_at: this.#seconds() };
    this.#event({ type: "task_complete", ...this.#about(), ...end, ...told });
  }

  aborted(): void {
    const end = { reason: "interrupted", completed_at: this.#seconds() };
    this.#event({ type: "turn_aborted", ...this.#about(), ...end });
  }

  #about() {
    return { turn_id: this.turn, root_turn_id: this.turn, started_at: this.#startedAt };
  }

  #item(item: object): void {
    this.#rollout.append("response_item", item);
  }

  #shown(item: object): void {
    const atMs = this.#rollout.now().getTime();
    const about = { thread_id: this.#thread, turn_id: this.turn };
    this.#event({ type: "item_completed", ...about, item, started_at_ms: atMs, completed_at_ms: atMs });
  }

  #event(event: object): void {
    this.#rollout.append("event_msg", event);
  }

  #seconds(): number {
    return Math.floor(this.#rollout.now().getTime() / 1000);
  }
}

export function diffOf({ before, after, line }: Edit): string {
  const [old, fresh] = [linesOf(before ?? ""), linesOf(after)];
  const marked = [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)];
  return `@@ -${line},${old.length} +${line},${fresh.length} @@\n${marked.join("\n")}\n`;
}

function patchOf(edit: Edit): string {
  const lines =
    edit.before === null
      ? [`*** Add File: ${edit.path}`, ...linesOf(edit.after).map((line) => `+${line}`)]
      : [`*** Update File: ${edit.path}`, "@@", ...diffOf(edit).trimEnd().split("\n").slice(1)];
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function usageOf(total: number): object {
  const output = Math.ceil(total / 10);
  return { input_tokens: total - output, cached_input_tokens: 0, output_tokens: output, total_tokens: total };
}

/** `usageLimitExceeded` → `usage_limit_exceeded`. */
function snake(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
