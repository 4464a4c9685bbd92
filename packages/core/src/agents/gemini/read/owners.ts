import { basename } from "node:path";
import type { Owner } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { RunningProcess } from "../../../host/processes/processes.ts";
import { runningOwners } from "../../reading/running-owners.ts";
import type { OpenThread } from "../../reading/source.ts";

/** No lock or registry: a process in the session's folder since before its last write may have it open, unless its command line names another session. */
export function geminiOwners(threads: Iterable<OpenThread>, host: Host): Map<string, Owner> {
  return runningOwners(threads, host, { isAgent: isGemini, mayHold });
}

function isGemini({ command }: RunningProcess): boolean {
  const isScript = (word: string | undefined) => word !== undefined && /[/\\]gemini-cli[/\\].*\.m?js$/.test(word);
  const isProgram = (word: string | undefined) => word !== undefined && /^gemini(?:\.js)?$/.test(basename(word));
  const [program, ...words] = command;
  if (isProgram(program)) return true;
  if (!/^(?:node|bun|deno)/.test(basename(program ?? ""))) return false;
  const script = words.find((word) => !word.startsWith("-"));
  return isScript(script) || isProgram(script);
}

function mayHold({ command, cwd, startedAtMs }: RunningProcess, thread: OpenThread): boolean {
  if (startedAtMs > thread.updatedAtMs || cwd === null || cwd !== thread.cwd) return false;
  const named = namedSession(command);
  return named === null || named === thread.thread;
}

function namedSession(command: readonly string[]): string | null {
  const flags = ["--session-id", "--resume", "-r"];
  for (const [index, word] of command.entries()) {
    const [flag, joined] = word.split("=", 2);
    if (!flags.includes(flag ?? "")) continue;
    const value = joined ?? command[index + 1] ?? "";
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)) return value;
  }
  return null;
}
