import { join } from "node:path";
import type { Files } from "../../host/files/files.ts";
import { removeFile } from "../../host/files/set-aside.ts";
import { sessionName } from "./session-file.ts";

const backupShape = /^session\.(jsonl|v\d+)(\.\d+)?\.bak$/;
const temporaryShape = /^session\.jsonl\.[0-9a-f]+\.tmp$/;
const mostBackups = 1000;

/** The names a backup may take, best first: `session.jsonl.bak`, or `session.v3.bak` for a version that cannot be read. */
export function* backupNames(folder: string, version: number | null): Generator<string> {
  const stem = version === null ? sessionName : `session.v${version}`;
  yield join(folder, `${stem}.bak`);
  for (let number = 1; number < mostBackups; number += 1) yield join(folder, `${stem}.${number}.bak`);
}

/** Other files of the folder are not ours. */
export function sessionFiles(folder: string, files: Files): readonly string[] {
  const names = (files.list(folder) ?? []).map(({ name }) => name);
  return names
    .filter((name) => name === sessionName || backupShape.test(name) || temporaryShape.test(name))
    .map((name) => join(folder, name));
}

/** Copies of what is saved: backups, and what a kill left behind. */
export function removeCopies(folder: string, files: Files): void {
  for (const path of sessionFiles(folder, files)) if (path !== join(folder, sessionName)) removeFile(path);
}

/** What a kill left behind. The caller holds the lock. */
export function removeTemporaries(folder: string, files: Files): void {
  for (const path of sessionFiles(folder, files)) if (path.endsWith(".tmp")) removeFile(path);
}
