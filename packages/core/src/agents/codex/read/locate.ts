import { join } from "node:path";
import { asThreadId, type ThreadId } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { FilesLocated } from "../../reading/files-located.ts";
import { ReadOrWarn } from "../../reading/read-or-warn.ts";
import { FileFolder, type FoundFile } from "../../reading/rollout-folder.ts";
import type { Located, RolloutFolder, RolloutRef } from "../../reading/source.ts";

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

interface RolloutName {
  readonly thread: ThreadId;
  /** What other files call this one: the part after `_`, else the thread id. */
  readonly rolloutId: string;
}

// rollout-2025-04-20-<uuid>.json, rollout-2025-07-25T10-00-00-<uuid>.jsonl, rollout-…-<thread>_<rollout>.jsonl.zst
const pattern =
  /^rollout-\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-([0-9a-zA-Z-]+?)(?:_([0-9a-zA-Z-]+))?\.(?:jsonl(?:\.zst)?|json)$/;

/** Null for a file that no Codex release would have written. */
export function parseRolloutName(name: string): RolloutName | null {
  const found = pattern.exec(name);
  if (!found?.[1]) return null;
  return { thread: asThreadId(found[1]), rolloutId: found[2] ?? found[1] };
}

/** Any file that holds lines and lies where rollouts lie, whatever its name. */
function looksLikeRollout(name: string): boolean {
  return name.endsWith(".jsonl") || name.endsWith(".jsonl.zst") || name.endsWith(".json");
}
