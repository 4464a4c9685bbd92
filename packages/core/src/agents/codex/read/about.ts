import { asThreadId, asTimestamp, type ThreadId } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import type { About } from "../../reading/fact.ts";
import { policyWord } from "../policy-word.ts";

/** `session_meta` and older header lines have the same fields. */
export function aboutHeader(meta: Foreign): Partial<About> {
  return {
    thread: threadOf(meta.id) ?? threadOf(meta.session_id),
    createdAt: asTimestamp(textOf(meta.timestamp)),
    workspace: textOf(meta.cwd),
    cwd: textOf(meta.cwd),
    source: sourceOf(meta),
    agentVersion: textOf(meta.cli_version),
    provider: textOf(meta.model_provider),
    gitCommit: textOf(fieldOf(meta, "git", "commit_hash")),
    gitBranch: textOf(fieldOf(meta, "git", "branch")),
    gitUrl: textOf(fieldOf(meta, "git", "repository_url")),
    forkedFrom: threadOf(meta.forked_from_id),
    subagentOf: parentOf(meta),
    base: baseOf(meta.history_base),
    ...aboutState(meta),
  };
}

/** `turn_context` */
export function aboutTurn(context: Foreign): Partial<About> {
  return {
    cwd: textOf(context.cwd),
    model: textOf(context.model),
    effort: textOf(context.effort) ?? textOf(fieldOf(context, "collaboration_mode", "settings", "reasoning_effort")),
    sandbox: textOf(fieldOf(context, "sandbox_policy", "type")) ?? textOf(fieldOf(context, "sandbox_policy", "mode")),
    approvalPolicy: policyWord(context.approval_policy),
  };
}

/** `thread_settings_applied`. */
export function aboutSettings(settings: unknown): Partial<About> {
  if (!isForeign(settings)) return {};
  return {
    cwd: textOf(settings.cwd),
    model: textOf(settings.model),
    provider: textOf(settings.model_provider_id),
    approvalPolicy: policyWord(settings.approval_policy),
  };
}

/** State lines and headers of 2025 may have only some fields. */
export function aboutState(state: Foreign): Partial<About> {
  const tools = listOf(state.mcp_tools_at_recording).filter((name) => typeof name === "string");
  return {
    responseToken: textOf(state.provider_resume_token) ?? textOf(state.previous_response_id),
    approvedCommands: argumentLists(state.approved_commands),
    mcpTools: tools.length > 0 ? tools : null,
  };
}

/** `world_state`: permanently allowed command prefixes. */
export function aboutWorld(state: unknown): Partial<About> {
  return { approvedCommands: argumentLists(fieldOf(state, "approved_command_prefixes")) };
}

export function aboutUsage(info: unknown): Partial<About> {
  return {
    tokens: numberOf(fieldOf(info, "total_token_usage", "total_tokens")),
    contextTokens: numberOf(fieldOf(info, "last_token_usage", "total_tokens")),
    contextWindow: numberOf(fieldOf(info, "model_context_window")),
  };
}

function argumentLists(value: unknown): string[][] | null {
  const lists = listOf(value).filter((list) => Array.isArray(list));
  return lists.length > 0 ? lists.map((argv) => argv.map(String)) : null;
}

function threadOf(value: unknown): ThreadId | null {
  return typeof value === "string" && value !== "" ? asThreadId(value) : null;
}

function sourceOf(meta: Foreign): string | null {
  const { source } = meta;
  // app-server treats every client as an editor.
  if (meta.originator === "reprise") return "reprise";
  if (!isForeign(source)) return textOf(source) ?? sourceByOriginator(textOf(meta.originator));
  if (typeof source.custom === "string") return source.custom;
  const kind = source.subagent ?? source.subAgent;
  if (kind === undefined) return JSON.stringify(source);
  return typeof kind === "string"
    ? `subagent:${kind}`
    : `subagent:${isForeign(kind) ? (Object.keys(kind)[0] ?? "") : ""}`;
}

/** Releases before 2025-10 named only the program. */
function sourceByOriginator(originator: string | null): string | null {
  if (originator === "codex_cli_rs") return "cli";
  if (originator === "codex_exec") return "exec";
  return originator;
}

function parentOf(meta: Foreign): ThreadId | null {
  const spawned = fieldOf(meta.source, "subagent", "thread_spawn", "parent_thread_id");
  return threadOf(meta.parent_thread_id) ?? threadOf(spawned);
}

function baseOf(base: unknown): About["base"] {
  const rolloutId = textOf(fieldOf(base, "thread_id"));
  const endByte = numberOf(fieldOf(base, "end_byte_offset"));
  return rolloutId !== null && endByte !== null ? { rolloutId, endByte } : null;
}
