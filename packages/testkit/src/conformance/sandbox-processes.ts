import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxError } from "@reprise/chat";
import { expect, test } from "vitest";
import { until } from "../host/poll.ts";
import { checkEither } from "./check.ts";
import type { SandboxSuite } from "./sandbox.ts";
import {
  anySeconds,
  bytesOf,
  filesIn,
  finish,
  hashOf,
  planted,
  processesWith,
  runShell,
  shell,
} from "./sandbox-stage.ts";

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

export function describeSandboxProcesses({ given, stage, shared }: SandboxSuite): void {
  test("50 MB through stdin and stdout are the same bytes", async () => {
    const sandbox = shared();
    const input = Buffer.concat([everyByte, randomBytes(50 * 1024 * 1024)]);
    const { stdout, ...end } = await finish(await sandbox.run({ program: "cat", args: [], env: {}, input }));
    expect(end).toEqual({ stderr: Buffer.alloc(0), code: 0, signal: null });
    expect(hashOf(stdout)).toBe(hashOf(input));
  });

  test("stderr is apart from stdout, with every byte", async () => {
    const sandbox = shared();
    const { stdout, stderr } = await runShell(sandbox, "cat >&2; printf out", [], { input: everyByte });
    expect(stderr).toEqual(everyByte);
    expect(stdout.toString()).toBe("out");
  });

  test("text for stdin arrives as UTF-8, and a character may come in pieces", async () => {
    const sandbox = shared();
    const input = "ü\u2028漢字 \u{1f600}\r\n\0 $(x) `y` \"z\" 'a' \\";
    const copied = await runShell(sandbox, "cat", [], { input });
    expect(copied.stdout.toString()).toBe(input);
    const split = await runShell(sandbox, String.raw`printf '\346\274'; sleep 0.1; printf '\242'`);
    expect(split.stdout.toString()).toBe("漢");
  });

  test("arguments, variables and the program's folder are passed literally", async () => {
    const sandbox = shared();
    const hostile = [
      "",
      "-x",
      "--",
      "a b",
      "$(exit 1)",
      "`x`",
      "'\"\\",
      "a\nb",
      "*",
      "漢",
      "%s;&|<>",
      "x".repeat(100_000),
    ];
    const env = { ONE: hostile.slice(0, -1).join(" "), TWO: "" };
    const script = 'for each; do printf "%s\\037" "$each"; done; printf "%s\\037%s\\037" "$ONE" "$TWO"; pwd';
    const { stdout, stderr, code } = await runShell(sandbox, script, hostile, { env });
    expect({ stderr: stderr.toString(), code }).toEqual({ stderr: "", code: 0 });
    expect(stdout.toString().split("\x1f")).toEqual([...hostile, env.ONE, "", `${sandbox.workspace}\n`]);
    const { stdout: home } = await runShell(sandbox, "pwd", [], { cwd: sandbox.home });
    expect(home.toString()).toBe(`${sandbox.home}\n`);
  });

  test("an exit code and a signal are reported", async () => {
    const sandbox = shared();
    expect(await runShell(sandbox, "exit 7")).toMatchObject({ code: 7, signal: null });
    const { code, signal } = await runShell(sandbox, "kill -TERM $$; sleep 300");
    expect([
      { code: null, signal: "SIGTERM" },
      { code: 143, signal: null },
    ]).toContainEqual({ code, signal });
  });

  test("a missing program or folder is a SandboxError that names it", async () => {
    const sandbox = shared();
    const missing = { program: "no-such-program-here", args: [], env: {}, input: "" };
    await expect(sandbox.run(missing)).rejects.toThrow(SandboxError);
    await expect(sandbox.run(missing)).rejects.toThrow(/no-such-program-here.*Install/s);
    const absolute = { ...missing, program: `${sandbox.home}/nothing` };
    await expect(sandbox.run(absolute)).rejects.toThrow(SandboxError);
    const elsewhere = shell("pwd", [], { cwd: `${sandbox.workspace}/nowhere` });
    await expect(sandbox.run(elsewhere)).rejects.toThrow(SandboxError);
    await expect(sandbox.run(elsewhere)).rejects.toThrow(/nowhere/);
  });

  test("a program that reads no input and ends early is no error", async () => {
    const sandbox = shared();
    const end = await runShell(sandbox, "exit 3", [], { input: "x".repeat(5_000_000) });
    expect(end.code).toBe(3);
  });

  test("the exit is reported although a background process keeps the output open", async () => {
    const sandbox = await stage().open();
    const seconds = anySeconds();
    const { stdout, code } = await runShell(sandbox, 'sleep "$1" & echo started; exit 5', [seconds]);
    expect({ text: stdout.toString(), code }).toEqual({ text: "started\n", code: 5 });
    await sandbox.dispose();
    expect(processesWith(seconds)).toEqual([]);
  });

  test("stop ends what it started, however it tries to stay", async () => {
    const sandbox = shared();
    const seconds = anySeconds();
    const stubborn = `sh -c 'trap "" INT TERM HUP; sleep ${seconds} & while :; do sleep 1; done'`;
    const away = `command -v setsid >/dev/null && setsid sh -c 'sleep ${seconds}; exit 0' &`;
    const running = await sandbox.run(shell(`${stubborn} & ${away} echo started; wait`));
    const stdout = bytesOf(running.stdout);
    const stderr = bytesOf(running.stderr);
    await until(() => processesWith(`sleep\0${seconds}`).length > 1);
    await running.stop();
    expect(processesWith(seconds)).toEqual([]);
    expect((await stdout).toString()).toBe("started\n");
    await stderr;
    const { code, signal } = await running.exited;
    expect(code === 0).toBe(false);
    expect(code ?? signal).not.toBeNull();
    await running.stop();
  });

  test("stop interrupts first: a program may still write down what it was doing", async () => {
    const sandbox = shared();
    const running = await sandbox.run(
      shell("trap 'echo interrupted > note; exit 9' INT; echo ready; while :; do sleep 0.1; done"),
    );
    const stderr = bytesOf(running.stderr);
    const reader = running.stdout[Symbol.asyncIterator]();
    await reader.next();
    await running.stop();
    while (!(await reader.next()).done);
    await stderr;
    expect(await running.exited).toEqual({ code: 9, signal: null });
    expect(await filesIn(sandbox, "workspace", ["note"])).toEqual([["note", "interrupted\n", false]]);
  });

  test("stop resolves although nobody reads the output", async () => {
    const sandbox = await stage().open();
    const running = await sandbox.run(shell("while :; do echo more; done"));
    await running.stop();
    await sandbox.dispose();
    await running.exited;
  });

  const unread = async (isHeldBack: boolean) => {
    const sandbox = shared();
    const running = await sandbox.run(shell("head -c 67108864 /dev/zero; echo end > finished"));
    const stderr = bytesOf(running.stderr);
    if (isHeldBack) {
      await sleep(1_000);
      expect(await filesIn(sandbox, "workspace", ["finished"])).toEqual([]);
    }
    expect((await bytesOf(running.stdout)).length).toBe(67_108_864);
    await stderr;
    expect(await running.exited).toEqual({ code: 0, signal: null });
    expect(await filesIn(sandbox, "workspace", ["finished"])).toHaveLength(1);
  };
  checkEither("unread output holds a program back, and none is lost", () => unread(true), {
    promise: "unread output is not lost",
    because: given.backPressure,
    check: () => unread(false),
  });

  test("several programs run at once", async () => {
    const sandbox = shared();
    const names = ["a", "b", "c", "d"];
    const script =
      'echo > "here-$1"; until [ -e here-a -a -e here-b -a -e here-c -a -e here-d ]; do sleep 0.1; done; echo "$1"';
    const ends = await Promise.all(names.map((name) => runShell(sandbox, script, [name])));
    expect(ends.map(({ stdout }) => stdout.toString().trim())).toEqual(names);
  });

  test("our own secrets are not in its environment", async () => {
    const sandbox = shared();
    const { stdout } = await runShell(sandbox, "env", [], { env: { GIVEN: "given-value" } });
    const text = stdout.toString();
    expect(text).toContain("GIVEN=given-value");
    expect(text).not.toContain(planted.REPRISE_TOKEN);
    expect(text).not.toContain(planted.SOME_SECRET);
    expect(text.includes(planted.PLAIN_NOTE)).toBe(given.passesEnvironmentOn);
  });

  test("a given variable is in no command line of this machine", async () => {
    const sandbox = shared();
    const secret = `secret-${randomBytes(12).toString("hex")}`;
    const running = await sandbox.run(shell("echo ready; read x; sleep 300", [], { env: { KEY: secret }, input: "" }));
    const reader = running.stdout[Symbol.asyncIterator]();
    await reader.next();
    expect(processesWith(secret)).toEqual([]);
    await running.stop();
  });
}
