import { join } from "node:path";
import type { AgentDefinition, Host } from "@reprise/core";
import type { ChatAgent } from "@reprise/core/agents";
import {
  type FileLibrary,
  makeFolder,
  mappedPath,
  placeFiles,
  programOf,
  withTemporaryFolder,
} from "@reprise/core/parts";
import {
  type Agent,
  agentOf,
  type ChatUsage,
  type Refusal,
  type RestorePlan,
  SessionError,
  type SessionId,
  type SessionSummary,
  sessionIdOf,
  type ThreadId,
  usualWish,
  type Wish,
} from "@reprise/model";
import { FolderFiles } from "./sandbox/folder-files.ts";
import type { Sandbox, SandboxFile } from "./sandbox/sandbox.ts";
import { textFile } from "./turn/run-chat.ts";

/** Sessions of the person's own agents, for chats that continue them. Their files are copied, never changed. */
export interface OwnSessions {
  /** The agent that has it. Throws `not-found`, `ambiguous`, or `refused` if no agent could continue a copy. */
  find(wanted: WantedSession): Promise<Agent>;
  /** Copies its files into the home of a sandbox. Resolves with its tokens so far, for agents that report sums. */
  copy(session: string, agent: ChatAgent, into: Sandbox, signal: AbortSignal): Promise<ChatUsage | null>;
}

export interface WantedSession {
  /** As the agent names it; its shape has been checked for each of the agents. */
  readonly session: string;
  readonly agents: readonly Agent[];
  /** The folder that the chat works in; null: one of its own. */
  readonly workspace: string | null;
  /** False: the file of the session decides, which is refused where it names another model than its last run had. */
  readonly isModelSaid: boolean;
}

export interface OwnSessionsParts {
  readonly host: Host;
  readonly agents: readonly AgentDefinition[];
  /** Opened at the first use; closed after each. */
  readonly openLibrary: () => FileLibrary;
  readonly plan: (session: SessionId, wish: Wish, library: FileLibrary) => Promise<RestorePlan>;
}

export function ownSessions({ openLibrary, ...parts }: OwnSessionsParts): OwnSessions {
  const withLibrary = async <T>(use: (machine: Machine) => Promise<T>): Promise<T> => {
    const library = openLibrary();
    try {
      return await use({ ...parts, library });
    } finally {
      library.close();
    }
  };
  return {
    find: (wanted) =>
      withLibrary(async (machine) => {
        const session = await foundIn(machine.library, wanted);
        await checkContinuable(session, wanted, machine);
        return session.agent;
      }),
    copy: (thread, agent, into, signal) => withLibrary((machine) => copied({ thread, agent, into, signal }, machine)),
  };
}

interface Machine extends Omit<OwnSessionsParts, "openLibrary"> {
  readonly library: FileLibrary;
}

async function foundIn(library: FileLibrary, { session, agents }: WantedSession): Promise<SessionSummary> {
  const found = await Promise.all(agents.map((agent) => exactly(library, agent, session)));
  const [first, second] = found.filter((one) => one !== null);
  if (first === undefined)
    throw new SessionError(
      "not-found",
      `There is no session ${session}. \`reprise list --all\` has every session and its id.`,
    );
  if (second === undefined) return first;
  const both = `${agentOf(first.id)} and ${agentOf(second.id)}`;
  throw new SessionError("ambiguous", `${session} is a session of ${both}. Name the agent too.`);
}

/** Never by the beginning of an id. */
async function exactly(library: FileLibrary, agent: Agent, session: string): Promise<SessionSummary | null> {
  const id = sessionIdOf(agent, session as ThreadId);
  try {
    const found = await library.find(id);
    return found.id === id ? found : null;
  } catch (error) {
    if (error instanceof SessionError && error.code === "not-found") return null;
    throw error;
  }
}

/** About where and with which agent the session ran; the chat has its own folder, permissions and perhaps program. */
const otherwiseInChats: readonly Refusal["reason"][] = [
  "wider-permissions",
  "folder-missing",
  "agent-missing",
  "agent-outdated",
];

/** As a resume, by its plan: what would fail there or lose a part of the conversation fails before a chat begins. */
async function checkContinuable(session: SessionSummary, wanted: WantedSession, machine: Machine): Promise<void> {
  const { host, library } = machine;
  const cwd = wanted.workspace ?? host.homeFolder;
  const plan = await machine.plan(session.id, { ...usualWish, settings: { cwd }, isSilent: true }, library);
  const why = whyNoChat(plan, wanted);
  if (why !== null) throw new SessionError("refused", `${session.id} cannot be continued by a chat. ${why}`);
}

