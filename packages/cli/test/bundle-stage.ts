import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionSummary } from "@reprise/model";
import {
  compareTrees,
  hashTree,
  type Machine,
  spawnAgent,
  startMachine,
  type TestAgent,
  type TreeChange,
} from "@reprise/testkit";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program and one real agent, in folders of their own. */
export class Computer {
  readonly machine: Machine;

  private constructor(machine: Machine) {
    this.machine = machine;
  }

  static async start(name: string, agent: TestAgent): Promise<Computer> {
    return new Computer(await startMachine(name, agent));
  }

  get workspace(): string {
    return this.machine.scratch.workspace;
  }

  file(name: string): string {
    return join(this.machine.scratch.root, name);
  }

  async reprise(...args: string[]): Promise<Ended> {
    const started = spawnAgent({
      command: reprise,
      leadingArgs: [],
      args,
      cwd: this.workspace,
      env: this.machine.env,
    });
    const { code } = await started.exited;
    return { code, stdout: started.lines.join("\n"), stderr: started.stderr() };
  }

  /** One turn by the agent itself. */
  async turn(prompt: string, reply: string): Promise<void> {
    const { model, home } = this.machine;
    model.push([{ text: reply }]);
    const started = home.spawnTurn({ prompt, cwd: this.workspace });
    const { code } = await started.exited;
    if (code !== 0) throw new Error(`The agent ended with ${code}: ${started.stderr()}`);
  }

  /** What an agent may do headless is wider than its usual configuration. */
  resume(id: string, prompt: string): Promise<Ended> {
    return this.reprise("resume", id, prompt, "--yes", "--allow-wider", "--json");
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    const { code, stdout, stderr } = await this.reprise("list", "--json");
    if (code !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as { sessions: SessionSummary[] }).sessions;
  }

  /** Changes below HOME, the state and the workspace since. */
  async watch(): Promise<() => Promise<readonly TreeChange[]>> {
    const { scratch, state } = this.machine;
    const folders = [scratch.home, state, scratch.workspace];
    const before = await Promise.all(folders.map(hashTree));
    return async () => {
      const after = await Promise.all(folders.map(hashTree));
      return before.flatMap((tree, index) => compareTrees(tree, after[index] ?? new Map()));
    };
  }

  /** Everything the model was sent since `from` requests. */
  sent(from = 0): string {
    return JSON.stringify(this.machine.model.requests.slice(from).map(({ body }) => body));
  }

  text(path: string): string {
    return readFileSync(path, "utf8");
  }

  close(): Promise<void> {
    return this.machine.close();
  }
}
