import { join } from "node:path";
import type { Host } from "../../host/host.ts";
import { FilesLocated } from "../files-located.ts";
import { Lookout } from "../lookout.ts";
import { FileFolder, type FoundFile } from "../rollout-folder.ts";
import type { Located, RolloutFolder, RolloutRef } from "../source.ts";
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
  const lookout = new Lookout();
  walk(join(home, "sessions"), deepestFolder, (file) => rolloutOf(file, { home, archived: false }));
  walk(join(home, "archived_sessions"), deepestFolder, (file) => rolloutOf(file, { home, archived: true }));
  return new FilesLocated(folders, lookout.warnings);

  function walk(folder: string, depth: number, refOf: (file: FoundFile) => RolloutRef): void {
    const look = lookout.into(folder, host.files, looksLikeRollout);
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
