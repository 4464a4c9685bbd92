import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type ChildLaunch, startChild } from "./child.ts";
import { processesBelow, signalLiving } from "./process-tree.ts";
import { signalGroup } from "./spawn-child.ts";

const shell = (script: string, more: Partial<ChildLaunch> = {}) =>
  startChild({
    program: "/bin/sh",
    args: ["-c", script],
    cwd: null,
    env: { PATH: process.env.PATH },
    ...more,
  });

async function linesOf(lines: AsyncIterable<string>, pauseMs = 0): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) {
    all.push(line);
    if (pauseMs > 0 && all.length % 1000 === 1) await sleep(pauseMs);
  }
  return all;
}

describe("a child", () => {
  test("is spoken to by lines, and its end is told", async () => {
    const errors: string[] = [];
    const child = await shell("read x; echo \"got $x\"; printf 'ü\u2028漢'; echo one >&2; printf two >&2; exit 3", {
      onStderr: (line) => errors.push(line),
    });
    child.write("hello\n");
    expect(await linesOf(child.lines)).toEqual(["got hello", "ü\u2028漢"]);
    expect(await child.exited).toEqual({ code: 3, signal: null });
    expect(errors).toEqual(["one", "two"]);
    expect(child.stderr()).toBe("one\ntwo");
    child.write("nobody reads this\n");
    child.kill("SIGKILL");
  });

  test("is over when it has ended, though a child of its own keeps the output open", async () => {
    const child = await shell("sleep 300 & echo started; exit 0");
    try {
      expect(await linesOf(child.lines)).toEqual(["started"]);
      expect(await child.exited).toEqual({ code: 0, signal: null });
    } finally {
      process.kill(-child.pid, "SIGKILL");
    }
  });

  test("loses no line to a slow reader, however long it has been gone", async () => {
    const child = await shell("i=0; while [ $i -lt 20000 ]; do echo line-$i; i=$((i+1)); done");
    const lines = await linesOf(child.lines, 40);
    expect(lines).toHaveLength(20_000);
    expect(lines.at(-1)).toBe("line-19999");
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  test("ends by a signal to its whole group", async () => {
    const child = await shell("sleep 300; echo never");
    child.kill("SIGTERM");
    expect(await child.exited).toEqual({ code: null, signal: "SIGTERM" });
    expect(await linesOf(child.lines)).toEqual([]);
  });

  test("that cannot be started says whether the program or the folder is missing", async () => {
    await expect(shell("", { program: "/nowhere/at/all" })).rejects.toMatchObject({
      code: "ENOENT",
      path: "/nowhere/at/all",
    });
    await expect(shell("", { cwd: "/no/such/folder" })).rejects.toMatchObject({
      code: "ENOENT",
      path: "/no/such/folder",
      message: "The folder /no/such/folder does not exist.",
    });
    await expect(shell("", { program: "sh", env: { PATH: "/nowhere" } })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});

test.each([
  ["linux", 0],
  ["darwin", 0],
  ["win32", 1],
] as const)("a signal as on %s leaves %i of the program's own children", async (platform, leftCount) => {
  const program = spawn("/bin/sh", ["-c", "sleep 300 & echo started; wait"], { detached: true });
  await once(program.stdout, "data");
  const below = processesBelow(program.pid ?? 0);
  expect(below).toHaveLength(1);
  signalGroup(program, "SIGKILL", platform);
  expect((await once(program, "exit"))[1]).toBe("SIGKILL");
  await expect.poll(() => signalLiving(below, 0).length).toBe(leftCount);
  signalLiving(below, "SIGKILL");
});
