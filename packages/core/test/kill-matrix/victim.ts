/** A run that dies at a given line of its traffic with the agent. Started by the matrix as a process of its own. */
import { readFileSync, writeSync } from "node:fs";
import { type Controls, followed, usualWish } from "@reprise/model";
import { carefulConsent } from "@reprise/testkit";
import { codexDriver } from "../../src/agents/codex/driver/driver.ts";
import type { AgentDriver, Launch } from "../../src/agents/driving/driver.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";

interface Order {
  readonly cwd: string;
  readonly prompt: string;
  /** Which line, counted over both directions from 1; 0 for no death. */
  readonly killAt: number;
  /** What the line holds, after its direction; in place of a number. */
  readonly killOn?: string;
  /** The event to die at; in place of a line. A request is then left without an answer. */
  readonly killAtEvent?: string;
  /** Gone on with, in place of a new one. */
  readonly session?: string;
  readonly who: "agent" | "reprise" | "both";
  /** The agent outlives Reprise, as on a busy machine: stopped, until it is continued. Its process is printed. */
  readonly stopsAgent?: boolean;
}

const order = JSON.parse(process.argv[2] ?? "{}") as Order;
let lines = 0;

function watched(driver: AgentDriver): AgentDriver {
  const watch = (launch: Launch): Launch => ({
    ...launch,
    onLine: (direction, line) => {
      launch.onLine(direction, line);
      if (direction === "stderr") return;
      lines += 1;
      const isIt = order.killOn !== undefined && new RegExp(order.killOn).test(`${direction} ${line}`);
      if (lines === order.killAt || isIt) die();
    },
  });
  return {
    ...driver,
    start: (launch) => driver.start(watch(launch)),
    resume: (thread, launch) => driver.resume(thread, watch(launch)),
  };
}

function die(): void {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  if (order.stopsAgent)
    for (const child of children) {
      process.kill(Number(child), "SIGSTOP");
      writeSync(1, `${JSON.stringify({ stopped: Number(child) })}\n`);
    }
  if (order.who !== "reprise") for (const child of children) if (child !== "") process.kill(Number(child), "SIGKILL");
  if (order.who !== "agent") process.kill(process.pid, "SIGKILL");
}

const runner = await openRunner(nodeHost(), { drivers: { codex: watched(codexDriver) } });
const settings = { sandbox: "workspace-write", approvalPolicy: "on-request" };
const held: Controls[] = [];
const { signal } = new AbortController();
const hold = (controls: Controls) => void held.push(controls);
try {
  const begun = { agent: "codex", cwd: order.cwd, settings, prompt: order.prompt, canAnswer: true } as const;
  const events =
    order.session === undefined
      ? followed(runner.run(begun), { onControls: hold, signal })
      : followed(
          runner.restore(await runner.plan(order.session, { ...usualWish, prompt: order.prompt }), {
            ...carefulConsent,
            canAnswer: order.killAtEvent === "request",
          }),
          { onControls: hold, signal },
        );
  for await (const event of events) {
    if (event.type === order.killAtEvent) die();
    else if (event.type === "request") held[0]?.answer(event.request.id, { decision: "once" });
  }
} finally {
  runner.close();
}
console.log(JSON.stringify({ lines }));
