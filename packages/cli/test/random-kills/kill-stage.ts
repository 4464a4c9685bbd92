import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeHost, openLibrary } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import type { Runner, SessionSummary } from "@reprise/model";
import {
  type AgentProcess,
  codex,
  disposeAll,
  endPtys,
  familyMark,
  familyMembers,
  type Machine,
  type PtyProgram,
  spawnAgent,
  startMachine,
  startPty,
} from "@reprise/testkit";

const reprise = fileURLToPath(new URL("../../../../bin/reprise", import.meta.url));

/** The built program, the real Codex and a scripted model, with words for killing and for looking at what is left. */
export class KillStage {
  readonly #machine: Machine;
  readonly #env: Record<string, string>;

  private constructor(machine: Machine) {
    this.#machine = machine;
    this.#env = { ...machine.env, ...familyMark };
  }

  static async open(): Promise<KillStage> {
    return new KillStage(await startMachine("random-kills", codex));
  }

  async close(): Promise<void> {
    await endPtys();
    await this.#machine.close();
  }

  get model() {
    return this.#machine.model;
  }

  get state(): string {
    return this.#machine.state;
  }

  folder(name: string): string {
    const path = join(this.#machine.scratch.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  start(cwd: string, args: readonly string[], input: string | null): AgentProcess {
    const hasInput = input !== null;
    const started = spawnAgent({ command: reprise, leadingArgs: [], args, cwd, env: this.#env, hasInput });
    if (hasInput) started.write(input);
    if (hasInput) started.closeInput();
    return started;
  }

  openApp(cwd: string, args: readonly string[] = []): PtyProgram {
    return startPty({ command: reprise, args, cwd, env: this.#env, columns: 100, rows: 30 });
  }

  /** Whether words are kept in any composer. */
  hasDraft(words: string): boolean {
    const folder = join(this.state, "workspaces");
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith("draft.json"))
      .some((name) => readFileSync(join(folder, name), "utf8").includes(words));
  }

  async withRunner<Value>(act: (runner: Runner) => Promise<Value>): Promise<Value> {
    const runner = await openRunner(nodeHost(this.#env));
    try {
      return await act(runner);
    } finally {
      runner.close();
    }
  }

  /** The id of the one session there is. */
  async onlySession(): Promise<string> {
    const library = openLibrary(nodeHost(this.#env));
    try {
      const { sessions } = await library.list({ scope: "all" });
      const [session] = sessions;
      if (!session || sessions.length > 1) throw new Error(`There are ${sessions.length} sessions.`);
      return session.id;
    } finally {
      library.close();
    }
  }

  /** How often the text is a prompt, or part of one, in the logs of the agent. */
  async countInLogs(text: string): Promise<number> {
    const holders = [...this.rollouts()].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path);
    if (holders.length === 0) return 0;
    const library = openLibrary(nodeHost(this.#env));
    try {
      const { sessions } = await library.list({ scope: "all", includeEmpty: true, limit: 1000 });
      const isHolder = ({ files }: SessionSummary) => files.some(({ path }) => holders.includes(path));
      let count = 0;
      for (const session of sessions.filter(isHolder)) {
        for await (const { items } of (await library.read(session)).turns)
          count += items.filter((item) => item.kind === "prompt" && item.text.includes(text)).length;
      }
      return count;
    } finally {
      library.close();
    }
  }

  /** Every rollout with its bytes. */
  rollouts(): Map<string, Buffer> {
    const folder = join(this.#env.CODEX_HOME ?? "", "sessions");
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const paths = names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
    return new Map(paths.map((path) => [path, readFileSync(path)]));
  }

  /** Journals of runs; each begins with its run. */
  journalCount(): number {
    mkdirSync(join(this.state, "runs"), { recursive: true });
    const names = readdirSync(join(this.state, "runs"), { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(".jsonl")).length;
  }
}

/** Direct children, as the kernel knows them. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return text === "" ? [] : text.split(" ").map(Number);
  } catch {
    return [];
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** What is still alive of everything that was started; ended processes that nobody has collected are not. */
export function survivors(): number[] {
  return familyMembers().filter((pid) => {
    try {
      return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
    } catch {
      return false;
    }
  });
}

export { disposeAll };
