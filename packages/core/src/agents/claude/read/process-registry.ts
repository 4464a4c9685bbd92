import { basename, join } from "node:path";
import { parseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { type Foreign, isForeign, numberOf, textOf } from "../../foreign.ts";

/** A living process as it registered itself. */
interface Registration {
  readonly pid: number;
  readonly thread: string;
  readonly name: string | null;
  readonly nameSource: string | null;
}

const largestEntry = 256 * 1024;

/**
 * The entries of `<home>/sessions/<pid>.json` whose process lives.
 * A killed process leaves its entry behind, and its pid may be another's by now: the start must fit too.
 */
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
  const names = (host.files.list(folder) ?? [])
    .map(({ name }) => name)
    .filter((name) => /^\d+\.json$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** An entry that cannot be read, or is half written, says nothing; the others still do. */
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
