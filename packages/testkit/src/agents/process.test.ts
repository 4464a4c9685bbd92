import { expect, onTestFinished, test } from "vitest";
import { familyMembers } from "./family.ts";
import { disposeAll, spawnAgent } from "./process.ts";

/** A shell instead of an agent: this tests only our code. */
function spawnShell(script: string) {
  onTestFinished(disposeAll);
  const env = { PATH: process.env.PATH ?? "" };
  return spawnAgent({ command: "/bin/sh", leadingArgs: [], args: ["-c", script], cwd: "/", env });
}

test("lines, stderr and exit code of a process that ends by itself", async () => {
  const agent = spawnShell("echo one; echo two; echo three >&2; exit 3");
  expect(await agent.exited).toEqual({ code: 3, signal: null });
  expect(agent.lines).toEqual(["one", "two"]);
  expect(agent.stderr()).toBe("three\n");
});

test("only a newline ends a line", async () => {
  const agent = spawnShell(String.raw`printf '{"a":"\342\200\250\r"}\nhalf'`);
  await agent.exited;
  expect(agent.lines).toEqual(['{"a":"\u2028\r"}']);
});

test("a line is awaited, past or to come, and its absence is told at the end", async () => {
  const agent = spawnShell("echo one; sleep 0.05; echo two");
  expect(await agent.line((line) => line === "two")).toBe("two");
  expect(await agent.line((line) => line === "one")).toBe("one");
  await expect(agent.line((line) => line === "three")).rejects.toThrow("without the awaited line");
});

test("a child that holds the pipe does not delay the exit of a killed process", async () => {
  const agent = spawnShell("setsid sleep 300 & echo ready; wait");
  await agent.line((line) => line === "ready");
  agent.kill("SIGKILL");
  expect(await agent.exited).toEqual({ code: null, signal: "SIGKILL" });
});

test("a kill reaches the group, a kill alone does not", async () => {
  const grouped = spawnShell("sleep 300 & echo ready; wait");
  await grouped.line((line) => line === "ready");
  grouped.kill("SIGKILL");
  await grouped.exited;
  expect(familyMembers()).toEqual([]);
  const alone = spawnShell("sleep 300 & echo ready; wait");
  await alone.line((line) => line === "ready");
  alone.killAlone("SIGKILL");
  await alone.exited;
  expect(familyMembers()).toHaveLength(1);
});

test("disposing ends what has left the group and outlived its parent", async () => {
  const agent = spawnShell("setsid sleep 300 & echo ready; exit 0");
  await agent.exited;
  expect(familyMembers()).toHaveLength(1);
  await disposeAll();
  expect(familyMembers()).toEqual([]);
});
