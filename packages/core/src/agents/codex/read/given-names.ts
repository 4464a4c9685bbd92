import { join } from "node:path";
import { tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";

const mostBytes = 64 * 1024 * 1024;

/** Given names, from the append-only name list of a home: the last one stands. */
export function codexNames(home: string, host: Host): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of host.files.text(join(home, "session_index.jsonl"), mostBytes)?.split("\n") ?? []) {
    // A line that cannot be read names nothing; the sessions themselves are not affected.
    const entry = tryParseJson(line) as { id?: unknown; thread_name?: unknown } | null | undefined;
    if (typeof entry?.id !== "string" || typeof entry.thread_name !== "string") continue;
    if (entry.thread_name === "") names.delete(entry.id);
    else names.set(entry.id, entry.thread_name);
  }
  return names;
}
