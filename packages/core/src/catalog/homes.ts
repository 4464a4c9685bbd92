import type { Agent, Warning } from "@reprise/model";
import type { AgentSource, RolloutRef } from "../agents/source.ts";
import type { Host } from "../host/host.ts";
import { type FolderStamps, folderOf, stampFolders } from "./stamps.ts";

const fewLookups = 200;

/** A home of one agent, read by its source. */
export interface Home {
  readonly source: AgentSource;
  readonly path: string;
}

export interface HomeContents {
  readonly home: Home;
  readonly rollouts: readonly RolloutRef[];
  readonly folders: readonly FolderStamps[];
}

/** Everything that was located, found again by key or by rollout id. */
export class Shelf {
  readonly contents: readonly HomeContents[];
  readonly warnings: readonly Warning[];
  #byKey: Map<string, RolloutRef> | null = null;
  #byFolder: Map<string, FolderStamps> | null = null;
  #lookupCount = 0;
  readonly #byRolloutId = new Map<string, Map<string, RolloutRef>>();

  constructor(contents: readonly HomeContents[], warnings: readonly Warning[]) {
    this.contents = contents;
    this.warnings = warnings;
  }

  /** A few are looked for in their folders; a table of all pays only for many. */
  byKey(key: string): RolloutRef | null {
    this.#lookupCount += 1;
    if (this.#lookupCount <= fewLookups) return this.#inFolder(key);
    if (!this.#byKey) {
      this.#byKey = new Map();
      for (const { rollouts } of this.contents) {
        for (const rollout of rollouts) this.#byKey.set(rollout.key, rollout);
      }
    }
    return this.#byKey.get(key) ?? null;
  }

  /** A plain file before a compressed one: it is read by offset. */
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

  #inFolder(key: string): RolloutRef | null {
    this.#byFolder ??= new Map(
      this.contents.flatMap(({ folders }) => folders.map((one) => [one.folder, one])),
    );
    return this.#byFolder.get(folderOf(key))?.rollouts.find((rollout) => rollout.key === key) ?? null;
  }

  sourceOf(agent: Agent): AgentSource | null {
    return this.contents.find(({ home }) => home.source.agent === agent)?.home.source ?? null;
  }
}

export function locateAll(homes: readonly Home[], host: Host): Shelf {
  const warnings: Warning[] = [];
  const contents = homes.map((home) => {
    const located = home.source.locate(home.path, host);
    warnings.push(...located.warnings);
    return { home, rollouts: located.rollouts, folders: stampFolders(located.rollouts) };
  });
  return new Shelf(contents, warnings);
}

function idOf({ source, path }: Home): string {
  return `${source.agent}\0${path}`;
}
