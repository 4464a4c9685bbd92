import { join } from "node:path";
import { SessionError, type Timestamp, tryParseJson } from "@reprise/model";
import { digestOfBytes } from "../../host/digest.ts";
import type { Files } from "../../host/files/files.ts";
import { replaceFile } from "../../host/files/replace-file.ts";
import { makePrivateFolder } from "../../host/own-folders.ts";
import { isPlainName } from "./file-target.ts";

/** Written before anything is changed. */
export interface Manifest {
  readonly v: 1;
  readonly id: string;
  readonly session: string;
  readonly turn: number;
  readonly root: string;
  readonly at: Timestamp;
  readonly undoneAt: Timestamp | null;
  readonly files: readonly SavedFile[];
}

export interface SavedFile {
  readonly path: string;
  /** Null: it did not exist. */
  readonly before: {
    readonly hash: string;
    readonly mode: number;
    readonly mtimeMs: number;
    /** Its saved copy in the rewind's folder. */
    readonly content: string;
  } | null;
  /** SHA-256 after the rewind; null: removed. */
  readonly afterHash: string | null;
  /** Folders created for it, outermost first. */
  readonly folders: readonly string[];
}

const version = 1;
const mostBytes = 64 * 1024 * 1024;

export function folderOf(stateFolder: string, id: string): string {
  return join(stateFolder, "rewinds", id);
}

/** Durable on return; the manifest is written last, so that it never lacks its contents. */
export function saveRewind(stateFolder: string, manifest: Manifest, contents: ReadonlyMap<string, Buffer>): void {
  const folder = folderOf(stateFolder, manifest.id);
  makePrivateFolder(folder);
  for (const [name, bytes] of contents) replaceFile(join(folder, name), bytes);
  saveManifest(stateFolder, manifest);
}

export function saveManifest(stateFolder: string, manifest: Manifest): void {
  replaceFile(join(folderOf(stateFolder, manifest.id), "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

export function loadManifest(stateFolder: string, id: string, files: Files): Manifest {
  const isName = /^[0-9A-Za-z-]+$/.test(id);
  const path = join(folderOf(stateFolder, id), "manifest.json");
  const text = isName ? files.text(path, mostBytes) : null;
  if (text === null) throw new SessionError("not-found", `There is no rewind ${id}. Nothing was changed.`);
  const found = (tryParseJson(text) ?? null) as Partial<Manifest> | null;
  if (found?.v !== version && typeof found?.v === "number" && found.v > version)
    throw new SessionError(
      "newer-version",
      `Rewind ${id} was saved by a newer Reprise (format ${found.v}). Undo it with that one.`,
    );
  if (!isManifest(found, id))
    throw new SessionError(
      "unreadable",
      `${path} is damaged. The files from before the rewind are in the same folder.`,
    );
  return found;
}

/** Names outside the workspace or the rewind's folder are damage. */
function isManifest(found: Partial<Manifest> | null, id: string): found is Manifest {
  return (
    found?.v === version &&
    found.id === id &&
    typeof found.root === "string" &&
    Array.isArray(found.files) &&
    found.files.every(isKeptFile)
  );
}

function isKeptFile(file: Partial<SavedFile> | null): boolean {
  if (typeof file?.path !== "string" || !isPlainName(file.path)) return false;
  if (file.afterHash !== null && typeof file.afterHash !== "string") return false;
  if (!Array.isArray(file.folders) || !file.folders.every((one) => typeof one === "string" && isPlainName(one)))
    return false;
  const { before } = file;
  if (before === null) return true;
  return (
    typeof before?.hash === "string" &&
    typeof before.content === "string" &&
    /^\d+\.before$/.test(before.content) &&
    Number.isInteger(before.mode) &&
    Number.isFinite(before.mtimeMs)
  );
}

/** Null if the copy does not match its hash. */
export function savedContent(bytes: Buffer, { hash }: { readonly hash: string }): Buffer | null {
  return digestOfBytes(bytes) === hash ? bytes : null;
}
