import { join } from "node:path";
import { parseJson } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { type Foreign, isForeign, numberOf, textOf } from "../foreign.ts";

/** A living process as it registered itself. */
export interface Registration {
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
  const folder = join(home, "sessions");
  const names = (host.files.list(folder) ?? [])
    .map(({ name }) => name)
    .filter((name) => /^\d+\.json$/.test(name));
  return names.sort().flatMap((name) => {
    const entry = parsed(host.files.text(join(folder, name), largestEntry));
    const pid = numberOf(entry?.pid) ?? Number.parseInt(name, 10);
    const thread = textOf(entry?.sessionId);
    if (!entry || thread === null || !host.processes.isAlive(pid, startOf(entry))) return [];
    return [{ pid, thread, name: textOf(entry.name), nameSource: textOf(entry.nameSource) }];
  });
}

function startOf(entry: Foreign): string | null {
  const { procStart } = entry;
  return typeof procStart === "number" ? String(procStart) : textOf(procStart);
}

/** A half-written entry says nothing. */
function parsed(text: string | null): Foreign | null {
  if (text === null) return null;
  try {
    const value: unknown = parseJson(text);
    return isForeign(value) ? value : null;
  } catch {
    return null;
  }
}
