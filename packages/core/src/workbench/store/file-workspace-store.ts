/**
 * Saved workbenches: a folder for each workspace, with one file that grows.
 *
 * - what is promised: workspace-store.ts; which folder: workspace-id.ts; who writes there: file-workspace.ts
 * - the format: manifest.ts, record.ts, section-of.ts, then docs/formats/workspace.md
 * - when something is written: save-queue.ts, coalesce.ts; without secrets: saved-form.ts, redactor.ts, output-stream.ts
 * - appended, or the file written again: session-file.ts, session-bytes.ts; how much may stay: live-size.ts, size-limit.ts
 * - how it is read: session-reader.ts, read-session.ts, load-session.ts; older versions: migrations/migrate.ts; backups: session-names.ts
 * - in the clear or sealed: sealing.ts, session-lines.ts
 * - all workspaces: workspace-index.ts, workspace-use.ts; what nobody uses: unused-workspaces.ts; settings: store-settings.ts
 */

import { basename, dirname, join } from "node:path";
import { type KnownWorkspace, type Owner, SessionError } from "@reprise/model";
import { lockOwner, takeLock } from "../../host/files/lock.ts";
import { createFile } from "../../host/files/replace-file.ts";
import { removeFile } from "../../host/files/set-aside.ts";
import type { Host } from "../../host/host.ts";
import { makePrivateFolder, stateFolderOf } from "../../host/own-folders.ts";
import { projectOf } from "../../workspace/project.ts";
import type { Unlocking } from "../cipher/protection.ts";
import type { Rotated } from "../cipher/rotate-key.ts";
import { isSealed } from "../cipher/sealed-lines.ts";
import { busy, FileWorkspace, lockName } from "./file-workspace.ts";
import { readManifest } from "./manifest.ts";
import type { Sealing } from "./sealing.ts";
import { sessionName } from "./session-file.ts";
import { sessionFiles } from "./session-names.ts";
import { SessionReader } from "./session-reader.ts";
import type { StoreSettings } from "./store-settings.ts";
import { systemTimers, type Timers } from "./timers.ts";
import { unusedIn } from "./unused-workspaces.ts";
import { normalisedRoot, workspaceIdOf, workspaceIdShape } from "./workspace-id.ts";
import { type IndexedWorkspace, WorkspaceIndex } from "./workspace-index.ts";
import type { SavedWorkspace, SaveListener, WorkspaceStore } from "./workspace-store.ts";
import { WorkspaceUse } from "./workspace-use.ts";

export interface FileWorkspaceStoreParts {
  readonly host: Host;
  readonly appVersion: string;
  /** Read when a workspace is opened, and by `follow`. */
  readonly settings: () => StoreSettings;
  readonly sealing: Sealing;
  readonly timers?: Timers | undefined;
  /** Of one workspace; beyond it the oldest outputs and entries are left out. */
  readonly mostBytes?: number | undefined;
}

const mostManifestBytes = 64 * 1024;
const usualMostBytes = 20 * 1024 * 1024;

export class FileWorkspaceStore implements WorkspaceStore {
  readonly #parts: FileWorkspaceStoreParts;
  readonly #folder: string;
  readonly #index: WorkspaceIndex;
  readonly #timers: Timers;
  readonly #reader: SessionReader;
  /** With their ids. */
  readonly #open = new Map<FileWorkspace, string>();
  #settings: StoreSettings;
  #isTidied = false;

  constructor(parts: FileWorkspaceStoreParts) {
    this.#parts = parts;
    this.#settings = parts.settings();
    this.#folder = join(stateFolderOf(parts.host), "workspaces");
    this.#index = new WorkspaceIndex(this.#folder, parts.host);
    this.#timers = parts.timers ?? systemTimers;
    this.#reader = new SessionReader(parts.sealing.linesOf, parts.host, this.#timers);
  }

