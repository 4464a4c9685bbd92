import { basename, join } from "node:path";
import { parseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { type Foreign, isForeign, numberOf, textOf } from "../../foreign.ts";

interface Registration {
  readonly pid: number;
  readonly thread: string;
  readonly name: string | null;
  readonly nameSource: string | null;
}

const largestEntry = 256 * 1024;

/** Entries with a running process. Killed processes leave theirs behind and pids are reused: the start must match too. */
export function livingRegistrations(home: string, host: Host): Registration[] {
  return registryFiles(home, host).flatMap((path) => {
    const entry = entryAt(path, host);
    const pid = numberOf(entry?.pid) ?? Number.parseInt(basename(path), 10);
    const thread = textOf(entry?.sessionId);
    if (!entry || thread === null || !host.processes.isAlive(pid, startOf(entry))) return [];
    return [{ pid, thread, name: textOf(entry.name), nameSource: textOf(entry.nameSource) }];
  });
}

export function registryFiles(home: string, host: Host): string[] {
  const folder = join(home, "sessions");
  const names = (host.files.list(folder) ?? []).map(({ name }) => name).filter((name) => /^\d+\.json$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Skips an unreadable or incomplete entry. */
function entryAt(path: string, host: Host): Foreign | null {
  try {
    const value: unknown = parseJson(host.files.text(path, largestEntry) ?? "");
    return isForeign(value) ? value : null;
  } catch {
    return null;
  }
}

function startOf(entry: Foreign): string | null {
  const { procStart } = entry;
  return typeof procStart === "number" ? String(procStart) : textOf(procStart);
}
