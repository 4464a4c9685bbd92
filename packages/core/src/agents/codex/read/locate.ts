import { join } from "node:path";
import type { Host } from "../../../host/host.ts";
import { FilesLocated } from "../../reading/files-located.ts";
import { ReadOrWarn } from "../../reading/read-or-warn.ts";
import { FileFolder, type FoundFile } from "../../reading/rollout-folder.ts";
import type { Located, RolloutFolder, RolloutRef } from "../../reading/source.ts";
import { looksLikeRollout, parseRolloutName } from "./file-name.ts";

const deepestFolder = 6;

/** `CODEX_HOME` or its default, and the home another tool keeps for its own Codex. */
export function codexHomes(host: Host): string[] {
  return [
    host.env.CODEX_HOME || join(host.homeFolder, ".codex"),
    join(host.homeFolder, ".codexpotter", "codex-compat"),
  ];
}

export function locateCodex(home: string, host: Host): Located {
  const folders: RolloutFolder[] = [];
  const readOrWarn = new ReadOrWarn();
  walk(join(home, "sessions"), deepestFolder, (file) => rolloutOf(file, { home, archived: false }));
  walk(join(home, "archived_sessions"), deepestFolder, (file) => rolloutOf(file, { home, archived: true }));
  return new FilesLocated(folders, readOrWarn.warnings);

  function walk(folder: string, depth: number, refOf: (file: FoundFile) => RolloutRef): void {
    const look = readOrWarn.into(folder, host.files, looksLikeRollout);
    if (!look) return;
    if (depth > 0) for (const name of look.folders) walk(`${folder}/${name}`, depth - 1, refOf);
    if (look.names.length > 0) folders.push(new FileFolder(folder, look, refOf));
  }
}

function rolloutOf(
  { name, path, sizeBytes, mtimeMs, version }: FoundFile,
  place: { readonly home: string; readonly archived: boolean },
): RolloutRef {
  const parsed = parseRolloutName(name);
  return {
    agent: "codex",
    home: place.home,
    key: path,
    path,
    sizeBytes,
    mtimeMs,
    version,
    thread: parsed?.thread ?? null,
    rolloutId: parsed?.rolloutId ?? null,
    archived: place.archived,
  };
}
