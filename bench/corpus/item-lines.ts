import { callId, modelId, uuid7 } from "./ids.ts";
import type { Patch } from "./patch.ts";
import type { Rollout } from "./rollout.ts";
import type { Command } from "./work.ts";

/** Items stand in a paginated file twice: as the event that is shown and as what the model is told. */

export function tellPrompt(rollout: Rollout, text: string): void {
  const message = `msg_${uuid7(rollout.random, rollout.atMs)}`;
  const passthrough = {
    turn_id: rollout.turn,
    create_time: rollout.atMs / 1000,
    content_item_kinds: ["user.text"],
    content_item_metadata: [{ provenance: { type: "user" } }],
  };
  const payload = {
    type: "message",
    id: message,
    role: "user",
    content: [{ type: "input_text", text }],
    internal_chat_message_metadata_passthrough: passthrough,
  };
  rollout.line("response_item", payload, {
    ...retained(rollout, message, "user"),
    mcp_attribution: { status: "none" },
  });
  const id = uuid7(rollout.random, rollout.atMs);
  tellCompleted(
    rollout,
    { type: "UserMessage", id, content: [{ type: "text", text, text_elements: [] }] },
    rollout.atMs,
  );
}

export function tellReasoning(rollout: Rollout, text: string, sealed: string): void {
  const id = modelId(rollout.random, "rs");
  tellCompleted(rollout, { type: "Reasoning", id, summary_text: [text], raw_content: [] }, rollout.atMs);
  rollout.line("response_item", {
    type: "reasoning",
    id,
    summary: [{ type: "summary_text", text }],
    content: null,
    encrypted_content: sealed,
    internal_chat_message_metadata_passthrough: { turn_id: rollout.turn },
  });
}

export function tellReply(rollout: Rollout, text: string, phase?: "commentary"): void {
  const id = modelId(rollout.random, "msg");
  const inPhase = phase ? { phase } : {};
  tellCompleted(rollout, { type: "AgentMessage", id, content: [{ type: "Text", text }], ...inPhase }, rollout.atMs);
  const payload = {
    type: "message",
    status: "completed",
    id,
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
    ...inPhase,
    internal_chat_message_metadata_passthrough: { turn_id: rollout.turn, content_item_kinds: ["unknown"] },
  };
  rollout.line("response_item", payload, retained(rollout, id, "assistant"));
}

/** The call alone: what a file holds of a command that has not ended. Returns its id. */
export function tellCommandCall(rollout: Rollout, script: string): string {
  const call = callId(rollout.random);
  const payload = {
    type: "function_call",
    status: "completed",
    id: modelId(rollout.random, "fc"),
    name: "exec_command",
    arguments: JSON.stringify({ cmd: script }),
    call_id: call,
    internal_chat_message_metadata_passthrough: { turn_id: rollout.turn },
  };
  rollout.line("response_item", payload, { client_authored: false, user_input_order: rollout.nextOrder() });
  return call;
}

export function tellCommandEnd(rollout: Rollout, call: string, command: Command, status: "completed" | "failed"): void {
  const startedAtMs = rollout.atMs;
  rollout.wait(5, 9000);
  const item = {
    type: "CommandExecution",
    id: call,
    process_id: String(rollout.random.between(2000, 90_000)),
    command: ["/bin/bash", "-lc", command.script],
    cwd: `file://${rollout.setting.cwd}`,
    parsed_cmd: [{ type: "unknown", cmd: command.script }],
    source: "unified_exec_startup",
    status,
    aggregated_output: command.output,
    exit_code: command.exitCode,
    duration: { secs: 0, nanos: rollout.random.below(999_999_999) },
  };
  tellCompleted(rollout, item, startedAtMs);
}

export function tellCallOutput(
  rollout: Rollout,
  call: string,
  output: string,
  kind: "function_call" | "custom_tool_call",
): void {
  const prefix = kind === "function_call" ? "fco" : "ctco";
  rollout.line(
    "response_item",
    {
      type: `${kind}_output`,
      id: `${prefix}_${uuid7(rollout.random, rollout.atMs)}`,
      call_id: call,
      output,
      internal_chat_message_metadata_passthrough: { turn_id: rollout.turn, create_time: rollout.atMs / 1000 },
    },
    { client_authored: false, fallback_token_limit_override: 12000 },
  );
}

/** As the model is told what a command printed. */
export function modelOutput(rollout: Rollout, command: Command): string {
  const tokens = Math.ceil(command.output.length / 4);
  return `Chunk ID: ${rollout.random.hex(6)}\nWall time: 0.${rollout.random.between(1000, 9999)} seconds\nProcess exited with code ${command.exitCode}\nOriginal token count: ${tokens}\nOutput:\n${command.output}`;
}

export function tellPatchCall(rollout: Rollout, patch: Patch): string {
  const call = callId(rollout.random);
  rollout.line("response_item", {
    type: "custom_tool_call",
    id: modelId(rollout.random, "ctc"),
    status: "completed",
    call_id: call,
    name: "apply_patch",
    input: patch.input,
    internal_chat_message_metadata_passthrough: { turn_id: rollout.turn },
  });
  return call;
}

export function tellPatchEnd(rollout: Rollout, call: string, patch: Patch): void {
  const { change } = patch;
  const stdout = `Success. Updated the following files:\n${change.type === "add" ? "A" : "M"} ${patch.path}\n`;
  const told = change.type === "add" ? change : { type: "update", unified_diff: change.diff, move_path: null };
  const changes = { [`${rollout.setting.cwd}/${patch.path}`]: told };
  const startedAtMs = rollout.atMs - 1;
  tellCompleted(
    rollout,
    { type: "FileChange", id: call, changes, status: "completed", stdout, stderr: "" },
    startedAtMs,
  );
  tellCallOutput(rollout, call, `Exit code: 0\nWall time: 0 seconds\nOutput:\n${stdout}`, "custom_tool_call");
}

function tellCompleted(rollout: Rollout, item: object, startedAtMs: number): void {
  rollout.line("event_msg", {
    type: "item_completed",
    thread_id: rollout.setting.thread,
    turn_id: rollout.turn,
    item,
    started_at_ms: startedAtMs,
    completed_at_ms: rollout.atMs,
  });
}

function retained(rollout: Rollout, message: string, role: "user" | "assistant"): object {
  return {
    retained_source: {
      id: { message_id: message, turn_id: rollout.turn, role },
      revision: `retained_${uuid7(rollout.random, rollout.atMs)}`,
      complete: true,
    },
    client_authored: false,
    user_input_order: rollout.nextOrder(),
  };
}
