import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startChild } from "./child.ts";
import { programProblem } from "./program-problem.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "program-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(content: string | Buffer, mode = 0o700): string {
  const path = join(folder, "agent");
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

describe.runIf(process.platform === "linux")("a file that the system would not run", () => {
  const otherMachine = Buffer.from(readFileSync(process.execPath).subarray(0, 4096));
  otherMachine.writeUInt16LE(0xfeed, 18);
  it.each([
    ["without permission", "#!/bin/sh\n", 0o600, /not executable/],
    ["that is empty", "", 0o700, /is empty/],
    ["whose interpreter is missing", "#!/nowhere/node --flag\n", 0o700, /interpreter \/nowhere\/node does not/],
    ["that was cut off", "\x7fELF\x02\x01\x01", 0o700, /damaged/],
    ["for another processor", otherMachine, 0o700, /another kind of processor/],
    ["that is no program", Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 0, 0, 0, 1]), 0o700, /not a program for this/],
  ])("%s is refused with the reason, and no shell is given its bytes", async (_, content, mode, reason) => {
    const path = program(content, mode);
    expect(programProblem(path)).toMatch(reason);
    const starting = startChild({ program: path, args: [], cwd: folder, env: {} });
    await expect(starting).rejects.toThrow(reason);
  });

  it.each([
    ["a script", "#!/bin/sh\necho ran\n"],
    ["a script with blanks before its interpreter", "#! /bin/sh\necho ran\n"],
    ["a script that names none, which is a shell's", "echo ran\n"],
  ])("%s is run", async (_, content) => {
    const child = await startChild({ program: program(content), args: [], cwd: folder, env: {} });
    expect(await Array.fromAsync(child.lines)).toEqual(["ran"]);
  });

  it("a program of this machine is run", async () => {
    const path = join(folder, "echo");
    copyFileSync(existsSync("/bin/echo") ? "/bin/echo" : "/usr/bin/echo", path);
    const child = await startChild({ program: path, args: ["ran"], cwd: folder, env: {} });
    expect(await Array.fromAsync(child.lines)).toEqual(["ran"]);
  });
});
