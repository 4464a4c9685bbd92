import { join } from "node:path";
import {
  changesTo,
  noTelemetry,
  nothingSaved,
  type Owner,
  type SavedChange,
  SavedFold,
  type SavedState,
  type Saving,
  SessionError,
  savedAfter,
} from "@reprise/model";
import { EventLoopYield } from "../../host/event-loop-yield.ts";
import { type Lock, takeLock } from "../../host/files/lock.ts";
import { removeFile } from "../../host/files/set-aside.ts";
import { orNull } from "../../host/files/unless-missing.ts";
import type { Host } from "../../host/host.ts";
import { type Loaded, loadSession } from "./load-session.ts";
import { newManifest } from "./manifest.ts";
import { mostFailures, type QueuedChange, SaveQueue } from "./save-queue.ts";
import { SavedForm } from "./saved-form.ts";
import type { Sealing } from "./sealing.ts";
import { SessionFile } from "./session-file.ts";
import { removeCopies, removeTemporaries, sessionFiles } from "./session-names.ts";
import type { SessionReader } from "./session-reader.ts";
import { optionsVersion, type StoreSettings } from "./store-settings.ts";
import type { Timers } from "./timers.ts";
import type { LoadOutcome, SavedWorkspace, SaveListener, SaveTrigger } from "./workspace-store.ts";
import type { WorkspaceUse } from "./workspace-use.ts";

export interface FileWorkspaceParts {
  readonly host: Host;
  readonly timers: Timers;
  readonly id: string;
  readonly root: string;
  readonly folder: string;
  readonly appVersion: string;
  readonly mostBytes: number;
  readonly settings: () => StoreSettings;
  readonly sealing: Sealing;
  readonly reader: Pick<SessionReader, "read">;
  readonly use: WorkspaceUse;
  readonly listener: SaveListener;
  readonly onClosed: () => void;
}

export const lockName = "session.lock";
const lockRetryMs = 2000;
const sliceMs = 2;

/** Call `open` before anything else. */
export class FileWorkspace implements SavedWorkspace {
  readonly #parts: FileWorkspaceParts;
  readonly #queue: SaveQueue;
  #file: SessionFile;
  #form: SavedForm;
  #fold = new SavedFold<SavedState>(nothingSaved);
  #found: Loaded = nothingFound;
  #lock: (Lock & { readonly isHeld: true }) | null = null;
  #saving: Saving = { state: "on", detail: null, owner: null, savedAt: null };
  #cancelLockRetry: (() => void) | null = null;
  #looking: Promise<void> = Promise.resolve();
  /** The file when it was last read. */
  #seen = "";
  #isClosed = false;
  #isTold = false;

