import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunState, SessionSummary, Turn } from "@reprise/model";
import {
  type AgentProcess,
  claude,
  codex,
  disposeAll,
  gemini,
  type Machine,
  type ModelRequest,
  opencode,
  spawnAgent,
  startMachine,
  type TestAgent,
  until,
  withLimit,
} from "@reprise/testkit";
import { isSince } from "../../src/agents/driving/releases.ts";
import type { ReleaseAgent } from "./pinned.ts";

const reprise = fileURLToPath(new URL("../../../../bin/reprise", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));
export const testAgents: Readonly<Record<ReleaseAgent, TestAgent>> = { codex, claude, gemini, opencode };

/** A command that takes longer hangs. */
const limitMs = 180_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly events: readonly Event[];
}

export interface Event {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** The built program, one release of an agent and a scripted model, in folders of their own. */
export class ReleaseStage {
  readonly machine: Machine;
  readonly agent: ReleaseAgent;
  /** Stack traces and commands that never ended. */
  readonly problems: string[] = [];
  readonly #env: Record<string, string>;

  private constructor(agent: ReleaseAgent, version: string, machine: Machine, program: string) {
    this.agent = agent;
    this.machine = machine;
    // These ask the proxy also for this machine.
    const isBlind = agent === "gemini" || (agent === "claude" && !isSince(version, "1.0.119"));
    const proxies = isBlind ? { HTTP_PROXY: "", HTTPS_PROXY: "" } : {};
    const named = { [`REPRISE_${agent.toUpperCase()}_BIN`]: program };
    this.#env = { ...machine.env, ...named, ...proxies, IS_SANDBOX: "1" };
  }

  static async open(agent: ReleaseAgent, version: string, program: string): Promise<ReleaseStage> {
    const machine = await startMachine(`release-${agent}`, testAgents[agent]);
    return new ReleaseStage(agent, version, machine, program);
  }

  get workspace(): string {
    return this.machine.scratch.workspace;
  }

  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  close(): Promise<void> {
    return this.machine.close();
  }

  /** A recorded session of another agent, in that agent's usual place. */
  placeForeign(): void {
    const { home } = this.machine.scratch;
    const [from, to] =
      this.agent === "codex"
        ? ["claude/basic/projects", ".claude/projects"]
        : ["codex/complete-two-turns/sessions", ".codex/sessions"];
    cpSync(join(fixtures, from), join(home, to), { recursive: true });
  }

  start(...args: string[]): AgentProcess {
    return spawnAgent({ command: reprise, leadingArgs: [], args, cwd: this.workspace, env: this.#env });
  }

  async run(...args: string[]): Promise<Ended> {
    const started = this.start(...args);
    const what = args.slice(0, 2).join(" ");
    const end = await withLimit(started.exited, limitMs, () => `\`reprise ${what}\` did not end`).catch(
      async (error: Error) => {
        this.problems.push(error.message);
        await disposeAll();
        return { code: null };
      },
    );
    const stdout = started.lines.join("\n");
    const stderr = started.stderr();
    const trace = [stdout, stderr].find((text) => /^\s+at .+:\d+:\d+\)?$/m.test(text));
    if (trace !== undefined) this.problems.push(`\`reprise ${what}\` printed a stack trace: ${trace.slice(0, 400)}`);
    return { code: end.code, stdout, stderr, events: started.lines.flatMap(eventIn) };
  }

  async read<Document>(...args: string[]): Promise<Document> {
    const { code, stdout, stderr } = await this.run(...args, "--json");
    if (code !== 0) throw new Error(`\`reprise ${args.join(" ")}\` ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Document;
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    return (await this.read<{ sessions: SessionSummary[] }>("list", "--all")).sessions;
  }

  async turns(id: string): Promise<readonly Turn[]> {
    return (await this.read<{ turns: Turn[] }>("show", id)).turns;
  }

  /** What the model was asked so far. */
  asked(): readonly ModelRequest[] {
    return this.machine.model.requests.filter(({ number }) => number !== null);
  }

  /** SIGKILL for Reprise and its agent, before either sees the other die. */
  async killBoth(run: RunState): Promise<void> {
    const { process: own, agentProcess } = run;
    if (!own || !agentProcess) throw new Error("The run has no processes.");
    process.kill(agentProcess.pid, "SIGSTOP");
    process.kill(own.pid, "SIGKILL");
    process.kill(agentProcess.pid, "SIGKILL");
    await until(() => !existsSync(`/proc/${own.pid}/cwd`), { what: "the death of Reprise" });
  }
}

/** A line of a document that is printed over several lines is none. */
function eventIn(line: string): Event[] {
  try {
    return line.startsWith("{") ? [JSON.parse(line) as Event] : [];
  } catch {
    return [];
  }
}
