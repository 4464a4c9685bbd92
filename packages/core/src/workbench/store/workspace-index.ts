import { join } from "node:path";
import { type Timestamp, tryParseJson } from "@reprise/model";
import { z } from "zod";
import { awaitLock } from "../../host/files/lock.ts";
import { replaceFile } from "../../host/files/replace-file.ts";
import { orNull } from "../../host/files/unless-missing.ts";
import type { Host } from "../../host/host.ts";

const count = z.number().int().nonnegative();
const indexedSchema = z.object({
  id: z.string(),
  root: z.string(),
  lastUsedAt: z.string(),
  schemaVersion: count,
  sizeBytes: count,
  failures: z.object({ load: count, save: count }),
});
const indexSchema = z.object({ version: z.literal(1), workspaces: z.array(z.unknown()) });

/** What is known of a workspace without opening its session. */
export type IndexedWorkspace = Readonly<z.infer<typeof indexedSchema>> & { readonly lastUsedAt: Timestamp };

const mostBytes = 16 * 1024 * 1024;
const mostMs = 500;

/** `<state>/workspaces/index.json`. Losing it loses only counters. */
export class WorkspaceIndex {
  readonly #path: string;
  readonly #host: Host;
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, host: Host) {
    this.#path = join(folder, "index.json");
    this.#host = host;
  }

  /** Empty if there is none or it cannot be read. */
  read(): ReadonlyMap<string, IndexedWorkspace> {
    const found = indexSchema.safeParse(tryParseJson(this.#text()));
    const listed = (found.data?.workspaces ?? []).map((one) => indexedSchema.safeParse(one).data);
    return new Map(listed.flatMap((one) => (one ? [[one.id, one as IndexedWorkspace]] : [])));
  }

  /** Null removes it. Best effort: a full disk must not stop anyone from working. */
  update(id: string, change: (known: IndexedWorkspace | null) => IndexedWorkspace | null): Promise<void> {
    this.#last = this.#last.then(() => this.#update(id, change)).catch(() => {});
    return this.#last;
  }

  async #update(id: string, change: (known: IndexedWorkspace | null) => IndexedWorkspace | null) {
    const owner = { pid: this.#host.pid, program: "reprise", terminal: null };
    const lock = await awaitLock(`${this.#path}.lock`, owner, { mostMs, host: this.#host });
    if (!lock.isHeld) return;
    try {
      const all = new Map(this.read());
      const changed = change(all.get(id) ?? null);
      if (changed === null) all.delete(id);
      else all.set(id, changed);
      const text = JSON.stringify({ version: 1, workspaces: [...all.values()] }, null, 1);
      replaceFile(this.#path, `${text}\n`, { isDurable: false });
    } finally {
      lock.release();
    }
  }

  #text(): string {
    return orNull(() => this.#host.files.text(this.#path, mostBytes)) ?? "";
  }
}
