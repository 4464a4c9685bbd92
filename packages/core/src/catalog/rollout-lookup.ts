import type { Agent, Warning } from "@reprise/model";
import { folderOf, foldersOf } from "../agents/reading/rollout-folder.ts";
import type { AgentSource, RolloutFolder, RolloutRef } from "../agents/reading/source.ts";
import type { Database } from "../host/database/database.ts";
import type { Host } from "../host/host.ts";
import { FolderLooks } from "./index/folder-looks.ts";

export interface Home {
  readonly source: AgentSource;
  readonly path: string;
}

export interface HomeContents {
  readonly home: Home;
  readonly rollouts: readonly RolloutRef[];
  readonly folders: readonly RolloutFolder[];
  readonly looks: FolderLooks;
}

/** Located rollouts by key or rollout id. */
export class RolloutLookup {
  readonly contents: readonly HomeContents[];
  readonly warnings: readonly Warning[];
  #byFolder: Map<string, RolloutFolder[]> | null = null;
  readonly #byRolloutId = new Map<string, Map<string, RolloutRef>>();

  constructor(contents: readonly HomeContents[], warnings: readonly Warning[]) {
    this.contents = contents;
    this.warnings = warnings;
  }

  byKey(key: string): RolloutRef | null {
    this.#byFolder ??= Map.groupBy(
      this.contents.flatMap(({ folders }) => folders),
      ({ folder }) => folder,
    );
    for (const folder of this.#byFolder.get(folderOf(key)) ?? []) {
      const found = folder.find(key);
      if (found) return found;
    }
    return null;
  }

  /** Prefers a plain file to a compressed one: it allows random access. */
  byRolloutId(home: Home, rolloutId: string): RolloutRef | null {
    let known = this.#byRolloutId.get(idOf(home));
    if (!known) {
      known = new Map();
      for (const rollout of this.contents.find((one) => one.home === home)?.rollouts ?? []) {
        if (rollout.rolloutId === null) continue;
        const other = known.get(rollout.rolloutId);
        if (!other || (other.path.endsWith(".zst") && !rollout.path.endsWith(".zst")))
          known.set(rollout.rolloutId, rollout);
      }
      this.#byRolloutId.set(idOf(home), known);
    }
    return known.get(rolloutId) ?? null;
  }

  sourceOf(agent: Agent): AgentSource | null {
    return this.contents.find(({ home }) => home.source.agent === agent)?.home.source ?? null;
  }
}

export function locateRollouts(homes: readonly Home[], database: Database, host: Host): RolloutLookup {
  const warnings: Warning[] = [];
  const contents = homes.map((home) => {
    const looks = new FolderLooks(database, home.source.agent, home.path);
    const located = host.files.together(() => home.source.locate(home.path, looks.hosted(host)));
    warnings.push(...located.warnings);
    const folders = located.folders ?? foldersOf(located.rollouts);
    return {
      home,
      folders,
      looks,
      // Computed lazily: a warm list does not need it.
      get rollouts() {
        return located.rollouts;
      },
    };
  });
  return new RolloutLookup(contents, warnings);
}

function idOf({ source, path }: Home): string {
  return `${source.agent}\0${path}`;
}
