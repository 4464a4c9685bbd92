import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { linuxProcesses } from "./linux-processes.ts";
import type { Processes } from "./processes.ts";
import { psProcesses } from "./ps-processes.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "processes-")));
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = (program: string) => !spawnSync(program, ["-v"]).error;
const ways: { name: string; processes: Processes; isHere: boolean }[] = [
  { name: "from /proc", processes: linuxProcesses, isHere: process.platform === "linux" },
  { name: "by ps and lsof", processes: psProcesses, isHere: isThere("ps") && isThere("lsof") },
];

/** A shell that lives until it is ended, with a lock on a file if one is given. */
function startShell(command: string, lock?: string) {
  const words = ["-c", command];
  const child = lock
    ? spawn("flock", ["-x", lock, "sh", ...words], { cwd: folder, detached: true, stdio: "ignore" })
    : spawn("sh", words, { cwd: folder, detached: true, stdio: "ignore" });
  const { pid } = child;
  if (pid === undefined) throw new Error("The shell did not start.");
  const gone = new Promise((resolve) => child.once("exit", resolve));
  return {
    pid,
    async end() {
      process.kill(-pid, "SIGKILL");
      await gone;
    },
  };
}

describe.each(ways)("processes $name", ({ processes, isHere }) => {
  it.runIf(isHere)("a process is alive only under its own start", async () => {
    const shell = startShell("sleep 61; true");
    const start = processes.startOf(shell.pid);
    expect(start).toMatch(/\d/);
    expect(processes.startOf(shell.pid)).toBe(start);
    expect(processes.isAlive(shell.pid, start)).toBe(true);
    expect(processes.isAlive(shell.pid, null)).toBe(true);
    expect(processes.isAlive(shell.pid, "1")).toBe(false);
    await shell.end();
    await until(() => !processes.isAlive(shell.pid, null), { what: "its death" });
    expect(processes.startOf(shell.pid)).toBeNull();
  });

  it.runIf(isHere)("who runs what, and where", async () => {
    const shell = startShell("sleep 62; true");
    const found = await until(() => processes.running()?.find(({ pid }) => pid === shell.pid) ?? null, {
      what: "the shell",
    });
    expect(found.cwd).toBe(folder);
    expect(found.command.join(" ")).toBe("sh -c sleep 62; true");
    expect(Math.abs(found.startedAtMs - Date.now())).toBeLessThan(60_000);
    expect(processes.describe(shell.pid)).toEqual({
      pid: shell.pid,
      program: expect.stringMatching(/^(da|ba)?sh$/),
      terminal: null,
    });
    await shell.end();
  });

  it.runIf(isHere)(
    "whom a variable of its surroundings marks, with what that has started, or that it cannot tell",
    async () => {
      const mark = `a b=${process.pid}`;
      process.env.REPRISE_TEST_MARK = mark;
      const shell = startShell("sleep 63; true");
      delete process.env.REPRISE_TEST_MARK;
      const own = () => processes.marked("REPRISE_TEST_MARK");
      if (own() !== null) {
        // The shell's child is a shell itself until it has become `sleep`.
        const programs = () =>
          own()
            ?.get(mark)
            ?.map(({ command }) => command[0]);
        await expect.poll(programs).toEqual(["sh", "sleep"]);
        expect(own()?.has("a b")).toBe(false);
        expect(processes.marked("REPRISE_TEST")?.size).toBe(0);
      } else expect(processes).toBe(psProcesses);
      await shell.end();
    },
  );

  it.runIf(isHere && isThere("flock"))(
    "sees who holds a lock, also by another name, and that it dies with its holder",
    async () => {
      const [path, other, link] = ["held.lock", "free.lock", "link.lock"].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      rmSync(link, { force: true });
      writeFileSync(path, "");
      writeFileSync(other, "");
      symlinkSync(path, link);
      const holder = startShell("sleep 63; true", path);
      const holds = () => processes.lockHolders([path, other, join(folder, "none.lock")]);
      await until(() => holds()?.has(path) ?? false, { what: "the lock is taken" });
      expect([...(holds()?.keys() ?? [])]).toEqual([path]);
      expect([...(processes.lockHolders([link])?.keys() ?? [])]).toEqual([link]);
      await holder.end();
      await until(() => !holds()?.has(path), { what: "the lock is free" });
    },
  );
});

it.runIf(process.platform === "linux")("a killed process is ending, and then gone: never alive", async () => {
  for (let round = 0; round < 10; round += 1) {
    const shell = startShell("sleep 61; true");
    expect(linuxProcesses.isEnding(shell.pid)).toBe(false);
    process.kill(shell.pid, "SIGKILL");
    expect(linuxProcesses.isAlive(shell.pid, null)).toBe(false);
    await shell.end();
    expect(linuxProcesses.isEnding(shell.pid)).toBe(false);
  }
});

it.runIf(process.platform === "linux" && isThere("python3"))(
  "a process whose first thread is gone is ending as long as another has its files open",
  async () => {
    const code =
      "import ctypes, threading, time; threading.Thread(target=time.sleep, args=(61,)).start(); ctypes.CDLL(None).pthread_exit(None)";
    const shell = startShell(`exec python3 -c '${code}'`);
    await until(() => linuxProcesses.isEnding(shell.pid), { what: "the end of its first thread" });
    expect(linuxProcesses.isAlive(shell.pid, null)).toBe(false);
    await shell.end();
    expect(linuxProcesses.isEnding(shell.pid)).toBe(false);
  },
);

const mounts = ["one", "other"].map((name) => join(folder, name));
function mountBoth(): boolean {
  for (const mount of mounts) mkdirSync(mount);
  return mounts.every((mount) => spawnSync("mount", ["-t", "tmpfs", "tmpfs", mount]).status === 0);
}

it.runIf(process.platform === "linux" && process.getuid?.() === 0 && isThere("flock"))(
  "a lock on a file of another file system with the same inode does not count",
  async ({ skip }) => {
    onTestFinished(() => void spawnSync("umount", ["--lazy", ...mounts]));
    if (!mountBoth()) skip("file systems cannot be mounted here");
    const [held, free] = mounts.map((mount) => join(mount, "a.lock")) as [string, string];
    for (const path of [held, free]) writeFileSync(path, "");
    expect(statSync(free).ino).toBe(statSync(held).ino);
    const holder = startShell("sleep 63; true", held);
    const holders = () => [...(linuxProcesses.lockHolders([held, free])?.keys() ?? [])];
    await expect.poll(holders).toEqual([held]);
    await holder.end();
  },
);
