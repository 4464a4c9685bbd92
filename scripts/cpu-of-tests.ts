// Loaded before each test file of `npm test -- --cpu`: says what the file and its cases took of a core, with the processes
// that they started and that have ended. What runs on, as a server that a worker keeps, counts where it ends.
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach } from "vitest";

/** In milliseconds of a core. */
export interface Cpu {
  readonly own: number;
  readonly children: number;
}

declare module "vitest" {
  interface TaskMeta {
    cpu?: Cpu;
  }
}

/** The worker's, from file to file, so that loading a file counts as well. */
const worker = globalThis as { cpuAtEndOfFile?: Cpu };
let atStartOfCase: Cpu = { own: 0, children: 0 };

beforeEach(() => {
  atStartOfCase = cpuNow();
});
afterEach(({ task }) => {
  task.meta.cpu = since(atStartOfCase);
});
// biome-ignore lint/correctness/noEmptyPattern: vitest reads there which fixtures are wanted
afterAll(({}, { file }) => {
  file.meta.cpu = since(worker.cpuAtEndOfFile ?? { own: 0, children: 0 });
  worker.cpuAtEndOfFile = cpuNow();
});

function since(before: Cpu): Cpu {
  const { own, children } = cpuNow();
  return { own: own - before.own, children: children - before.children };
}

function cpuNow(): Cpu {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1000, children: cpuOfChildren() };
}

/** Linux counts in hundredths of a second. */
function cpuOfChildren(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
