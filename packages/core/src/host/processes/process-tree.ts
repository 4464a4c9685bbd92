import { readdirSync, readFileSync } from "node:fs";
import { findProgram } from "./find-program.ts";

/** The start time distinguishes reused pids. */
export interface TreeProcess {
  readonly pid: number;
  readonly start: string;
}

interface Row extends TreeProcess {
  readonly parent: number;
  readonly group: number;
}

/** All descendants in any process group. Empty if the system cannot tell. */
export function processesBelow(pid: number): readonly TreeProcess[] {
  const rows = table();
  const below: TreeProcess[] = [];
  const parents = new Set([pid]);
  for (let size = -1; size !== parents.size; ) {
    size = parents.size;
    for (const { pid: child, parent, start } of rows) {
      if (!parents.has(parent) || parents.has(child)) continue;
      parents.add(child);
      below.push({ pid: child, start });
    }
  }
  return below;
}

/** Those of a process group that are below a child of a process; a launcher and its helper are left out. */
export function groupBelowChildren(pid: number): readonly TreeProcess[] {
  const rows = table();
  const helpers = new Set(rows.filter(({ parent }) => parent === pid).map((row) => row.pid));
  const below = new Set(processesBelow(pid).map((row) => row.pid));
  return rows.filter((row) => row.group === pid && below.has(row.pid) && !helpers.has(row.pid));
}

/** Processes whose environment has the variable with a value that starts so, whoever started them. Empty if the system cannot tell. */
export function processesMarked(variable: string, start: string): readonly TreeProcess[] {
  if (process.platform !== "linux") return [];
  const mark = `\0${variable}=${start}`;
  const isMarked = (pid: number) => `\0${environmentOf(pid)}`.includes(mark);
  return pidsOfProc().filter(isMarked).flatMap(rowOf);
}

/** Empty if the process has ended or belongs to somebody else. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** Returns the running ones; sends each the signal, if given. */
export function signalLiving(processes: readonly TreeProcess[], signal: NodeJS.Signals | 0): readonly TreeProcess[] {
  if (processes.length === 0) return [];
  const starts = new Map(table().map(({ pid, start }) => [pid, start]));
  return processes.filter(({ pid, start }) => starts.get(pid) === start && isSent(pid, signal));
}

/** False if it has ended. */
function isSent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
    return false;
  }
}

function pidsOfProc(): number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function table(): readonly Row[] {
  if (process.platform === "linux") return pidsOfProc().flatMap(rowOf);
  return process.platform === "win32" ? [] : rowsOfPs();
}

function rowOf(pid: number): Row[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It has ended meanwhile.
    return [];
  }
  // The program name is in brackets and may contain blanks: count fields after it.
  const [state, parent, group, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X"
    ? []
    : [{ pid, parent: Number(parent), group: Number(group), start: fields[16] ?? "" }];
}

function rowsOfPs(): readonly Row[] {
  const program = findProgram("ps", process.env);
  if (program === null) return [];
  // Loaded when it is used: it brings sockets and streams, and a list needs none.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync(program, ["-axo", "pid=,ppid=,pgid=,stat=,lstart="], {
    encoding: "utf8",
    timeout: 5000,
  });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line);
    return found && !found[4]?.startsWith("Z")
      ? [
          {
            pid: Number(found[1]),
            parent: Number(found[2]),
            group: Number(found[3]),
            start: found[5]?.trim() ?? "",
          },
        ]
      : [];
  });
}
