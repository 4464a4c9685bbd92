import type { Warning } from "@reprise/model";
import type { Located, RolloutFolder, RolloutRef } from "./source.ts";

/** Rollouts that are files: creates refs only when all are requested. */
export class FilesLocated implements Located {
  readonly folders: readonly RolloutFolder[];
  readonly warnings: readonly Warning[];
  #rollouts: readonly RolloutRef[] | null = null;

  constructor(folders: readonly RolloutFolder[], warnings: readonly Warning[]) {
    this.folders = folders;
    this.warnings = warnings;
  }

  get rollouts(): readonly RolloutRef[] {
    this.#rollouts ??= this.folders.flatMap(({ rollouts }) => rollouts);
    return this.#rollouts;
  }
}
