import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Consent, WorkbenchView } from "@reprise/model";
import { bundleScript, codex, spawnAgent, until } from "@reprise/testkit";
import { run } from "../../codex-driver/actions.ts";
import { AgentStage } from "../agent-stage.ts";
import type { SendOrder, SendPath } from "./victim-order.ts";

const victim = new URL("./victim.ts", import.meta.url);
const consent: Consent = {
  drift: "accept",
  reappliesApprovals: false,
  sendsRecap: false,
  allowsWider: false,
  canAnswer: true,
  stays: true,
};

/** One session, whose program is killed again and again after it said that a message was sent. */
export class SendKills {
  readonly #stage: AgentStage;
  readonly #path: SendPath;
  #count = 0;
  /** Messages that came back to the draft. */
  returnedCount = 0;
  /** From the acknowledgement of a message until it was in the agent's log, by the last whole case. */
  tookMs = 0;

  private constructor(stage: AgentStage, path: SendPath) {
    this.#stage = stage;
    this.#path = path;
  }

  static async open(path: SendPath): Promise<SendKills> {
    const stage = await AgentStage.open(codex);
    stage.machine.model.push({ match: "run the long command", actions: [run("sleep 600")] });
    const slowly = { text: "One word after the other, slowly. ", chunks: 20, paceMs: 100 };
    stage.machine.model.push({ match: "tell me slowly", actions: [slowly] });
    await stage.choose({ sandbox: "danger-full-access", approvalPolicy: "never" });
    await stage.turn("begin");
    await stage.end();
    return new SendKills(stage, path);
  }

  /** The empty list is the good answer. `afterMs`: null, once the agent has the message. `isWhole`: the agent is killed too. */
  async kill(afterMs: number | null, { isWhole }: { readonly isWhole: boolean }): Promise<string[]> {
    this.#count += 1;
    const message = `message ${this.#count} of ${this.#path}`;
    this.#stage.machine.model.push({ match: message, actions: [{ text: `Done: ${message}.` }] });
    const order: SendOrder = { folder: this.#stage.machine.scratch.workspace, path: this.#path, message };
    const child = spawnAgent({
      command: process.execPath,
      leadingArgs: ["--disable-warning=ExperimentalWarning"],
      args: [bundleScript(victim), JSON.stringify(order)],
      cwd: order.folder,
      env: this.#stage.env,
    });
    await child.line((line) => line === "acknowledged");
    const sinceMs = performance.now();
    if (afterMs === null) await until(() => this.#sentCount(message) > 0, { what: "the agent to have the message" });
    else await sleep(afterMs);
    if (afterMs === null) this.tookMs = performance.now() - sinceMs;
    const agents = childrenOf(child.pid);
    child.killAlone("SIGKILL");
    if (isWhole) for (const agent of agents) kill(agent);
    await child.exited;
    await this.#stage.begin();
    try {
      return await this.#problems(message);
    } finally {
      await this.#stage.end();
    }
  }

  close(): Promise<void> {
    return this.#stage.machine.close();
  }

  get #view(): WorkbenchView {
    return this.#stage.page.view;
  }

  /** In the agent's log once or in the draft once; and once in the log when that is sent. */
  async #problems(message: string): Promise<string[]> {
    const { page } = this.#stage;
    await this.#stage.compared();
    // An agent that outlived its server may still write; it is waited for.
    const isPlaced = () => this.#sentCount(message) + this.#draftCount(message) === 1;
    await until(isPlaced, { timeoutMs: 15_000, what: "the message" }).catch(() => undefined);
    const [sent, drafts] = [this.#sentCount(message), this.#draftCount(message)];
    if (sent + drafts === 0) return [`lost: ${message}`];
    if (sent + drafts > 1) return [`${sent} times sent and ${drafts} times in the draft: ${message}`];
    if (drafts === 1) {
      this.returnedCount += 1;
      await this.#agreed();
      await page.send(this.#view.draft?.text ?? "");
      await this.#agreed();
      await until(() => this.#sentCount(message) > 0, { what: "the message to be sent" });
    }
    await page.until("rest", ({ activity: { phase } }) => phase === "idle" || phase === "none");
    const left = this.#draftCount(message) + this.#fileCount(message);
    const count = this.#sentCount(message);
    return [
      ...(count === 1 ? [] : [`sent ${count} times: ${message}`]),
      ...(left === 0 ? [] : [`still offered: ${message}`]),
    ];
  }

  async #agreed(): Promise<void> {
    const { page } = this.#stage;
    const isDecided = ({ connection: { state, planId } }: WorkbenchView) =>
      state === "live" || (state === "degraded" && planId !== null);
    const { connection } = await page.until("live, or a plan", isDecided);
    if (connection.planId !== null) await page.act({ type: "consent", plan: connection.planId, consent });
    await page.live();
  }

  #draftCount(message: string): number {
    return (this.#view.draft?.text ?? "").split(message).length - 1;
  }

  #fileCount(message: string): number {
    const folder = join(this.#stage.machine.state, "prompts");
    return readdirSync(folder).filter((name) => readFileSync(join(folder, name), "utf8").includes(message)).length;
  }

  #sentCount(message: string): number {
    const folder = join(this.#stage.machine.home.env.CODEX_HOME ?? "", "sessions");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const lines = names
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
    return lines.filter((line) => line.includes('"role":"user"') && line.includes(message)).length;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {} // it ended with its parent
}
