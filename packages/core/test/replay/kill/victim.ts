/** A replay that dies at a given moment. Started by the matrix as a process of its own. */
import { readFileSync } from "node:fs";
import { followed, type PlanOf, type RestorePlan, usualWish, type Wish } from "@reprise/model";
import { carefulConsent } from "@reprise/testkit";
import { codexDriver } from "../../../src/agents/codex/driver/driver.ts";
import { codexWriter } from "../../../src/agents/codex/write/writer.ts";
import type { AgentDriver, Launch } from "../../../src/agents/driving/driver.ts";
import type { NativeWriter } from "../../../src/agents/writing/native-writer.ts";
import { nodeHost } from "../../../src/host/node-host.ts";
import { openRunner } from "../../../src/runner.ts";

export interface Order {
  readonly session: string;
  readonly wish: Partial<Wish>;
  /** Lines of traffic, events and writes, counted from 1; 0 for no death. */
  readonly killAt: number;
  readonly who: "agent" | "reprise" | "both";
}

const order = JSON.parse(process.argv[2] ?? "{}") as Order;
let moments = 0;

function moment(): void {
  moments += 1;
  if (moments === order.killAt) die();
}

function watched(driver: AgentDriver): AgentDriver {
  const watch = (launch: Launch): Launch => ({
    ...launch,
    onLine: (direction, line) => {
      launch.onLine(direction, line);
      if (direction !== "stderr") moment();
    },
  });
  return {
    ...driver,
    start: (launch) => driver.start(watch(launch)),
    resume: (thread, launch) => driver.resume(thread, watch(launch)),
  };
}

const writer: NativeWriter = {
  ...codexWriter,
  async write(history, given, host) {
    moment();
    const written = await codexWriter.write(history, given, host);
    moment();
    return written;
  },
};

function die(): void {
  const path = `/proc/${process.pid}/task/${process.pid}/children`;
  const children = readFileSync(path, "utf8").trim().split(" ");
  if (order.who !== "reprise") for (const child of children) if (child !== "") process.kill(Number(child), "SIGKILL");
  if (order.who !== "agent") process.kill(process.pid, "SIGKILL");
}

/** One item a segment: a death may fall between any two. */
function finely(plan: PlanOf<"replay">): RestorePlan {
  const items = plan.segments.flatMap((segment) => segment.items);
  return { ...plan, segments: items.map((item, index) => ({ number: index + 1, items: [item], tokens: 1 })) };
}

const consent = {
  ...carefulConsent,
  drift: "accept" as const,
  reappliesApprovals: false,
  sendsRecap: false,
};
const runner = await openRunner(nodeHost(), {
  drivers: { codex: watched(codexDriver) },
  writers: { codex: writer },
});
const plan = await runner.plan(order.session, { ...usualWish, modes: ["replay"], ...order.wish });
const whole = plan.mode === "replay" && plan.via === "inject" ? finely(plan) : plan;
let last = "nothing";
for await (const event of followed(runner.restore(whole, consent))) {
  last = event.type;
  moment();
}
runner.close();
console.log(JSON.stringify({ moments, last }));
