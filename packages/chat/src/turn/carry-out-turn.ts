import { join } from "node:path";
import type { Host } from "@reprise/core";
import type { ChatAgent } from "@reprise/core/agents";
import { makeEmptyFolder, removeOthers } from "@reprise/core/parts";
import {
  type ChatErrorCode,
  type ChatEvent,
  type ChatEventOf,
  type ChatPermissions,
  type ChatRequest,
  type ChatResult,
  type NumberedChatEvent,
  SessionError,
} from "@reprise/model";
import { type Sandbox, SandboxError, type SandboxProvider } from "../sandbox/sandbox.ts";
import type { ChatSetup, ChatState, ChatStore, Lease, StoredChat } from "../store/chat-store.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";
import { type KeptDatabases, keepDatabases, takeDatabases } from "./kept-databases.ts";
import { recapOf } from "./recap.ts";
import { type AgentParts, inputOf } from "./requested-turn.ts";
import { runChat } from "./run-chat.ts";
import { packFiles, putFiles } from "./travel.ts";
import { putWorkspace, takeWorkspace } from "./travel-workspace.ts";

/** A turn as whoever runs it sees it. */
export interface TurnInProgress {
  readonly id: string;
  /** Aborted with the reason `shutdown`, the turn is parked, else cancelled. */
  readonly signal: AbortSignal;
  readonly nextNumber: number;
  /** Numbers an event. */
  add(event: ChatEvent): NumberedChatEvent;
  end(): void;
}

export interface TurnParts {
  /** What this machine has for turns. */
  readonly agents: AgentParts;
  readonly store: ChatStore;
  readonly lease: Lease;
  readonly chat: StoredChat;
  readonly turn: TurnInProgress;
  readonly request: ChatRequest;
  readonly agent: ChatAgent;
  readonly provider: SandboxProvider;
  /** A folder for the turns of this chat on this machine. */
  readonly folder: string;
  /** False: the chat was created with another setup meanwhile. */
  readonly isAsAsked: boolean;
}

/**
 * A turn from its lease to its end: the chat's files into a fresh sandbox, the message, the files out again, and everything
 * committed together. Whatever fails before that, the chat stays as it was. Never throws; the turn always ends with `result`.
 */
export async function carryOutTurn(parts: TurnParts): Promise<void> {
  const { turn, lease } = parts;
  let sandbox: Sandbox | null = null;
  let state: ChatState | null = null;
  let end: Ending | null = null;
  try {
    if (!parts.isAsAsked)
      throw new SessionError("busy", "Another message has just created this chat. Send this one again.");
    sandbox = await openSandbox(parts);
    const ran = await runMessage(parts, sandbox, await conversationIn(sandbox, parts));
    end = ran.end;
    if (end.result.status === "completed") state = await takeState(parts, sandbox, ran);
  } catch (error) {
    // Stopped before there was an agent to say so.
    end = turn.signal.aborted && end === null ? stoppedBy(turn.signal) : failedBy(error);
  }
  // Still with the lease: the next turn of the chat, in any process, works in the same folder.
  await sandbox?.dispose();
  if (sandbox && state) keepDatabases(databasesOf(sandbox, parts), state);
  removeOthers(join(parts.folder, "scratch"), new Set());
  const number = await reported(parts, end);
  await lease
    .end({ result: end.result, number, error: end.error, state })
    .then(() => turn.add(end.result))
    .catch((error: unknown) => {
      for (const event of eventsOf(notSaved(error))) turn.add(event);
    });
  turn.end();
}

interface Ending {
  readonly result: ChatResult;
  readonly error: { readonly code: ChatErrorCode; readonly message: string } | null;
  /** The error has been reported as an event. */
  readonly isReported: boolean;
}

/** Reports the error, if that is still to be done. Resolves with the number of `result`. */
async function reported({ turn, lease }: TurnParts, { error, isReported }: Ending): Promise<number> {
  if (error && !isReported) await lease.append([turn.add({ type: "error", ...error })]).catch(() => undefined);
  return turn.nextNumber;
}

function databasesOf(sandbox: Sandbox, { agents, agent, chat }: TurnParts): KeptDatabases {
  return { host: agents.host, agent, chat: chat.chat, program: agents.programOf(agent.agent), sandbox };
}

async function openSandbox(parts: TurnParts): Promise<Sandbox> {
  const { provider, chat, turn, store, folder, agent, agents } = parts;
  const { state, setup } = chat;
  const { host } = agents;
  checkPlace(setup, host);
  // The same for every turn: OpenCode finds a conversation only in the folder that it began in, and models remember paths.
  const scratch = join(folder, "scratch", "turn");
  // Leftovers of a killed process; the lease is ours.
  removeOthers(join(folder, "scratch"), new Set());
  makeEmptyFolder(scratch);
  const why = await provider.unavailable();
  if (why !== null) throw new SandboxError(why);
  const sandbox = await provider.open({
    chat: chat.chat,
    workspace: setup.workspace,
    snapshot: state?.snapshot ?? null,
    scratch,
    signal: turn.signal,
  });
  try {
    if (state) await putFiles(sandbox, "home", store.open(chat.chat, state.files));
    if (state) takeDatabases(databasesOf(sandbox, parts), state);
    if (state?.workspace) await putWorkspace(sandbox, store.open(chat.chat, state.workspace));
    await sandbox.takePersonal?.(agent.home.personal(host));
    return sandbox;
  } catch (error) {
    await sandbox.dispose();
    throw error;
  }
}

/** What the agent may change is the folder of the first message, not what a link in its place leads to. */
function checkPlace({ workspace, realWorkspace }: ChatSetup, host: Host): void {
  if (workspace === null || realWorkspace == null) return;
  const real = host.files.real(workspace);
  if (real !== realWorkspace)
    throw new SandboxError(
      `The workspace ${workspace} leads to ${real} now, and to ${realWorkspace} at the first message. Put it back, or begin another chat.`,
    );
}

