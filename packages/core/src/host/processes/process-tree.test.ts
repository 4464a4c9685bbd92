import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { processesBelow, signalLiving } from "./process-tree.ts";

test("finds what a program has started, in whatever group, and ends it", async () => {
  const script = `const { spawn } = require("node:child_process"); spawn("sleep", ["300"], { detached: true, stdio: "ignore" }); process.stdout.write("started"); setInterval(() => {}, 1000);`;
  const program = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void program.kill("SIGKILL"));
  await once(program.stdout, "data");
  const below = processesBelow(program.pid ?? 0);
  expect(below).toHaveLength(1);
  expect(signalLiving(below, 0)).toEqual(below);
  expect(signalLiving(below, "SIGKILL")).toEqual(below);
  await expect.poll(() => signalLiving(below, 0)).toEqual([]);
  expect(processesBelow(program.pid ?? 0)).toEqual([]);
});

test("a process that has another start is not the one that was meant", () => {
  expect(signalLiving([{ pid: process.pid, start: "1" }], "SIGKILL")).toEqual([]);
});
