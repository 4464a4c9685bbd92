import type { LibraryOptions } from "./machine.ts";

/** No command: what a search starts, with the homes as JSON. */
export const indexingJob = "__index";

let isRunning = false;

/**
 * Indexes in a process of its own what a search has left, at a low priority: the search has its answer and waits for nothing. Of two such
 * processes one ends at once.
 */
export function indexBehind(homes: LibraryOptions["homes"]): void {
  const [program, script] = process.argv;
  if (isRunning || program === undefined || script === undefined || process.env.REPRISE_NO_INDEXING) return;
  isRunning = true;
  const { spawn } = process.getBuiltinModule("node:child_process");
  const args = [...process.execArgv, script, indexingJob, JSON.stringify(homes ?? {})];
  const ended = () => {
    isRunning = false;
  };
  const child = spawn(process.execPath, args, { detached: true, stdio: "ignore", windowsHide: true });
  // Not started, the next search looks at the same bytes again.
  child.on("error", ended).on("exit", ended).unref();
}
