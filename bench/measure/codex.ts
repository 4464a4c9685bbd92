import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type AgentProcess, codex, locateBinary, spawnAgent, withLimit } from "@reprise/testkit";

/** Nothing listens there: an agent that asked a model would be refused on this machine. */
const nowhere = { origin: "http://127.0.0.1:9" };
/** What Codex keeps beside the sessions, and makes again when it is gone. */
const stateFiles = ["state_5", "thread_history_1", "queue_1", "goals_1", "memories_1", "logs_2"];
const limitMs = 300_000;

export interface CodexPlace {
  /** The HOME that holds `.codex`. */
  readonly home: string;
  readonly codexHome: string;
}

export interface CodexServer {
  request(method: string, params: object): Promise<Record<string, unknown>>;
  peakBytes(): number | null;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

export function hasCodex(): boolean {
  try {
    locateBinary("codex");
    return true;
  } catch {
    return false;
  }
}

/** An app-server of the real Codex, initialised; the time it takes is the caller's to measure. */
export async function startCodex(place: CodexPlace): Promise<CodexServer> {
  const { env } = await preparedHome(place);
  const agent = spawnAgent({
    ...locateBinary("codex"),
    args: ["app-server"],
    cwd: place.home,
    env,
    hasInput: true,
  });
  const server = overStdio(agent);
  const clientInfo = { name: "reprise-bench", title: null, version: "0" };
  await server.request("initialize", { clientInfo, capabilities: { experimentalApi: true } });
  agent.write(`${JSON.stringify({ method: "initialized" })}\n`);
  return server;
}

/** As if Codex had never been started in this home. */
export function forgetCodexState({ codexHome }: CodexPlace): void {
  for (const name of stateFiles) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(codexHome, `${name}.sqlite${suffix}`), { force: true });
  }
}

const prepared = new Map<string, ReturnType<typeof codex.prepareHome>>();

/** Once a home, so that it is no part of what is measured. */
export function preparedHome({ home }: CodexPlace): ReturnType<typeof codex.prepareHome> {
  const known = prepared.get(home) ?? codex.prepareHome({ home, model: nowhere });
  prepared.set(home, known);
  return known;
}

function overStdio(agent: AgentProcess): CodexServer {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  agent.onLine((line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.method === undefined) waiting.get(answer.id)?.(answer);
  });
  const ended = agent.exited.then((): never => {
    throw new Error(`codex app-server ended. ${agent.stderr()}`);
  });
  ended.catch(() => {}); // told by the request that waits, if any
  return {
    async request(method, params) {
      lastId += 1;
      const id = lastId;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      agent.write(`${JSON.stringify({ id, method, params })}\n`);
      const late = () => `No answer to ${method} within ${limitMs} ms. ${agent.stderr()}`;
      const { result, error } = await withLimit(Promise.race([answered, ended]), limitMs, late);
      if (error) throw new Error(`${method}: ${error.message}`);
      return { ...result };
    },
    peakBytes: () => peakOf(agent.pid),
    async end() {
      agent.kill("SIGKILL");
      await agent.exited;
    },
  };
}

interface Answer {
  readonly id: number;
  readonly method?: string;
  readonly result?: object;
  readonly error?: { readonly message: string };
}

/** The most memory that a living process ever held; null where the system does not tell. */
function peakOf(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return found ? Number(found[1]) * 1024 : null;
}
