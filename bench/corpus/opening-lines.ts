import { modelId, uuid7 } from "./ids.ts";
import type { Rollout } from "./rollout.ts";

/** What stands in a file before anything was asked. */
export function tellHeader(rollout: Rollout, instructions: string): void {
  const { thread, cwd, source, startedAtMs } = rollout.setting;
  const originator = { cli: "codex_cli_rs", vscode: "codex_vscode", exec: "codex_exec" }[source];
  rollout.line("session_meta", {
    session_id: thread,
    id: thread,
    timestamp: new Date(startedAtMs).toISOString(),
    cwd,
    runtime_workspace_roots: [cwd],
    originator,
    cli_version: "0.166.0",
    source,
    thread_source: "user",
    model_provider: "scripted",
    base_instructions: { text: instructions, provenance: { type: "custom" } },
    history_mode: "paginated",
    context_window: { window_id: uuid7(rollout.random, startedAtMs + 3) },
    git: {
      commit_hash: rollout.random.hex(40),
      branch: "main",
      repository_url: `https://git.example/${cwd.slice(cwd.lastIndexOf("/") + 1)}.git`,
    },
  });
}

/** Told to the model once, with the first turn. */
export function tellEnvironment(rollout: Rollout): void {
  const { cwd } = rollout.setting;
  const day = new Date(rollout.atMs).toISOString().slice(0, 10);
  const text = `<environment_context>\n  <cwd>${cwd}</cwd>\n  <shell>bash</shell>\n  <current_date>${day}</current_date>\n  <timezone>Etc/UTC</timezone>\n  ${filesystem(cwd)}\n</environment_context>`;
  rollout.line(
    "response_item",
    {
      type: "message",
      id: `msg_${uuid7(rollout.random, rollout.atMs)}`,
      role: "user",
      content: [{ type: "input_text", text }],
      internal_chat_message_metadata_passthrough: {
        turn_id: rollout.turn,
        create_time: rollout.atMs / 1000,
        content_item_kinds: ["environments.environment_context"],
        content_item_metadata: [{ provenance: { type: "harness", hook: false } }],
      },
    },
    { client_authored: false, mcp_attribution: { status: "none" } },
  );
  rollout.line("world_state", { full: true, state: worldState(rollout, day) });
}

export function tellTurnContext(rollout: Rollout): void {
  rollout.line("turn_context", {
    turn_id: rollout.turn,
    root_turn_id: rollout.turn,
    disabled_plugin_ids: [],
    cwd: rollout.setting.cwd,
    approval_policy: "never",
    approvals_reviewer: "user",
    sandbox_policy: { type: "danger-full-access" },
    permission_profile: { type: "disabled" },
    model: rollout.setting.model,
    comp_hash: "2911",
    collaboration_mode: collaborationMode(rollout),
    multi_agent_version: "disabled",
    realtime_active: false,
    summary: "auto",
  });
}

export function tellSettings(rollout: Rollout): void {
  const { thread, cwd, model } = rollout.setting;
  rollout.line("event_msg", {
    type: "thread_settings_applied",
    thread_id: thread,
    thread_settings: {
      model,
      model_provider_id: "scripted",
      approval_policy: "never",
      approvals_reviewer: "user",
      permission_profile: { type: "disabled" },
      cwd,
      runtime_workspace_roots: [cwd],
      collaboration_mode: collaborationMode(rollout),
      disabled_plugin_ids: [],
    },
  });
}

function worldState(rollout: Rollout, day: string): object {
  const { cwd, model } = rollout.setting;
  return {
    agents_md: {},
    approved_command_prefixes: [],
    apps_instructions: false,
    context_window_guidance: "",
    environments: {
      environments: { local: { cwd, status: "available", shell: "bash" } },
      current_date: day,
      timezone: "Etc/UTC",
      filesystem: filesystem(cwd),
    },
    environments_instructions: false,
    git_attribution: false,
    host_skills: { includeInstructions: false },
    managed_developer_instructions: {},
    model,
    model_catalog: modelId(rollout.random, "catalog"),
    multi_agent_mode: {},
    persistent_mode: {},
    plugins_instructions: false,
    realtime: { active: false },
    skills: { includeInstructions: false },
  };
}

function collaborationMode(rollout: Rollout): object {
  const { model } = rollout.setting;
  return { mode: "default", settings: { model, reasoning_effort: null, developer_instructions: null } };
}

function filesystem(cwd: string): string {
  return `<filesystem><workspace_roots><root>${cwd}</root></workspace_roots><permission_profile type="disabled"><file_system type="unrestricted" /></permission_profile></filesystem>`;
}
