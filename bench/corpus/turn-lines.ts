import { modelId, uuid7 } from "./ids.ts";
import type { Rollout } from "./rollout.ts";

export function tellTurnStart(rollout: Rollout): void {
  rollout.beginTurn();
  const { turn } = rollout;
  rollout.line("event_msg", {
    type: "task_started",
    turn_attribution: {
      turn_id: turn,
      turn_trigger: rollout.setting.source === "exec" ? "exec" : null,
      parent_turn_id: null,
      initiating_agent_path: null,
      root_turn_id: turn,
    },
    turn_id: turn,
    root_turn_id: turn,
    started_at: Math.floor(rollout.atMs / 1000),
    model_context_window: 258_400,
    collaboration_mode_kind: "default",
  });
}

/** After each answer of the model. */
export function tellUsage(rollout: Rollout): { tellCount: () => void } {
  const { last, turn, thread } = rollout.spend();
  rollout.line("token_usage_record", {
    thread_id: rollout.setting.thread,
    turn_id: rollout.turn,
    session_id: rollout.setting.thread,
    root_turn_id: rollout.turn,
    response_id: modelId(rollout.random, "resp"),
    usage: last,
    turn_token_usage: turn,
    thread_token_usage: thread,
  });
  const tellCount = () =>
    rollout.line("event_msg", {
      type: "token_count",
      info: {
        total_token_usage: thread,
        last_token_usage: last,
        last_usage_includes_reasoning: false,
        model_context_window: 258_400,
      },
      rate_limits: {
        limit_id: "codex",
        limit_name: null,
        primary: null,
        secondary: null,
        credits: null,
        individual_limit: null,
        spend_control_reached: null,
        plan_type: null,
        rate_limit_reached_type: null,
      },
    });
  return { tellCount };
}

export function tellTurnEnd(rollout: Rollout, startedAtMs: number, lastReply: string | null): void {
  rollout.line("event_msg", {
    type: "task_complete",
    ...ending(rollout),
    last_agent_message: lastReply,
    ...span(rollout, startedAtMs),
    time_to_first_token_ms: 156,
  });
}

export function tellTurnFailure(rollout: Rollout, startedAtMs: number): void {
  const error = { message: "The model was not there: connection closed.", codex_error_info: "other" };
  rollout.line("event_msg", {
    type: "task_complete",
    ...ending(rollout),
    last_agent_message: null,
    error,
    ...span(rollout, startedAtMs),
  });
}

/** What an interrupt leaves: a mark for the model, which no person typed, and the end of the turn. */
export function tellTurnAborted(rollout: Rollout, startedAtMs: number): void {
  rollout.line("response_item", {
    type: "message",
    id: `msg_${uuid7(rollout.random, rollout.atMs)}`,
    role: "user",
    content: [{ type: "input_text", text: "<turn_aborted>\nThe person stopped this turn.\n</turn_aborted>" }],
    internal_chat_message_metadata_passthrough: {
      turn_id: rollout.turn,
      create_time: rollout.atMs / 1000,
      content_item_kinds: ["generic.turn_aborted"],
      content_item_metadata: [{ provenance: { type: "harness", hook: false } }],
    },
  });
  rollout.line("event_msg", {
    type: "turn_aborted",
    ...ending(rollout),
    reason: "interrupted",
    ...span(rollout, startedAtMs),
  });
}

function ending(rollout: Rollout): object {
  return { root_turn_id: rollout.turn, turn_id: rollout.turn };
}

function span(rollout: Rollout, startedAtMs: number): object {
  return {
    started_at: Math.floor(startedAtMs / 1000),
    completed_at: Math.floor(rollout.atMs / 1000),
    duration_ms: rollout.atMs - startedAtMs,
  };
}
