import { basename } from "node:path";
import type { Owner } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { RunningProcess } from "../../../host/processes/processes.ts";
import { runningOwners } from "../../reading/running-owners.ts";
import type { OpenThread } from "../../reading/source.ts";

/**
 * OpenCode has no lock or registry. A process running in the session's folder since before its last write may hold the session,
 * unless its command line names another session.
 */
export function opencodeOwners(threads: Iterable<OpenThread>, host: Host): Map<string, Owner> {
  return runningOwners(threads, host, { isAgent: isOpenCode, mayHold });
}

function isOpenCode({ command }: RunningProcess): boolean {
  const isProgram = (word: string | undefined) =>
    word !== undefined && /^opencode(?:\.exe|\.js)?$/.test(basename(word));
  const [program, ...words] = command;
  if (isProgram(program)) return true;
  return /^(?:node|bun)/.test(basename(program ?? "")) && isProgram(words.find((word) => !word.startsWith("-")));
}

function mayHold({ command, cwd, startedAtMs }: RunningProcess, thread: OpenThread): boolean {
  if (startedAtMs > thread.updatedAtMs) return false;
  const named = flagValue(command, ["--session", "-s"]);
  if (named !== null) return named === thread.thread;
  return thread.cwd !== null && (cwd === thread.cwd || flagValue(command, ["--dir"]) === thread.cwd);
}

function flagValue(command: readonly string[], flags: readonly string[]): string | null {
  for (const [index, word] of command.entries()) {
    if (word === "--") return null;
    const [flag, joined] = word.split("=", 2);
    if (flags.includes(flag ?? "")) return joined ?? command[index + 1] ?? null;
  }
  return null;
}
