import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunState, type SessionId, type SessionSummary, sessionIdOf, type Turn } from "@reprise/model";
import {
  type AgentHome,
  type AgentName,
  type AgentProcess,
  codex,
  compareTrees,
  disposeAll,
  endPtys,
  hashTree,
  locateBinary,
  type Model,
  type ModelRequest,
  makeScratch,
  type PtyProgram,
  type Scratch,
  type Strict,
  spawnAgent,
  startModel,
  startPty,
  type TestAgent,
  type TreeChange,
  until,
} from "@reprise/testkit";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures", import.meta.url));
/** Against hanging only. */
const patience = { timeoutMs: 60_000 };

/** How a command ended that was waited for. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout as JSON, where they are. */
  readonly events: readonly { readonly type?: string; readonly [field: string]: unknown }[];
}

export interface AppSize {
  readonly args?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A run of ours that has its thread. */
export type NamedRun = RunState & { readonly session: SessionId };

/** The built program, the real Codex and a scripted model, in folders of their own. */
export class LiveStage {
  readonly model: Model;
  readonly home: AgentHome;
  readonly #scratch: Scratch;
  readonly #env: Record<string, string>;

  private constructor(scratch: Scratch, model: Model, home: AgentHome) {
    this.#scratch = scratch;
    this.model = model;
    this.home = home;
    this.#env = {
      ...home.env,
      // Not UTC, and the same on every machine.
      TZ: "Asia/Kolkata",
      REPRISE_STATE: join(scratch.root, "state"),
      REPRISE_CACHE: join(scratch.root, "cache"),
      REPRISE_CODEX_BIN: locateBinary("codex").command,
    };
  }

  /** `strict`: what the model refuses. */
  static async open(name: string, { strict = {} }: { strict?: Strict } = {}): Promise<LiveStage> {
    const scratch = await makeScratch(name);
    const model = await startModel(codex.modelKind, [], { strict });
    return new LiveStage(scratch, model, await codex.prepareHome({ home: scratch.home, model }));
  }

  /** Another real agent is there too, with a model of its own, which is the caller's to close. */
  async add(agent: TestAgent): Promise<{ readonly model: Model; readonly home: AgentHome }> {
    const model = await startModel(agent.modelKind);
    const home = await agent.prepareHome({ home: this.#scratch.home, model });
    Object.assign(this.#env, home.env, {
      [`REPRISE_${agent.name.toUpperCase()}_BIN`]: this.#programOf(agent.name),
    });
    return { model, home };
  }

  /** One file that can be started, also where the agent is a script for Node. */
  #programOf(agent: AgentName): string {
    const { command, leadingArgs } = locateBinary(agent);
    if (leadingArgs.length === 0) return command;
    const path = join(this.folder("programs"), agent);
    writeFileSync(path, `#!/bin/sh\nexec "${[command, ...leadingArgs].join('" "')}" "$@"\n`, { mode: 0o755 });
    return path;
  }

  async close(): Promise<void> {
    await endPtys();
    await disposeAll();
    await this.model.close();
    await this.#scratch.remove();
  }

