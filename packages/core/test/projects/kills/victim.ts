/** Works on a project and dies at a given point. Started by the campaign as a process of its own. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { AgentDriver, Launch } from "../../../src/agents/driving/driver.ts";
import { builtInAgents } from "../../../src/agents/registry.ts";
import { nodeHost } from "../../../src/host/node-host.ts";
import { openLibrary } from "../../../src/library.ts";
import { openProjects } from "../../../src/projects.ts";
import { openRunner } from "../../../src/runner.ts";

export interface Order {
  readonly agent: string;
  readonly cwd: string;
  readonly rounds: number;
  readonly sandbox: string;
  /** Continued instead of a new one. */
  readonly project?: string | undefined;
  readonly death: Death | null;
  /** `both`: the agent's process too. */
  readonly who: "reprise" | "both";
}

export type Death =
  /** Of the project's log, from 1. `torn`: half of the line is written. */
  | { readonly append: number; readonly when: "before" | "torn" | "after" }
  /** Of the traffic with the agents of all rounds, both directions, from 1. */
  | { readonly line: number }
  /** From the start, by another process. */
  | { readonly afterMs: number };

const order = JSON.parse(process.argv[2] ?? "{}") as Order;
let [appends, lines] = [0, 0];

function die(): void {
  const children = fs.readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  if (order.who === "both")
    for (const child of children.trim().split(" ")) if (child !== "") process.kill(Number(child), "SIGKILL");
  process.kill(process.pid, "SIGKILL");
}

const writeSync = fs.writeSync as (...args: unknown[]) => number;
fs.writeSync = ((file: number, ...rest: unknown[]) => {
  const path = fs.readlinkSync(`/proc/self/fd/${file}`);
  if (!path.endsWith("/rounds.jsonl")) return writeSync(file, ...rest);
  appends += 1;
  const { death } = order;
  const isIt = death !== null && "append" in death && death.append === appends;
  if (isIt && death.when === "before") die();
  if (isIt && death.when === "torn") {
    const [bytes] = rest as [Buffer];
    writeSync(file, bytes.subarray(0, bytes.length >> 1));
    die();
  }
  const count = writeSync(file, ...rest);
  if (isIt) die();
  return count;
}) as typeof fs.writeSync;
syncBuiltinESMExports();

function watched(driver: AgentDriver): AgentDriver {
  const watch = (launch: Launch): Launch => ({
    ...launch,
    onLine: (direction, line) => {
      launch.onLine(direction, line);
      if (direction === "stderr") return;
      lines += 1;
      if (order.death !== null && "line" in order.death && order.death.line === lines) die();
    },
  });
  return {
    ...driver,
    start: (launch) => driver.start(watch(launch)),
    resume: (thread, launch) => driver.resume(thread, watch(launch)),
  };
}

const host = nodeHost();
const library = openLibrary(host);
const definition = builtInAgents.find(({ agent }) => agent === order.agent);
if (!definition) throw new Error(`There is no agent ${order.agent}.`);
const { driver } = await definition.acting();
const runner = await openRunner(host, { library, drivers: { [order.agent]: watched(driver) } });
const projects = openProjects(host, { library, runner });
const wish = { settings: { sandbox: order.sandbox }, rounds: order.rounds };
const run = await (order.project === undefined
  ? projects.start({ ...wish, goal: "Two steps", cwd: order.cwd, agent: order.agent })
  : projects.resume(order.project, wish));
for await (const { event } of run.events()) if (event.type === "project-ended") console.log(event.state);
console.log(JSON.stringify({ appends, lines }));
await projects.close();
runner.close();
library.close();
