import { join, relative, sep } from "node:path";
import { SessionError } from "@reprise/model";
import type { FolderEntry } from "../../../host/files/files.ts";
import type { Host } from "../../../host/host.ts";
import { fileVersion } from "../../reading/file-version.ts";
import { ReadOrWarn } from "../../reading/read-or-warn.ts";
import type { Located, RolloutRef } from "../../reading/source.ts";
import { threadOfFile } from "./file-name.ts";

/** The deepest known path: `<session>/subagents/workflows/<id>/agent-….jsonl`. */
const deepestFolder = 5;

export function claudeHomes(host: Host): string[] {
  return [host.env.CLAUDE_CONFIG_DIR || join(host.homeFolder, ".claude")];
}

export function locateClaude(home: string, host: Host): Located {
  const rollouts: RolloutRef[] = [];
  const readOrWarn = new ReadOrWarn();
  const projects = join(home, "projects");
  for (const project of entriesOf(projects)) {
    if (mayBeFolder(project)) walk(join(projects, project.name), []);
  }
  return { rollouts, warnings: readOrWarn.warnings };

  function walk(folder: string, place: readonly string[]): void {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      const inside = [...place, entry.name];
      if (threadOfFile(inside)) add(path, inside, entry);
      if (mayBeFolder(entry) && inside.length < deepestFolder && mayHoldThreads(inside)) walk(path, inside);
    }
  }

  function add(path: string, place: readonly string[], entry: FolderEntry): void {
    const stamp = isFoundElsewhere(path, entry) ? null : readOrWarn.stamp(path, entry, host.files);
    const thread = threadOfFile(place)?.thread ?? null;
    if (!stamp) return;
    const { sizeBytes, mtimeMs } = stamp;
    const version = fileVersion(stamp);
    rollouts.push({
      agent: "claude",
      home,
      key: path,
      path,
      sizeBytes,
      mtimeMs,
      version,
      thread,
      rolloutId: thread,
      archived: false,
    });
  }

  function isFoundElsewhere(path: string, entry: FolderEntry): boolean {
    if (entry.kind !== "other") return false;
    try {
      const target = host.files.real(path);
      const [above, ...place] = relative(host.files.real(projects), target).split(sep);
      return target !== path && above !== ".." && threadOfFile(place) !== null;
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      return false;
    }
  }

  function entriesOf(folder: string): readonly FolderEntry[] {
    return readOrWarn.at(folder, () => host.files.list(folder)) ?? [];
  }
}

function mayBeFolder(entry: FolderEntry): boolean {
  return entry.kind === "folder" || (entry.kind === "other" && !entry.name.includes("."));
}

/** A session's folder may contain many tool results. */
function mayHoldThreads(place: readonly string[]): boolean {
  return place.length === 1 || place[1] === "subagents";
}
