import { existsSync, realpathSync } from "node:fs";
import { findProgram } from "./find-program.ts";
import { pidOnlyProcesses } from "./pid-only-processes.ts";
import type { Processes, RunningProcess } from "./processes.ts";
import { programName } from "./program-name.ts";

/** For systems without `/proc`, such as macOS. Locks are not visible, so a process with the lock file open counts as its holder. */
export const psProcesses: Processes = {
  ...pidOnlyProcesses,
  lockHolders: holdersOf,
  isAlive(pid, start) {
    if (!pidOnlyProcesses.isAlive(pid, null)) return false;
    const state = stateOf(pid);
    return !state?.isOver && (start === null || !state || state.start === start);
  },
  isEnding: (pid) => stateOf(pid)?.isEnding ?? false,
  startOf(pid) {
    const state = stateOf(pid);
    return state && !state.isOver ? state.start : null;
  },
  bootId() {
    boot ??= ask("sysctl", ["-n", "kern.bootsessionuuid"])?.trim() || null;
    return boot;
  },
  describe(pid) {
    const command = ask("ps", ["-o", "command=", "-p", String(pid)])?.trim() ?? "";
    const terminal = ask("ps", ["-o", "tty=", "-p", String(pid)])?.trim() ?? "";
    const hasTerminal = terminal !== "" && !terminal.startsWith("?");
    return {
      pid,
      program: programName(wordsOf(command)) ?? "unknown",
      terminal: hasTerminal ? terminal : null,
    };
  },
  running() {
    const rows = ask("ps", ["-axo", "pid=,stat=,lstart=,command="])?.split("\n").flatMap(rowOf);
    if (!rows) return null;
    const folders = foldersOf(rows.map(({ pid }) => pid));
    return rows.map((row) => ({ ...row, cwd: folders.get(row.pid) ?? null }));
  },
};

let boot: string | null = null;

/** `E`: it is exiting, on macOS. */
function stateOf(pid: number): { isOver: boolean; isEnding: boolean; start: string } | null {
  const [state, ...start] = (ask("ps", ["-o", "stat=,lstart=", "-p", String(pid)]) ?? "").trim().split(/\s+/);
  if (!state) return null;
  const [isZombie, isExiting] = [state.startsWith("Z"), state.includes("E")];
  return { isOver: isZombie || isExiting, isEnding: isExiting && !isZombie, start: start.join(" ") };
}

/** `123 S Mon Nov 16 03:00:00 2026 /usr/bin/node script.js`; argument boundaries are lost. */
function rowOf(line: string): RunningProcess[] {
  const found = /^\s*(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d{4})\s+(.+)$/.exec(line);
  if (!found || found[2]?.startsWith("Z")) return [];
  const [, pid, , start, command] = found;
  return [
    {
      pid: Number(pid),
      command: wordsOf(command ?? ""),
      cwd: null,
      startedAtMs: Date.parse(`${start} UTC`),
    },
  ];
}

function wordsOf(command: string): string[] {
  return command.split(" ").filter((word) => word !== "");
}

/** Limit of arguments per call. */
const atOnce = 1000;

function holdersOf(paths: readonly string[]): ReadonlyMap<string, number> | null {
  const asked = new Map(paths.flatMap((path) => (existsSync(path) ? [[realpathSync(path), path]] : [])));
  const names = [...asked.keys()];
  const holders = new Map<string, number>();
  for (let from = 0; from < names.length; from += atOnce)
    for (const { pid, name } of openFiles(["--", ...names.slice(from, from + atOnce)]) ?? [])
      holders.set(asked.get(name) ?? name, pid);
  return holders;
}

function foldersOf(pids: readonly number[]): ReadonlyMap<number, string> {
  return new Map(openFiles(["-a", "-d", "cwd", "-p", pids.join()]).map(({ pid, name }) => [pid, name]));
}

/** lsof -F output: `p` starts a process, `n` names a file. */
function openFiles(what: readonly string[]): { pid: number; name: string }[] {
  let pid = 0;
  return (ask("lsof", ["-w", "-n", "-P", "-Fpn", ...what]) ?? "").split("\n").flatMap((line) => {
    if (line.startsWith("p")) pid = Number(line.slice(1));
    return line.startsWith("n") ? [{ pid, name: line.slice(1) }] : [];
  });
}

/** In UTC and English: start times are compared, also with those recorded by agents. */
function ask(program: string, args: readonly string[]): string | null {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  // lsof exits with 1 if anything was not found. Loaded lazily: most lists need it not.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const path = findProgram(program, env);
  if (path === null) return null;
  const { stdout, error } = spawnSync(path, args, {
    encoding: "utf8",
    env,
    timeout: 5000,
    maxBuffer: 64 << 20,
  });
  return error ? null : stdout;
}
