import type { Host } from "@reprise/core";
import type { ChatAgent } from "@reprise/core/agents";
import { entryAt } from "@reprise/core/parts";
import { type Agent, type Chat, type ChatInput, type ChatRequest, SessionError } from "@reprise/model";
import { chatRequestSchema } from "@reprise/model/schema";
import type { OwnSessions } from "../own-sessions.ts";
import { SandboxError, type SandboxProvider } from "../sandbox/sandbox.ts";
import { checkWorkspace } from "../sandbox/sandbox-folders.ts";
import type { ChatSetup, StoredChat } from "../store/chat-store.ts";
import type { ChatLimits } from "./run-chat.ts";

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
  /** Null: chats cannot continue sessions of this machine. */
  readonly ownSessions: OwnSessions | null;
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
  const conversation = known?.setup ?? (await conversationOf(request, parts));
  const name = conversation.agent;
  const agent = await agentNamed(name, parts);
  const permissions = request.permissions ?? (provider.isIsolated ? "danger-full-access" : "workspace-write");
  const workspace = request.workspace ?? null;
  // Later it would be part of the chat for good.
  if (known === null && workspace !== null) checkNewWorkspace(workspace, parts.host);
  const setup: ChatSetup = known?.setup ?? {
    ...conversation,
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

async function agentNamed(name: Agent, { agentOf, agentNames }: AgentParts): Promise<ChatAgent> {
  const agent = await agentOf(name);
  if (agent) return agent;
  throw badUse(`There is no agent ${name} to chat with. Agents: ${agentNames.join(", ")}.`);
}

/** Who a new chat is with; with `session_id`, that conversation is there and can be continued. */
async function conversationOf(request: ChatRequest, parts: AgentParts): Promise<Pick<ChatSetup, "agent" | "session">> {
  const { session_id, agent, workspace = null, model, chat_id } = request;
  if (session_id === undefined) return { agent: agent ?? parts.agentNames[0] };
  if (parts.ownSessions === null)
    throw badUse(
      `Chat ${chat_id} is new, and chats that servers share cannot continue a session of one machine. \`reprise serve\` without --store can.`,
    );
  const agents = await agentsThatTake(session_id, agent === undefined ? parts.agentNames : [agent], parts);
  const wanted = { session: session_id, agents, workspace, isModelSaid: model !== undefined };
  return { agent: await parts.ownSessions.find(wanted), session: session_id };
}

/** By the shape of the id: nothing else is looked for, least of all a path. Throws if it is no id of any. */
async function agentsThatTake(session_id: string, names: readonly Agent[], parts: AgentParts): Promise<Agent[]> {
  const found: Agent[] = [];
  let problem: unknown = null;
  for (const name of names) {
    const agent = await agentNamed(name, parts);
    const turn = { newId: session_id, workspace: "/", home: "/", permissions: "read-only" } as const;
    try {
      agent.createCommand({ input: { message: "-", session_id }, ...turn });
      found.push(name);
    } catch (error) {
      problem ??= error;
    }
  }
  if (found.length > 0) return found;
  if (names.length === 1) throw problem;
  throw badUse(`${JSON.stringify(session_id.slice(0, 80))} is no id of a session. \`reprise list --all\` has them.`);
}

/** A program that repeats the id from `init` means this conversation and no other. */
function checkConversation({ chat_id, session_id }: ChatRequest, known: StoredChat | null): void {
  if (session_id === undefined || known === null) return;
  const session = known.state?.session ?? known.setup.session ?? null;
  if (session_id === session) return;
  throw badUse(
    session === null
      ? `Chat ${chat_id} has begun a conversation of its own, and no turn of it has completed. Leave session_id out, or name a new chat to continue ${session_id}.`
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
  const isSameConversation = one.agent === other.agent && one.session === other.session;
  return isSameConversation && one.sandbox === other.sandbox && one.workspace === other.workspace;
}

function badUse(message: string): SessionError {
  return new SessionError("bad-use", message);
}
