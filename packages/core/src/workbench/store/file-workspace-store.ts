import { join } from "node:path";
import { type KnownWorkspace, type Owner, SessionError } from "@reprise/model";
import { lockOwner, takeLock } from "../../host/files/lock.ts";
import { removeFile } from "../../host/files/set-aside.ts";
import type { Host } from "../../host/host.ts";
import { makePrivateFolder, stateFolderOf } from "../../host/own-folders.ts";
import { busy, FileWorkspace, lockName } from "./file-workspace.ts";
import type { Sealing } from "./sealing.ts";
import { sessionName } from "./session-file.ts";
import { sessionFiles } from "./session-names.ts";
import type { StoreSettings } from "./store-settings.ts";
import { systemTimers, type Timers } from "./timers.ts";
import { normalisedRoot, workspaceIdOf, workspaceIdShape } from "./workspace-id.ts";
import { type IndexedWorkspace, WorkspaceIndex } from "./workspace-index.ts";
import type { SavedWorkspace, SaveListener, WorkspaceStore } from "./workspace-store.ts";
import { WorkspaceUse } from "./workspace-use.ts";

export interface FileWorkspaceStoreParts {
  readonly host: Host;
  readonly appVersion: string;
  readonly settings: () => StoreSettings;
  readonly sealing: Sealing;
  readonly timers?: Timers | undefined;
  /** Of one workspace; beyond it the oldest outputs and entries are left out. */
  readonly mostBytes?: number | undefined;
}

const usualMostBytes = 20 * 1024 * 1024;

export class FileWorkspaceStore implements WorkspaceStore {
  readonly #parts: FileWorkspaceStoreParts;
  readonly #folder: string;
  readonly #index: WorkspaceIndex;
  readonly #open = new Map<string, FileWorkspace>();

  constructor(parts: FileWorkspaceStoreParts) {
    this.#parts = parts;
    this.#folder = join(stateFolderOf(parts.host), "workspaces");
    this.#index = new WorkspaceIndex(this.#folder, parts.host);
  }

  idOf(root: string): string {
    return workspaceIdOf(root, this.#parts.host);
  }

  async open(root: string, listener: SaveListener): Promise<SavedWorkspace> {
    const { host, appVersion, settings, sealing } = this.#parts;
    const { timers = systemTimers, mostBytes = usualMostBytes } = this.#parts;
    const id = this.idOf(root);
    const folder = this.#folderOf(id);
    const row = { id, root: normalisedRoot(root, host) };
    const workspace = new FileWorkspace({
      ...{ ...row, host, timers, folder, appVersion, mostBytes, settings, sealing, listener },
      use: new WorkspaceUse(this.#index, host, row),
      onClosed: () => this.#open.delete(id),
    });
    this.#open.set(id, workspace);
    this.#makeFolder();
    await workspace.open();
    return workspace;
  }

  /** The settings are others now. Resolves when what is saved follows them. */
  async follow(): Promise<void> {
    for (const workspace of this.#open.values()) await workspace.follow();
  }

  async known(): Promise<readonly KnownWorkspace[]> {
    const indexed = this.#index.read();
    const { files } = this.#parts.host;
    const ids = (files.list(this.#folder) ?? []).map(({ name }) => name);
    return ids
      .filter((id) => workspaceIdShape.test(id) && sessionFiles(this.#folderOf(id), files).length > 0)
      .map((id) => ({ ...(indexed.get(id) ?? this.#unindexed(id)), owner: this.#ownerOf(id) }))
      .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  }

  async clear(id: string): Promise<void> {
    const { host } = this.#parts;
    const folder = this.#folderOf(id);
    if (!workspaceIdShape.test(id) || sessionFiles(folder, host.files).length === 0)
      throw new SessionError("not-found", `Nothing is saved of a workspace ${id}.`);
    const lock = takeLock(join(folder, lockName), { pid: host.pid, program: "reprise" }, host.processes);
    if (!lock.isHeld) throw busy(`Workspace ${id}`, lock.owner);
    try {
      for (const path of sessionFiles(folder, host.files)) removeFile(path);
    } finally {
      lock.release();
    }
    await this.#index.update(id, () => null);
  }

  #folderOf(id: string): string {
    return join(this.#folder, id);
  }

  /** A failure shows when something is saved. */
  #makeFolder(): void {
    try {
      makePrivateFolder(this.#folder);
    } catch {}
  }

  #ownerOf(id: string): Owner | null {
    const owner = lockOwner(join(this.#folderOf(id), lockName));
    return owner && this.#parts.host.processes.isAlive(owner.pid, null) ? owner : null;
  }

  /** As far as its file tells. */
  #unindexed(id: string): IndexedWorkspace {
    const stamp = this.#parts.host.files.stamp(join(this.#folderOf(id), sessionName));
    const lastUsedAt = new Date(stamp?.mtimeMs ?? 0).toISOString() as IndexedWorkspace["lastUsedAt"];
    return {
      ...{ id, root: "", lastUsedAt, schemaVersion: 0, sizeBytes: stamp?.sizeBytes ?? 0 },
      failures: { load: 0, save: 0 },
    };
  }
}
