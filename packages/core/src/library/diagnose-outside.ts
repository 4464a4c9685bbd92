import { join } from "node:path";
import { type Finding, SessionError } from "@reprise/model";
import type { AgentSource } from "../agents/reading/source.ts";
import { diagnoseFile } from "../catalog/diagnose/diagnose-file.ts";
import type { Files } from "../host/files/files.ts";
import { hasPseudoFiles } from "../host/files/pseudo-files.ts";
import type { Host } from "../host/host.ts";

interface Machine {
  readonly host: Host;
  readonly sources: readonly AgentSource[];
  /** So many files are read at most. */
  readonly mostFiles?: number;
}

const startBytes = 256 * 1024;

/**
 * Explains files at or below a path outside every agent's home. Reads regular files only, follows no link below the path, and stops
 * after `mostFiles`.
 */
export async function* diagnoseOutside(path: string, machine: Machine): AsyncGenerator<Finding> {
  const { host, mostFiles = 10_000 } = machine;
  const { files } = host;
  if (files.list(path) === null) {
    if (files.stamp(path) === null) throw new SessionError("not-found", `There is nothing at ${path}.`);
    return yield await explained(path, machine);
  }
  const folders = [path];
  let [fileCount, otherCount] = [0, 0];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder, files);
    if (!Array.isArray(entries)) {
      yield entries;
      continue;
    }
    for (const { name, kind } of entries) {
      const inside = join(folder, name);
      if (kind === "folder") folders.push(inside);
      else if (kind === "other") otherCount += 1;
      else if (fileCount === mostFiles)
        return yield finding(path, `only the first ${mostFiles} files in it were read: name a smaller folder`);
      else {
        fileCount += 1;
        if (files.stamp(inside) !== null) yield await explained(inside, machine);
      }
    }
  }
  if (otherCount > 0) yield finding(path, `${otherCount} links, devices, pipes or sockets in it were not read`);
}

/** A folder's entries, or why they are unknown. */
function entriesOf(folder: string, files: Files) {
  if (hasPseudoFiles(folder)) return finding(folder, "its files are virtual: there are no sessions in it");
  try {
    return [...(files.list(folder) ?? [])];
  } catch (error) {
    if (error instanceof SessionError) return finding(folder, error.message);
    throw error;
  }
}

async function explained(path: string, { host, sources }: Machine): Promise<Finding> {
  try {
    if (await mayBeSession(path, host.files)) return await diagnoseFile(path, sources, host);
  } catch (error) {
    if (error instanceof SessionError) return finding(path, error.message);
    throw error;
  }
  return finding(path, "it is not a session file of any agent");
}

/** Checks the start for JSON, JSON lines or a database, to avoid reading every file of a large folder. */
async function mayBeSession(path: string, files: Files): Promise<boolean> {
  const reader = files.open(path);
  if (!reader) return false;
  try {
    const bytes = Buffer.alloc(startBytes);
    const start = bytes.toString("latin1", 0, await reader.read(bytes, 0));
    return /^(?:\xef\xbb\xbf)?\s*[{[]|\n\{"|^SQLite format 3\0/.test(start);
  } finally {
    reader.close();
  }
}

function finding(path: string, reason: string): Finding {
  return { path, session: null, listed: false, reasons: [reason], damage: [], ailments: [] };
}
