import { join } from "node:path";
import { type Choice, noSettings, type Settings, type Workbenches, type WorkbenchView } from "@reprise/model";
import { type Machine, Page, startMachine, type TestAgent } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/index.ts";
import { openRunner } from "../../src/runner.ts";
import { openWorkbenches } from "../../src/workbench.ts";

/** The workbench with a real agent and a scripted model. */
export class AgentStage {
  readonly machine: Machine;
  page!: Page;
  workbenches!: Workbenches;
  readonly #agent: TestAgent;
  readonly env: Record<string, string>;
  /** Ends the program in good order. */
  end: () => Promise<void> = async () => undefined;

  private constructor(agent: TestAgent, machine: Machine, env: Record<string, string>) {
    this.#agent = agent;
    this.machine = machine;
    this.env = { ...machine.env, ...env };
  }

  static async open(agent: TestAgent, env: Record<string, string> = {}): Promise<AgentStage> {
    const stage = new AgentStage(agent, await startMachine(`workbench-${agent.name}`, agent), env);
    await stage.begin();
    return stage;
  }

  async begin(): Promise<void> {
    const host = nodeHost(this.env);
    const [runner, library] = [await openRunner(host), openLibrary(host)];
    this.workbenches = openWorkbenches(host, { runner, library, version: "0.0.0" });
    this.page = await Page.open(this.workbenches, this.machine.scratch.workspace);
    this.end = async () => {
      await this.page.leave();
      await this.workbenches.close();
      runner.close();
      library.close();
    };
  }

  /** Ends the program in good order, and starts it again on the same files. */
  async restart(): Promise<void> {
    await this.end();
    await this.begin();
  }

  async close(): Promise<void> {
    await this.end();
    await this.machine.close();
  }

  at(name: string): string {
    return join(this.machine.scratch.workspace, name);
  }

  async choose(settings: Partial<Settings> = {}): Promise<void> {
    const choice: Choice = { agent: this.#agent.name, settings: { ...noSettings, ...settings } };
    await this.page.live();
    await this.page.act({ type: "choose", choice });
  }

  /** The view once saved state is compared with the agent and the files. */
  compared(): Promise<WorkbenchView> {
    return this.page.until("compared", ({ connection: { state } }) => state === "live" || state === "degraded");
  }

  /** Sends, and resolves when the turn has ended. */
  async turn(prompt: string): Promise<void> {
    const before = this.page.changes.length;
    await this.page.send(prompt);
    await this.page.until("a turn", () =>
      this.page.changes
        .slice(before)
        .some((change) => change.type === "activity" && change.activity.phase === "working"),
    );
    await this.page.idle();
  }
}
