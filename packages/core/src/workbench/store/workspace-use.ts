import type { Host } from "../../host/host.ts";
import { schemaVersion } from "./manifest.ts";
import type { IndexedWorkspace, WorkspaceIndex } from "./workspace-index.ts";

const everyMs = 60_000;

/** Keeps the index row of one workspace up to date. */
export class WorkspaceUse {
  readonly #index: WorkspaceIndex;
  readonly #host: Host;
  readonly #row: { readonly id: string; readonly root: string };
  #notedAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(index: WorkspaceIndex, host: Host, row: { readonly id: string; readonly root: string }) {
    this.#index = index;
    this.#host = host;
    this.#row = row;
  }

  loaded({ isFailure, sizeBytes }: { readonly isFailure: boolean; readonly sizeBytes: number }): Promise<void> {
    return this.#note(sizeBytes, ({ load, save }) => ({ load: isFailure ? load + 1 : 0, save }));
  }

  /** Now and then, and at once after a failure. */
  saved(sizeBytes: number): void {
    if (!this.#isFailing && this.#host.ticks() - this.#notedAt < everyMs) return;
    void this.#note(sizeBytes, ({ load }) => ({ load, save: 0 }));
    this.#isFailing = false;
  }

  failed(sizeBytes: number): void {
    this.#isFailing = true;
    void this.#note(sizeBytes, ({ load, save }) => ({ load, save: save + 1 }));
  }

  closed(sizeBytes: number): Promise<void> {
    return this.#note(sizeBytes, (failures) => failures);
  }

  cleared(): Promise<void> {
    this.#notedAt = Number.NEGATIVE_INFINITY;
    return this.#index.update(this.#row.id, () => null);
  }

  #note(
    sizeBytes: number,
    count: (failures: IndexedWorkspace["failures"]) => IndexedWorkspace["failures"],
  ): Promise<void> {
    this.#notedAt = this.#host.ticks();
    const lastUsedAt = this.#host.now();
    return this.#index.update(this.#row.id, (known) => ({
      ...this.#row,
      lastUsedAt,
      schemaVersion,
      sizeBytes,
      failures: count(known?.failures ?? { load: 0, save: 0 }),
    }));
  }
}
