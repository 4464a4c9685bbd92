import type { Agent, Chat, ChatInput, ChatRequest } from "@reprise/model";
import { SessionError } from "@reprise/model";
import { chatRequestSchema } from "@reprise/model/schema";
import type { ChatAgent } from "../agents/chat/chat-agent.ts";
import { entryAt } from "../host/files/entry-at.ts";
import type { Host } from "../host/host.ts";
import type { ChatLimits } from "./run-chat.ts";
import { SandboxError, type SandboxProvider } from "./sandbox/sandbox.ts";
import { checkWorkspace } from "./sandbox/sandbox-folders.ts";
import type { ChatSetup, StoredChat } from "./store/chat-store.ts";

/** What turns are carried out with on this machine. */
export interface AgentParts {
  readonly host: Host;
  /** Null if there is no such agent, or programs cannot chat with it. */
  readonly agentOf: (agent: Agent) => Promise<ChatAgent | null>;
  readonly agentNames: readonly [Agent, ...Agent[]];
  readonly programOf: (agent: Agent) => string | undefined;
  /** The first is used unless a request says otherwise. */
  readonly providers: readonly [SandboxProvider, ...SandboxProvider[]];
  readonly limits: ChatLimits;
  readonly appVersion: string;
}

/** Throws `SessionError` with `bad-use`. */
export function checkedRequest(request: ChatRequest): ChatRequest {
  const checked = chatRequestSchema.safeParse(request);
  if (checked.success) return checked.data as ChatRequest;
  const [issue] = checked.error.issues;
  throw badUse(`${issue?.path.join(".") || "The request"}: ${issue?.message}`);
}

/** What a known chat was set up with stays; a request that says otherwise is refused. */
export async function setupFor(
  request: ChatRequest,
  known: StoredChat | null,
  parts: AgentParts,
): Promise<{ readonly setup: ChatSetup; readonly agent: ChatAgent; readonly provider: SandboxProvider }> {
  const provider = providerNamed(known?.setup.sandbox ?? request.sandbox ?? null, parts.providers);
  const name = known?.setup.agent ?? request.agent ?? parts.agentNames[0];
  const agent = await parts.agentOf(name);
  if (agent === null) throw badUse(`There is no agent ${name} to chat with. Agents: ${parts.agentNames.join(", ")}.`);
  const permissions = request.permissions ?? (provider.isIsolated ? "danger-full-access" : "workspace-write");
  const workspace = request.workspace ?? null;
  // Later it would be part of the chat for good.
  if (known === null && workspace !== null) checkNewWorkspace(workspace, parts.host);
  const setup: ChatSetup = known?.setup ?? {
    agent: name,
    workspace,
    sandbox: provider.name,
    permissions,
    realWorkspace: workspace === null ? null : realFolder(workspace, parts.host),
  };
  for (const field of ["agent", "workspace", "sandbox"] as const)
    if (request[field] !== undefined && request[field] !== setup[field])
      throw badUse(`The ${field} of chat ${request.chat_id} is ${setup[field] ?? "its own folder"} and cannot change.`);
  checkConversation(request, known);
  const checked = agent.requestSchema.safeParse(inputOf(request));
  if (!checked.success) throw badUse(checked.error.issues.map(({ message }) => message).join(" "));
  return { setup, agent, provider };
}

/** A program that repeats the id from `init` means this conversation and no other. */
function checkConversation({ chat_id, session_id }: ChatRequest, known: StoredChat | null): void {
  const session = known?.state?.session ?? null;
  if (session_id === undefined || session_id === session) return;
  throw badUse(
    session === null
      ? `Chat ${chat_id} has no conversation ${session_id}: no turn of it has completed. Leave session_id out; \`reprise resume ${session_id}\` continues a session of yours.`
      : `The conversation of chat ${chat_id} is ${session}, not ${session_id}. Leave session_id out, or name another chat.`,
  );
}

function providerNamed(name: string | null, providers: AgentParts["providers"]): SandboxProvider {
  const found = name === null ? providers[0] : providers.find((one) => one.name === name);
  if (found) return found;
  throw badUse(
    `There is no sandbox ${name}. Sandboxes: ${providers.map((one) => one.name).join(", ")}. For what the agent may do, use permissions (--permissions).`,
  );
}

/** Null if it is no folder yet. */
function realFolder(path: string, host: Host): string | null {
  const real = host.files.real(path);
  return entryAt(real)?.kind === "folder" ? real : null;
}

export function inputOf({ message, model, effort, instructions }: ChatRequest): ChatInput {
  return {
    message,
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** A chat as programs see it. */
export function chatOf({ chat, setup, state, createdAt, updatedAt, turnCount, turns }: StoredChat): Chat {
  return {
    chat_id: chat,
    agent: setup.agent,
    session_id: state?.session ?? null,
    workspace: setup.workspace,
    sandbox: setup.sandbox,
    permissions: setup.permissions,
    created_at: createdAt,
    updated_at: updatedAt,
    turn_count: turnCount,
    turns: turns.map(({ turn, message, startedAt, endedAt, status, error, usage }) => ({
      id: turn,
      message,
      started_at: startedAt,
      ended_at: endedAt,
      status,
      error,
      usage,
    })),
  };
}

function checkNewWorkspace(workspace: string, host: Host): void {
  try {
    checkWorkspace(workspace, host);
  } catch (error) {
    const isKnown = error instanceof SandboxError || error instanceof SessionError;
    throw isKnown ? badUse(error.message) : error;
  }
}

export function isSameSetup(one: ChatSetup, other: ChatSetup): boolean {
  return one.agent === other.agent && one.sandbox === other.sandbox && one.workspace === other.workspace;
}

function badUse(message: string): SessionError {
  return new SessionError("bad-use", message);
}
