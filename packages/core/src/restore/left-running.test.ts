import { spawn } from "node:child_process";
import { once } from "node:events";
import { asThreadId } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { afterEach, expect, it } from "vitest";
import type { AgentDriver } from "../agents/driving/driver.ts";
import { nodeHost } from "../host/node-host.ts";
import { leftRunning } from "./left-running.ts";

const marks = "REPRISE_TEST_THREAD";
const driver = { marks } as Partial<AgentDriver> as AgentDriver;
const thread = asThreadId("left-running");
const host = nodeHost();
const canTell = host.processes.marked(marks) !== null;

let started: ReturnType<typeof spawn>[] = [];
afterEach(async () => {
  const ended = started.map((child) => once(child, "exit"));
  for (const child of started) child.kill("SIGKILL");
  await Promise.all(ended);
  started = [];
});

/** As an agent starts a command: with the thread in its environment. */
function start(of: string): number {
  const wait = "setInterval(() => undefined, 1000)";
  const child = spawn(process.execPath, ["-e", wait], {
    env: { ...process.env, [marks]: of },
    stdio: "ignore",
  });
  started.push(child);
  return child.pid ?? 0;
}
const pids = (left: ReturnType<ReturnType<typeof leftRunning>>) => left.map(({ pid }) => pid);

it.runIf(canTell)("is what was started for the thread and lives on, and nothing of another thread", () => {
  const [one, two] = [start(thread), start(thread)];
  start("another");
  expect(pids(leftRunning(driver, host)(thread)).toSorted()).toEqual([one, two].toSorted());
});

it.runIf(canTell)("we ourselves are no remains of a session that we were started in", () => {
  const [own, other] = [start(thread), start(thread)];
  expect(pids(leftRunning(driver, { ...host, pid: own })(thread))).toEqual([other]);
});

it("is nothing where the agent leaves no mark, the system cannot tell, or nothing was started", () => {
  const { processes, ...rest } = memoryHost({});
  const left = (of: AgentDriver | null, marked: typeof processes.marked) =>
    leftRunning(of, { ...rest, processes: { ...processes, marked } })(thread);
  const running = { pid: 7, command: ["make"], cwd: null, startedAtMs: 0 };
  const all = () => new Map([[String(thread), [running]]]);
  expect(left(driver, all)).toEqual([running]);
  expect(left(null, all)).toEqual([]);
  expect(left({} as AgentDriver, all)).toEqual([]);
  expect(left(driver, () => null)).toEqual([]);
  expect(left(driver, () => new Map())).toEqual([]);
});
