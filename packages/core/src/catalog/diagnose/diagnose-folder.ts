import { dirname, join } from "node:path";
import type { Finding } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { isInside } from "../../workspace/is-inside.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";

const shown = 5;

/** One finding per folder, within a home, that contains something besides rollouts. */
export function* diagnoseFolders(lookup: RolloutLookup, host: Host): Generator<Finding> {
  const known = new Set(lookup.contents.flatMap(({ rollouts }) => rollouts.map(({ path }) => path)));
  for (const folder of storeFolders(lookup)) {
    const strays = filesIn(folder, host).filter((name) => !known.has(join(folder, name)));
    if (strays.length === 0) continue;
    const names = strays.slice(0, shown).join(", ") + (strays.length > shown ? ", …" : "");
    const reason =
      strays.length === 1
        ? `one file in it is not a session: ${names}`
        : `${strays.length} files in it are not sessions: ${names}`;
    yield { path: folder, session: null, listed: false, reasons: [reason], damage: [], ailments: [] };
  }
}

function storeFolders(lookup: RolloutLookup): string[] {
  const folders = new Set<string>();
  for (const { home, rollouts } of lookup.contents) {
    for (const { path } of rollouts) {
      for (
        let folder = dirname(path);
        isInside(folder, home.path) && folder !== home.path && !folders.has(folder);
        folder = dirname(folder)
      ) {
        folders.add(folder);
      }
    }
  }
  return [...folders].toSorted();
}

function filesIn(folder: string, host: Host): string[] {
  try {
    return (host.files.list(folder) ?? [])
      .filter(({ name, kind }) => kind === "file" && !name.startsWith("."))
      .map(({ name }) => name);
  } catch {
    // Already reported when the rollouts were located.
    return [];
  }
}