  idOf(root: string): string {
    return workspaceIdOf(root, this.#parts.host);
  }

  async open(root: string, listener: SaveListener): Promise<SavedWorkspace> {
    const { host, appVersion, sealing } = this.#parts;
    this.#settings = this.#parts.settings();
    const { mostBytes = usualMostBytes } = this.#parts;
    const id = this.idOf(root);
    const folder = this.#folderOf(id);
    const row = { id, root: normalisedRoot(root, host) };
    const workspace = new FileWorkspace({
      ...row,
      host,
      timers: this.#timers,
      reader: this.#reader,
      folder,
      appVersion,
      mostBytes,
      sealing,
      listener,
      settings: () => this.#settings,
      use: new WorkspaceUse(this.#index, host, row),
      onClosed: () => this.#open.delete(workspace),
    });
    this.#open.set(workspace, id);
    this.#makeFolder();
    await workspace.open();
    if (!this.#isTidied) void this.removeUnused().catch(() => {}); // the next start tries again
    this.#isTidied = true;
    return workspace;
  }

  async readAhead(root: string): Promise<void> {
    const settings = this.#parts.settings();
    if (!settings.isSaved) return;
    await this.#parts.sealing.prepare(settings);
    await this.#reader.readAhead(join(this.#folderOf(this.idOf(root)), sessionName));
  }

  /** The settings are others now. Resolves when what is saved follows them. */
  async follow(): Promise<void> {
    this.#settings = this.#parts.settings();
    for (const workspace of this.#open.keys()) await workspace.follow();
  }

  async unlock(passphrase: string): Promise<void> {
    await this.#parts.sealing.unlock(passphrase);
    for (const workspace of this.#open.keys()) await workspace.unlock(passphrase);
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
    this.#hold(join(folder, sessionName), () => {
      for (const path of sessionFiles(folder, host.files)) removeFile(path);
    });
    await this.#index.update(id, () => null);
  }

  /** What nobody used for as long as the person chose. Never one that is open. Gives the ids of what it removed. */
  async removeUnused(): Promise<readonly string[]> {
    const { host } = this.#parts;
    const sessions = (await this.known()).map(({ id, lastUsedAt }) => {
      const stamps = sessionFiles(this.#folderOf(id), host.files).map((path) => host.files.stamp(path));
      const writtenMs = Math.max(0, ...stamps.map((stamp) => stamp?.mtimeMs ?? 0));
      return { id, lastUsedAt: lastUsedAt as IndexedWorkspace["lastUsedAt"], writtenMs };
    });
    const { retentionDays } = this.#settings;
    const unused = unusedIn(sessions, { retentionDays, nowMs: Date.parse(host.now()) });
    const removed: string[] = [];
    for (const id of unused) {
      await this.clear(id).then(
        () => removed.push(id),
        (error: unknown) => {
          if (!(error instanceof SessionError)) throw error; // busy: it is open
        },
      );
    }
    return removed;
  }

  /** Seals everything with a new key, and with `unlocking` under a new passphrase or keyring entry. */
  async rotateKeys(unlocking: Unlocking | null = null): Promise<Rotated> {
    const { sealing } = this.#parts;
    const list = () => this.#sealedFiles();
    const { resealed, left } = await sealing.rotate({ list, hold: (path, act) => this.#hold(path, act) }, unlocking);
    await this.follow();
    const ids = new Set(this.#open.values());
    const isOurs = ({ path }: { readonly path: string }) => ids.has(basename(dirname(path)));
    await sealing.forgetOthers([...resealed, ...left.map(({ path }) => path)]);
    return {
      resealed: [...resealed, ...left.filter(isOurs).map(({ path }) => path)],
      left: left.filter((one) => !isOurs(one)),
    };
  }

  #sealedFiles(): readonly string[] {
    const { files } = this.#parts.host;
    const ids = (files.list(this.#folder) ?? []).map(({ name }) => name).filter((id) => workspaceIdShape.test(id));
    return ids.flatMap((id) => sessionFiles(this.#folderOf(id), files)).filter((path) => isSealed(path, files));
  }

  #hold(path: string, act: () => void): void {
    const { host } = this.#parts;
    const id = basename(dirname(path));
    const lock = takeLock(
      join(dirname(path), lockName),
      { pid: host.pid, program: "reprise", terminal: null },
      host.processes,
    );
    if (!lock.isHeld) throw busy(`Workspace ${id}`, lock.owner);
    try {
      act();
    } finally {
      lock.release();
    }
  }

  #folderOf(id: string): string {
    return join(this.#folder, id);
  }

  /** A failure shows when something is saved. */
  #makeFolder(): void {
    try {
      makePrivateFolder(this.#folder);
      const isInRepository = projectOf(this.#folder, this.#parts.host.files).repository !== null;
      // Wherever the state folder is, nothing of it is ever committed.
      if (isInRepository) createFile(join(this.#folder, ".gitignore"), "*\n");
    } catch {}
  }

  #ownerOf(id: string): Owner | null {
    const owner = lockOwner(join(this.#folderOf(id), lockName));
    return owner && this.#parts.host.processes.isAlive(owner.pid, null) ? owner : null;
  }

  /** As far as its file tells. */
  #unindexed(id: string): IndexedWorkspace {
    const { files } = this.#parts.host;
    const path = join(this.#folderOf(id), sessionName);
    const stamp = files.stamp(path);
    const lastUsedAt = new Date(stamp?.mtimeMs ?? 0).toISOString() as IndexedWorkspace["lastUsedAt"];
    const reading = readManifest(files.text(path, mostManifestBytes)?.split("\n")[0] ?? "");
    const { root, schemaVersion } = reading.kind === "usable" ? reading.manifest : { root: "", schemaVersion: 0 };
    return {
      id,
      root,
      lastUsedAt,
      schemaVersion,
      sizeBytes: stamp?.sizeBytes ?? 0,
      failures: { load: 0, save: 0 },
    };
  }
}