  constructor(parts: FileWorkspaceParts) {
    this.#parts = parts;
    this.#queue = new SaveQueue({
      timers: parts.timers,
      commit: (changes, trigger) => this.#commit(changes, trigger),
      afterwards: () => this.#compact(),
      failed: (error, attempt, trigger) => this.#failed(error, attempt, trigger),
    });
    this.#file = this.#newFile();
    this.#form = new SavedForm(parts.settings().redactor, []);
  }

  async open(): Promise<void> {
    const { isSaved, refusal } = this.#parts.settings();
    if (!isSaved) {
      const detail = refusal ?? offText;
      this.#found = { ...nothingFound, outcome: { kind: "off", detail } };
      this.#tell({ state: "off", detail, owner: null });
      return;
    }
    try {
      await this.#begin(this.#takeLock());
      if (this.#isOtherwiseSealed) await this.follow();
    } catch (error) {
      await this.#load({ isWriter: false });
      this.#tell({ state: "failing", detail: failingText(error), owner: null });
    }
  }

  /** As it is or would be on disk. */
  get #state(): SavedState {
    return this.#fold.state;
  }

  set #state(state: SavedState) {
    this.#fold = new SavedFold(state);
  }

  get state(): SavedState {
    return this.#found.state;
  }

  get outcome(): LoadOutcome {
    return this.#found.outcome;
  }

  saving(): Saving {
    return this.#saving;
  }

  async save(changes: readonly SavedChange[]): Promise<void> {
    if (this.#isWriting) await this.#queue.save(changes);
    else this.#keep(changes);
  }

  saveSoon(changes: readonly SavedChange[]): void {
    if (this.#isWriting) this.#queue.saveSoon(changes);
    else this.#keep(changes);
  }

  async flush(): Promise<void> {
    if (this.#isWriting) await this.#queue.flush();
  }

  async unlock(passphrase: string): Promise<SavedState> {
    await this.#parts.sealing.unlock(passphrase);
    if (this.#saving.state === "locked") await this.#resume();
    return this.#found.state;
  }

  /** The settings are others now. Resolves when what is saved follows them. */
  async follow(): Promise<void> {
    const settings = this.#parts.settings();
    const { isSaved, refusal, isEncrypted, redactor } = settings;
    const { state } = this.#saving;
    if (state === "read-only") return;
    if (!isSaved) {
      const waiting = await this.#queue.stop();
      this.#tell({ state: "off", detail: refusal ?? offText, owner: null });
      this.#keep(waiting.map(({ change }) => change));
      return;
    }
    if (state === "off" || state === "locked") return this.#resume();
    const reason = await this.#parts.sealing.prepare(settings);
    if (reason !== null) return this.#tell({ state: "locked", detail: reason, owner: null });
    await this.#queue.flush();
    this.#form = new SavedForm(redactor, this.#state.diffs);
    this.#state = [...changesTo(this.#state)].reduce<SavedState>(
      (after, change) => this.#form.of(change, { isMilestone: true }).reduce(savedAfter<SavedState>, after),
      nothingSaved,
    );
    this.#file.renew();
    await this.#queue.flush();
    if (isEncrypted) removeCopies(this.#parts.folder, this.#parts.host.files);
  }

  async clear(): Promise<void> {
    if (this.#saving.state === "read-only") throw busy(this.#parts.root, this.#saving.owner);
    await this.#queue.stop();
    this.#file.close();
    for (const path of sessionFiles(this.#parts.folder, this.#parts.host.files)) removeFile(path);
    this.#start(nothingFound);
    await this.#parts.use.cleared();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelLockRetry?.();
    try {
      await this.flush();
    } finally {
      await this.#queue.stop();
      orNull(() => this.#file.close());
      if (this.#lock) await this.#parts.use.closed(this.#file.sizeBytes);
      this.#lock?.release();
      this.#lock = null;
      this.#parts.onClosed();
    }
  }

  get #isWriting(): boolean {
    return this.#saving.state === "on" || this.#saving.state === "failing";
  }

  /** Encryption was turned on or off while nobody had it open. */
  get #isOtherwiseSealed(): boolean {
    const { reading } = this.#found;
    if (this.#saving.state !== "on" || reading === null) return false;
    return (reading.lines.header !== null) !== this.#parts.settings().isEncrypted;
  }

  #newFile(): SessionFile {
    const { host, folder, id, root, appVersion, mostBytes, settings, sealing } = this.#parts;
    return new SessionFile({
      host,
      folder,
      mostBytes,
      linesNow: () => sealing.linesNow(settings()),
      manifest: () => {
        const parts = { appVersion, optionsVersion, workspaceId: id, root };
        return newManifest(parts, host.now());
      },
    });
  }

  /** Null: held. Throws if the folder cannot be used. */
  #takeLock(): { readonly owner: Owner | null } | null {
    const { host, folder } = this.#parts;
    const owner = { ...host.processes.describe(host.pid), program: "reprise" };
    const lock = takeLock(join(folder, lockName), owner, host.processes);
    if (!lock.isHeld) return { owner: lock.owner };
    this.#lock = lock;
    return null;
  }

  async #begin(other: { readonly owner: Owner | null } | null): Promise<void> {
    await this.#load({ isWriter: other === null });
    if (other === null) return;
    this.#tell({ state: "read-only", detail: readOnlyText(other.owner), owner: other.owner });
    this.#retryLock();
  }

  /** Becomes the writer when the other process is gone, with what that saved. */
  #retryLock(): void {
    const again = () => {
      if (this.#isClosed) return;
      try {
        const other = this.#takeLock();
        const look = () => (other === null ? this.#load({ isWriter: true }) : this.#lookAgain(other.owner));
        this.#looking = this.#looking.then(look).catch((error: unknown) => {
          if (other === null) this.#tell({ state: "failing", detail: failingText(error), owner: null });
        });
        if (other !== null) this.#retryLock();
      } catch {
        this.#retryLock(); // the folder is gone, or the disk full
      }
    };
    this.#cancelLockRetry = this.#parts.timers.after(lockRetryMs, again, { isIdle: true });
  }

  /** Who has the workspace by now, and what it has saved. */
  async #lookAgain(owner: Owner | null): Promise<void> {
    this.#tell({ state: "read-only", detail: readOnlyText(owner), owner });
    if (this.#found.outcome.kind !== "locked" && this.#stamp() === this.#seen) return;
    await this.#load({ isWriter: false });
    this.#parts.listener.found();
  }

  #stamp(): string {
    return JSON.stringify(orNull(() => this.#parts.host.files.stamp(this.#file.path)));
  }

  async #load({ isWriter }: { readonly isWriter: boolean }): Promise<void> {
    const { host, folder, sealing, reader, settings, use } = this.#parts;
    const reason = await sealing.prepare(settings());
    if (isWriter) removeTemporaries(folder, host.files);
    this.#seen = this.#stamp();
    const found = await loadSession(folder, reader, { isWriter });
    this.#start(found);
    if (!isWriter) return;
    const { kind, detail } = found.outcome;
    const isFailure = kind === "corrupt" || kind === "outdated" || kind === "newer";
    await use.loaded({ isFailure, sizeBytes: this.#file.sizeBytes });
    if (kind === "locked") this.#tell({ state: "locked", detail, owner: null });
    else if (reason !== null) this.#tell({ state: "locked", detail: reason, owner: null });
    else if (found.isInTheWay) this.#tell({ state: "failing", detail: failingText(this.#inTheWay), owner: null });
    else this.#tell({ state: "on", detail: null, owner: null });
  }

  #start(found: Loaded): void {
    this.#found = found;
    this.#state = found.state;
    this.#file = this.#newFile();
    if (found.reading) this.#file.continue(found.reading);
    this.#form = new SavedForm(this.#parts.settings().redactor, found.state.diffs);
  }

  /** Saves again, from what is on disk and what happened meanwhile. */
  async #resume(): Promise<void> {
    await this.#adopt();
    if (!this.#isWriting) return;
    // Never a line in the clear where the person wants none.
    if (this.#isOtherwiseSealed) this.#file.renew();
    await this.#queue.save([]);
    if (this.#parts.settings().isEncrypted) removeCopies(this.#parts.folder, this.#parts.host.files);
  }

  /** Loads what is on disk, and adds what happened meanwhile. */
  async #adopt(): Promise<void> {
    const meanwhile = this.#state;
    const other = this.#lock === null ? this.#takeLock() : null;
    await this.#begin(other);
    if (other !== null) return;
    const changes = [...changesTo(meanwhile)].filter(
      (change) => change.type !== "telemetry" || change.telemetry !== noTelemetry,
    );
    this.#add(changes);
    this.#found = { ...this.#found, state: this.#state };
  }

  /** Nothing is written, but it may be later. What another process has is not ours to change. */
  #keep(changes: readonly SavedChange[]): void {
    if (this.#saving.state === "read-only") return;
    for (const change of changes)
      for (const saved of this.#form.of(change, { isMilestone: true })) this.#fold.add(saved);
  }

  async #commit(changes: readonly QueuedChange[], trigger: SaveTrigger): Promise<void> {
    const { host, listener, use } = this.#parts;
    const startedAt = host.ticks();
    const pause = new EventLoopYield(host, sliceMs);
    for (const { change, isMilestone } of changes) {
      this.#add(this.#form.of(change, { isMilestone }));
      await pause.ifDue();
    }
    if (trigger === "shutdown") this.#add(this.#form.rest());
    await this.#makeWay();
    if (!this.#isWriting) return;
    const { state, bytes } = await this.#file.save(this.#state);
    this.#state = state;
    if (this.#saving.state === "failing") this.#tell({ state: "on", detail: null, owner: null });
    this.#saving = { ...this.#saving, savedAt: host.now() };
    use.saved(this.#file.sizeBytes);
    if (bytes > 0) listener.saved({ bytes, ms: host.ticks() - startedAt, trigger });
  }

  #add(changes: readonly SavedChange[]): void {
    for (const change of changes) {
      this.#fold.add(change);
      this.#file.add(change);
    }
  }

  /** The lock, and a copy of what could not be read, if they could not be had before. */
  async #makeWay(): Promise<void> {
    if (this.#lock === null || this.#found.isInTheWay) await this.#adopt();
    if (this.#found.isInTheWay) throw this.#inTheWay;
  }

  get #inTheWay(): SessionError {
    return new SessionError("not-saved", `${this.#file.path} can neither be read nor moved away`);
  }

  async #compact(): Promise<void> {
    if (this.#file.isWorthRewriting) this.#state = await this.#file.compact(this.#state);
  }

  #failed(error: unknown, attempt: number, trigger: SaveTrigger): void {
    const { listener, use } = this.#parts;
    use.failed(this.#file.sizeBytes);
    listener.failed({ errorType: errorTypeOf(error), trigger, attempt });
    if (error instanceof SessionError && error.code === "refused")
      this.#tell({ state: "locked", detail: error.message, owner: null });
    else if (attempt >= mostFailures) this.#tell({ state: "failing", detail: failingText(error), owner: null });
  }

  #tell(saving: Omit<Saving, "savedAt">): void {
    const { state, detail, owner, savedAt } = this.#saving;
    const isSame = JSON.stringify({ state, detail, owner }) === JSON.stringify(saving);
    this.#saving = { ...saving, savedAt };
    if (isSame && this.#isTold) return;
    this.#isTold = true;
    this.#parts.listener.saving(this.#saving);
  }
}

const nothingFound: Loaded = {
  outcome: { kind: "new", detail: null },
  state: nothingSaved,
  reading: null,
  isInTheWay: false,
};
const offText = "“Persist session between restarts” is off: nothing is saved.";

function readOnlyText(owner: Owner | null): string {
  const by = owner === null ? "Another process" : `Process ${owner.pid} (${owner.program})`;
  return `${by} has this workspace open, so this page shows what is saved and changes nothing. Close the other one to continue here.`;
}

function failingText(error: unknown): string {
  const cause = (error as Error).message;
  return `Saving fails (${cause}). Changes stay in memory, and saving is tried again. Make room on the disk or correct its permissions, or turn off “Persist session between restarts” in the options.`;
}

export function busy(what: string, owner: Owner | null): SessionError {
  const by = owner === null ? "another process" : `process ${owner.pid} (${owner.program})`;
  return new SessionError("busy", `${what} is open in ${by}. Close it, then try again.`);
}

function errorTypeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name ?? "Error");
}