export function whyNoChat(plan: RestorePlan, { isModelSaid }: Pick<WantedSession, "isModelSaid">): string | null {
  const refusal = plan.refusals.find(({ reason }) => !otherwiseInChats.includes(reason));
  if (refusal) return refusal.detail;
  const ailments = "ailments" in plan ? plan.ailments : [];
  const ailment = ailments.find(({ onResume }) => onResume === "refused" || onResume === "lost");
  if (ailment)
    return `${ailment.detail} \`reprise repair ${plan.session}\` makes a sound copy, which a chat can continue.`;
  // Another model may cost more, and another provider receives the conversation: an agent can write the file.
  const isTaken = (subject: string) => subject === "provider" || (subject === "model" && !isModelSaid);
  const change = plan.drift.find(({ kind, subject }) => kind === "setting" && isTaken(subject));
  if (!change) return null;
  const { subject, recorded, now } = change;
  const advice = subject === "model" ? "Name the model to use." : "Resume it with `reprise resume` first.";
  return `Its file names the ${subject} ${now}, but its last run had ${recorded}. ${advice}`;
}

interface Copying {
  readonly thread: string;
  readonly agent: ChatAgent;
  readonly into: Sandbox;
  readonly signal: AbortSignal;
}

/** First into a home on this machine: some agents alone can write their store. */
function copied({ thread, agent, into, signal }: Copying, machine: Machine): Promise<ChatUsage | null> {
  const { host, agents, library } = machine;
  return withTemporaryFolder(async (folder) => {
    const definition = agents.find((one) => one.agent === agent.agent);
    const mover = await (await definition?.acting())?.mover?.();
    if (!definition || !mover) throw new SessionError("refused", `Sessions of ${agent.title} cannot be copied.`);
    const {
      session,
      home: own,
      rollouts,
      about,
    } = await library.recorded(sessionIdOf(agent.agent, thread as ThreadId));
    const from = about.cwd ?? session.workspace;
    const program = programOf(agent.agent, host);
    const work = { folder, program, signal };
    const held = await mover.collect(
      { thread: session.thread, home: own, rollouts, cwd: from },
      { ...work, change: null },
      host,
    );
    const home = host.files.real(makeFolder(join(folder, "home")));
    await registerWorkspace(agent, thread, { home, workspace: into.workspace });
    const chatHost = { ...host, env: { ...host.env, ...agent.home.env(home) }, homeFolder: home };
    const moves = from === null || from === into.workspace ? [] : [{ from, to: into.workspace }];
    const placement = await mover.place(
      held,
      {
        ...work,
        thread: session.thread,
        home: definition.source.homes(chatHost)[0] ?? home,
        cwd: into.workspace,
        mapped: (path) => mappedPath(path, moves),
        isMapped: moves.length > 0,
      },
      chatHost,
    );
    const files = placement.files.map((file) => ({ ...file, isNew: true }));
    await placeFiles(files, async () => placement.store?.add());
    const sources = new FolderFiles({ home, workspace: home });
    await into.put("home", atLeastOne(sources.get("home", agent.home.sessions), session.id));
    return usageIn(sources.get("home", agent.home.sessions), agent, thread);
  });
}

/** What the agent finds the folder's sessions by, as the first command of the chat would write it. */
async function registerWorkspace(
  agent: ChatAgent,
  session_id: string,
  { home, workspace }: { readonly home: string; readonly workspace: string },
): Promise<void> {
  const input = { message: "-", session_id };
  const { files } = agent.createCommand({ input, newId: session_id, workspace, home, permissions: "read-only" });
  await new FolderFiles({ home, workspace: home }).put("home", files.map(textFile));
}

async function* atLeastOne(files: AsyncIterable<SandboxFile>, session: SessionId): AsyncGenerator<SandboxFile> {
  let count = 0;
  for await (const file of files) {
    count += 1;
    yield file;
  }
  if (count === 0) throw new SessionError("not-found", `No file of ${session} was found. List the sessions again.`);
}

async function usageIn(
  files: AsyncIterable<SandboxFile>,
  { home }: ChatAgent,
  session: string,
): Promise<ChatUsage | null> {
  let usage: ChatUsage | null = null;
  if (home.recorded === undefined) return usage;
  for await (const file of files) usage = (await home.recorded(file, session))?.usage ?? usage;
  return usage;
}
