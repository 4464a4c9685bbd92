import { join } from "node:path";
import type { Host } from "../../host/host.ts";
import { Lookout } from "../lookout.ts";
import type { Located, RolloutRef } from "../source.ts";
import { looksLikeRollout, parseRolloutName } from "./file-name.ts";

const deepestFolder = 6;

/** `CODEX_HOME` or its default, and the home another tool keeps for its own Codex. */
export function codexHomes(host: Host): string[] {
  const homes = [
    host.env.CODEX_HOME || join(host.homeFolder, ".codex"),
    join(host.homeFolder, ".codexpotter", "codex-compat"),
  ];
  const existing = homes
    .filter((home) => host.files.stamp(home) !== null)
    .map((home) => host.files.real(home));
  return [...new Set(existing)];
}

export function locateCodex(home: string, host: Host): Located {
  const rollouts: RolloutRef[] = [];
  const lookout = new Lookout();
  for (const [folder, archived] of [
    ["sessions", false],
    ["archived_sessions", true],
  ] as const) {
    walk(join(home, folder), deepestFolder, (path, name) => addRollout(path, name, archived));
  }
  return { rollouts, warnings: lookout.warnings };

  function walk(folder: string, depth: number, found: (path: string, name: string) => void): void {
    for (const { name, kind } of entriesOf(folder)) {
      const path = `${folder}/${name}`;
      if (kind === "folder" && depth > 0) walk(path, depth - 1, found);
      else if (kind !== "folder" && looksLikeRollout(name)) found(path, name);
    }
  }

  function entriesOf(folder: string) {
    return lookout.at(folder, () => host.files.list(folder)) ?? [];
  }

  function addRollout(path: string, name: string, archived: boolean): void {
    const stamp = lookout.at(path, () => host.files.stamp(path));
    if (!stamp) return;
    const parsed = parseRolloutName(name);
    rollouts.push({
      agent: "codex",
      home,
      key: path,
      path,
      sizeBytes: stamp.sizeBytes,
      mtimeMs: stamp.mtimeMs,
      version: `${stamp.sizeBytes}-${stamp.mtimeMs}-${stamp.inode}`,
      thread: parsed?.thread ?? null,
      rolloutId: parsed?.rolloutId ?? null,
      archived,
    });
  }
}