  /** For any program that is to find the same sessions. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** For programs that are started from now on. */
  set(env: Readonly<Record<string, string>>): void {
    Object.assign(this.#env, env);
  }

  get codexHome(): string {
    return this.home.env.CODEX_HOME ?? "";
  }

  /** Puts a recorded session of Codex where Codex keeps its own. */
  place(recording: string): void {
    const sessions = join(fixtures, "codex", recording, "sessions");
    cpSync(sessions, join(this.codexHome, "sessions"), { recursive: true });
  }

  /** Every session there is, newest first. */
  async sessions(): Promise<readonly SessionSummary[]> {
    return (await this.#read<{ sessions: SessionSummary[] }>("list", "--all", "--include-empty")).sessions;
  }

  async session(isWanted: (session: SessionSummary) => boolean): Promise<SessionSummary> {
    const found = (await this.sessions()).find(isWanted);
    if (!found) throw new Error("No such session is listed.");
    return found;
  }

  async turns(id: string): Promise<readonly Turn[]> {
    return (await this.#read<{ turns: Turn[] }>("show", id)).turns;
  }

  /** What has become of the sessions on disk since; those that were added are none of it. */
  async watchSessions(): Promise<() => Promise<readonly TreeChange[]>> {
    const places = [join(this.codexHome, "sessions"), join(this.#scratch.home, ".claude", "projects")];
    const before = await Promise.all(places.map(hashTree));
    return async () => {
      const after = await Promise.all(places.map(hashTree));
      const changes = before.flatMap((tree, index) => compareTrees(tree, after[index] ?? new Map()));
      return changes.filter(({ change }) => change !== "added");
    };
  }

  /** Whatever changed in the agents' homes and in what we keep ourselves. */
  async watchAll(): Promise<() => Promise<readonly TreeChange[]>> {
    const places = [this.#scratch.home, join(this.#scratch.root, "state")];
    const before = await Promise.all(places.map(hashTree));
    return async () => {
      const after = await Promise.all(places.map(hashTree));
      return before.flatMap((tree, index) => compareTrees(tree, after[index] ?? new Map()));
    };
  }

  /** Requests by which the model was asked to go on. */
  asked(): readonly ModelRequest[] {
    return this.model.requests.filter(({ number }) => number !== null);
  }

  /** A folder to work in. */
  folder(name: string): string {
    const path = join(this.#scratch.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  remove(folder: string): Promise<void> {
    return rm(folder, { recursive: true });
  }

  /** Nobody answers it: it has no terminal. */
  start(cwd: string, ...args: string[]): AgentProcess {
    return spawnAgent({ command: reprise, leadingArgs: [], args, cwd, env: this.#env });
  }

  /** With an agent that is started and never answers. `input` is piped into it. */
  startMute(cwd: string, args: readonly string[], input?: string): AgentProcess {
    const hasInput = input !== undefined;
    const env = { ...this.#env, REPRISE_CODEX_BIN: this.mute };
    const started = spawnAgent({ command: reprise, leadingArgs: [], args, cwd, env, hasInput });
    if (hasInput) started.write(input);
    if (hasInput) started.closeInput();
    return started;
  }

  /** A program that answers nothing. */
  get mute(): string {
    const path = join(this.folder("programs"), "mute");
    writeFileSync(path, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
    return path;
  }

  /** Codex that never hears what it is asked to do. */
  get deaf(): string {
    const path = join(this.folder("programs"), "deaf");
    const codex = JSON.stringify(this.#env.REPRISE_CODEX_BIN);
    const script = `#!${process.execPath}
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");
const codex = spawn(${codex}, process.argv.slice(2), { stdio: ["pipe", "inherit", "inherit"] });
createInterface({ input: process.stdin })
  .on("line", (line) => line.includes('"turn/start"') || codex.stdin.write(line + "\\n"))
  .on("close", () => codex.stdin.end());
codex.on("exit", (code) => process.exit(code ?? 1));
`;
    writeFileSync(path, script, { mode: 0o755 });
    return path;
  }

  /** Codex that refuses to resume any thread, for this reason. */
  refusing(reason: string): string {
    const path = join(this.folder("programs"), "refusing");
    const codex = JSON.stringify(this.#env.REPRISE_CODEX_BIN);
    const script = `#!${process.execPath}
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");
const codex = spawn(${codex}, process.argv.slice(2), { stdio: ["pipe", "inherit", "inherit"] });
const error = { code: -32600, message: ${JSON.stringify(reason)} };
createInterface({ input: process.stdin })
  .on("line", (line) => {
    if (!line.includes('"thread/resume"')) return codex.stdin.write(line + "\\n");
    process.stdout.write(JSON.stringify({ id: JSON.parse(line).id, error }) + "\\n");
  })
  .on("close", () => codex.stdin.end());
codex.on("exit", (code) => process.exit(code ?? 1));
`;
    writeFileSync(path, script, { mode: 0o755 });
    return path;
  }

  /** All that the journals of runs hold. */
  journals(): string {
    const folder = this.folder("state/runs");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("");
  }

  /** Prompts that are on disk and in no journal. */
  savedPrompts(): string[] {
    const folder = this.folder("state/prompts");
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.map((name) => (JSON.parse(readFileSync(join(folder, name), "utf8")) as { text: string }).text);
  }

  /** On a terminal of its own, where somebody might answer; `shown` is what stands there so far. */
  startOnTerminal(cwd: string, ...words: string[]): AgentProcess & { shown(): string } {
    const line = [reprise, ...words].map((word) => `'${word}'`).join(" ");
    const copy = join(this.#scratch.root, `terminal-${randomUUID()}`);
    const args = ["-qefc", line, copy];
    const env = { ...this.#env, TERM: "xterm" };
    const started = spawnAgent({ command: "script", leadingArgs: [], args, cwd, env, hasInput: true });
    return Object.assign(started, { shown: () => (existsSync(copy) ? readFileSync(copy, "utf8") : "") });
  }

  /** The app in a real terminal. */
  openApp(cwd: string, { args = ["--all"], columns = 100, rows = 30, env = {} }: AppSize = {}): PtyProgram {
    return startPty({ command: reprise, args, cwd, env: { ...this.#env, ...env }, columns, rows });
  }

  /** A shell with job control, in which the program is $REPRISE. */
  openShell(cwd: string): PtyProgram {
    const env = { ...this.#env, REPRISE: reprise, PS1: "prompt$ " };
    const args = ["--norc", "--noprofile", "-i"];
    return startPty({ command: "/bin/bash", args, cwd, env, columns: 100, rows: 30 });
  }

  async run(cwd: string, ...args: string[]): Promise<Ended> {
    return endOf(this.start(cwd, ...args));
  }

  /** The run of this folder, as its sidecar has it, once that is as wanted. */
  runIn(cwd: string, isWanted: (run: RunState) => boolean = ({ isPersisted }) => isPersisted): Promise<NamedRun> {
    const find = () => {
      const run = this.runs().find((one) => one.workspace === cwd && one.thread && isWanted(one));
      if (!run?.thread) return null;
      return { ...run, session: sessionIdOf(run.agent, run.thread) };
    };
    return until(find, { ...patience, what: `the run in ${cwd}` });
  }

  /** A SIGKILL for Reprise and its agent, of which neither sees the other die. */
  async kill({ process: own, agentProcess }: RunState): Promise<void> {
    if (!own || !agentProcess) throw new Error("The run has no processes.");
    process.kill(agentProcess.pid, "SIGSTOP");
    process.kill(own.pid, "SIGKILL");
    process.kill(agentProcess.pid, "SIGKILL");
    await until(() => !isAlive(own.pid) && !isAlive(agentProcess.pid), { ...patience, what: "their death" });
  }

  /** The one document that a reading command prints. */
  async #read<Document>(...args: string[]): Promise<Document> {
    const { code, stdout, stderr } = await outputOf(this.start(this.folder("elsewhere"), ...args, "--json"));
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Document;
  }

  /** Every run, as its sidecar has it. */
  runs(): RunState[] {
    const root = join(this.#env.REPRISE_STATE ?? "", "runs");
    const names = readdirSync(this.folder("state/runs"), { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(".session.json"))
      .map((name) => JSON.parse(readFileSync(join(root, name), "utf8")) as RunState);
  }
}

export async function endOf(started: AgentProcess): Promise<Ended> {
  const output = await outputOf(started);
  const events = started.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return { ...output, events };
}

async function outputOf(started: AgentProcess): Promise<Omit<Ended, "events">> {
  const { code } = await started.exited;
  return { code, stdout: started.lines.join("\n"), stderr: started.stderr() };
}

export function isAlive(pid: number): boolean {
  try {
    // Who has ended and was not yet buried is in state Z.
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** What the person has said in a request, message by message. */
export function said({ body }: ModelRequest): string[] {
  const { input } = body as { input: { type: string; role?: string; content?: { text?: string }[] }[] };
  return input
    .filter(({ type, role }) => type === "message" && role === "user")
    .map(({ content }) => (content ?? []).map(({ text }) => text ?? "").join(""));
}