interface Conversation {
  /** Undefined: a new one. */
  readonly session: string | undefined;
  readonly usage: ChatState["usage"];
}

/** What the message continues; a session of the person's own is copied first. */
async function conversationIn(sandbox: Sandbox, parts: TurnParts): Promise<Conversation> {
  const { chat, agent, agents, turn } = parts;
  const { ownSessions } = agents;
  const { session } = chat.setup;
  if (chat.state || session === undefined) return { session: chat.state?.session, usage: chat.state?.usage ?? null };
  if (ownSessions === null) throw new SessionError("refused", `The session ${session} is on another machine.`);
  return { session, usage: await ownSessions.copy(session, agent, sandbox, turn.signal) };
}

interface Ran {
  readonly end: Ending;
  readonly session: string | null;
  readonly usage: ChatState["usage"];
}

async function runMessage(parts: TurnParts, sandbox: Sandbox, from: Conversation): Promise<Ran> {
  const { agents, agent, provider, request, turn, lease, chat, store } = parts;
  const { session: session_id, usage: usageBefore } = from;
  const input = inputOf(request);
  const recap = sandbox.isWorkspaceShared ? await recapOf(chat, store) : null;
  const message = recap === null ? input.message : `${recap}\n\n${input.message}`;
  const events = runChat({
    agent,
    sandbox,
    program: provider.isLocal ? agents.programOf(agent.agent) : undefined,
    permissions: permissionsOf(parts),
    limits: agents.limits,
    signal: turn.signal,
    env: variablesOf(agent, agents.host),
    input: { ...input, message, ...(session_id === undefined ? {} : { session_id }) },
    usageBefore,
  });
  let [session, error]: [string | null, ChatEventOf<"error"> | null] = [null, null];
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done) throw new SandboxError("The turn ended without a result.");
      if (value.type === "init") session ??= value.session_id;
      if (value.type === "error") error = value;
      if (value.type !== "result") {
        await lease.append([turn.add(value)]);
        continue;
      }
      const rest = await events.next();
      const usage = rest.done ? rest.value.usageSoFar : null;
      return { end: { result: value, error: error && bare(error), isReported: true }, session, usage };
    }
  } finally {
    // An event that cannot be saved ends the turn: its process and its time limit end with it.
    await events.return({ usageSoFar: null });
  }
}

async function takeState(parts: TurnParts, sandbox: Sandbox, { session, usage }: Ran): Promise<ChatState> {
  const { agents, agent, lease, folder, turn, chat } = parts;
  const { host, appVersion } = agents;
  const named = session ?? chat.state?.session;
  if (named === undefined)
    throw new SessionError(
      "refused",
      `${agent.title} did not name the conversation, so it cannot be continued. Install a newer release of it.`,
    );
  checkName(parts, sandbox, named);
  const spool = join(folder, "scratch", `${turn.id}-files`);
  makeEmptyFolder(spool);
  const about = { about: {}, appVersion, createdAt: host.now() };
  const files = await lease.save(
    packFiles(sandbox.get("home", agent.home.sessions), { ...about, kind: "chat-session", spool }),
  );
  const { state, omitted } = await takeWorkspace(sandbox, (packed) => lease.save(packed), about);
  if (omitted !== null) await lease.append([turn.add({ type: "stderr", content: omitted })]);
  return { session: named, files, usage, ...state };
}

/** A name that the next message could not use would end the chat for good. */
function checkName(parts: TurnParts, { home, workspace }: Sandbox, named: string): void {
  const { agent, request, turn } = parts;
  const input = { ...inputOf(request), session_id: named };
  try {
    agent.createCommand({ input, newId: turn.id, workspace, home, permissions: permissionsOf(parts) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SessionError("refused", `${agent.title} named a conversation that cannot be continued. ${why}`);
  }
}

function permissionsOf({ request, chat }: TurnParts): ChatPermissions {
  return request.permissions ?? chat.setup.permissions;
}

function variablesOf({ home }: ChatAgent, { env }: Host): Record<string, string> {
  return Object.fromEntries(
    home.variables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name] ?? ""]])),
  );
}

function bare({ code, message }: ChatEventOf<"error">) {
  return { code, message };
}

const noResult: ChatResult = { type: "result", status: "failed", usage: null, resets_at: null };

function stoppedBy({ reason }: AbortSignal): Ending {
  const status = reason === "shutdown" ? "parked" : "cancelled";
  return { result: { ...noResult, status }, error: null, isReported: true };
}

function failedBy(error: unknown): Ending {
  const message = error instanceof Error ? error.message : String(error);
  return { result: noResult, error: { code: codeOf(error), message }, isReported: false };
}

function codeOf(error: unknown): ChatErrorCode {
  if (error instanceof SandboxError) return "sandbox";
  if (error instanceof WorkspaceError) return "workspace";
  if (!(error instanceof SessionError)) return "other";
  if (error.code === "busy") return "busy";
  if (error.code === "not-found") return "thread-missing";
  if (error.code === "refused") return "agent-outdated";
  return error.code === "unreadable" || error.code === "not-saved" ? "not-saved" : "other";
}

function notSaved(error: unknown): Ending {
  const why = error instanceof Error ? error.message : String(error);
  const message = `The turn could not be saved, so the chat stays as it was before it. ${why}`;
  return { result: noResult, error: { code: "not-saved", message }, isReported: false };
}

function eventsOf({ error, result }: Ending): readonly ChatEvent[] {
  return error ? [{ type: "error", ...error }, result] : [result];
}
