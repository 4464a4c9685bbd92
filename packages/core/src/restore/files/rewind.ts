import { basename, dirname, join, relative } from "node:path";
import type { FileAt, FilesPlan } from "@reprise/model";
import { SessionError } from "@reprise/model";
import { digestOfBytes } from "../../host/digest.ts";
import { type FileWriter, nodeFileWriter } from "../../host/files/file-writer.ts";
import { insideFolder } from "../../host/files/inside-folder.ts";
import { takeLock } from "../../host/files/lock.ts";
import type { Host } from "../../host/host.ts";
import { type CurrentFile, currentFile } from "./current-file.ts";
import { newFileMode } from "./file-diff.ts";
import { fileTarget, folderNames } from "./file-target.ts";
import { type Manifest, type SavedFile, saveRewind } from "./manifest.ts";
import { type LimitedBy, type RewindLimits, rewindLimits } from "./rewind-limits.ts";

export interface RewindStore {
  readonly stateFolder: string;
  readonly host: Host;
  readonly writer?: FileWriter;
  /** Agents' homes besides the known ones. */
  readonly homes?: readonly string[];
  readonly agents?: LimitedBy["agents"];
}

interface Work {
  readonly file: FileAt;
  readonly limits: RewindLimits;
  readonly path: string;
  readonly now: CurrentFile | null;
}

/** All or none: refused if one file has a conflict or changed since the plan. Saves the old files first; returns the id for undo. */
export async function rewindFiles(plan: FilesPlan, place: RewindStore, id = newRewindId(place.host)): Promise<string> {
  return locked(place, async () => {
    const work = checked(plan, place).filter(({ file }) => file.change !== "none");
    const { writer = nodeFileWriter } = place;
    const { manifest, contents } = manifestOf(plan, work, { id, host: place.host, writer });
    savedOr("No file was changed", () => saveRewind(place.stateFolder, manifest, contents));
    for (const one of work) replaceOne(one, manifest, place.host, writer);
    return manifest.id;
  });
}

export async function locked<Value>({ stateFolder, host }: RewindStore, act: () => Promise<Value>): Promise<Value> {
  const lock = savedOr("No file was changed", () =>
    takeLock(join(stateFolder, "rewinds", "lock"), host.processes.describe(host.pid), host.processes),
  );
  if (!lock.isHeld) throw new SessionError("busy", "Another rewind is running. Wait for it, then plan again.");
  try {
    return await act();
  } finally {
    lock.release();
  }
}

/** Refuses to change files that cannot be saved first. */
export function savedOr<Value>(otherwise: string, act: () => Value): Value {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof SessionError) throw cause;
    const { message } = cause as Error;
    throw new SessionError("not-saved", `${otherwise}: the state folder cannot be written (${message}).`, {
      cause,
    });
  }
}

function checked({ files, root }: FilesPlan, place: RewindStore): Work[] {
  const problems: string[] = [];
  const limits = limitsIn(root, place);
  const work = files.flatMap((file): Work[] => {
    const found = file.conflict ?? problemWith(file, limits, place.host);
    if (typeof found !== "string") return [found];
    problems.push(`${file.path}: ${found}`);
    return [];
  });
  if (problems.length > 0) throw refused("The files were not rewound, and none was changed.", problems);
  return work;
}

export function refused(what: string, problems: readonly string[]): SessionError {
  const rows = problems.map((problem) => `\n  ${problem}`).join("");
  return new SessionError("refused", `${what}${rows}`, { candidates: problems });
}

function problemWith(file: FileAt, limits: RewindLimits, host: Host): Work | string {
  const target = fileTarget(file.path, limits, host.files);
  if (!target.isInside) return target.reason;
  if (target.name !== file.path) return "Its path is not as planned. Plan again.";
  const now = currentFile(target.path, host.files);
  if (now === "too-large" || (now?.hash ?? null) !== file.nowHash)
    return "It has changed since the plan was made. Plan again.";
  return { file, limits, path: target.path, now };
}

/** Names a rewind before it is carried out, so that it can be recorded as an intent. */
export function newRewindId(host: Pick<Host, "now">): string {
  return `${host.now().slice(0, 19).replace(/[-:]/g, "")}Z-${crypto.randomUUID().slice(0, 8)}`;
}

function manifestOf(
  plan: FilesPlan,
  work: readonly Work[],
  { id, host, writer }: { readonly id: string; readonly host: Host; readonly writer: FileWriter },
) {
  const at = host.now();
  const contents = new Map<string, Buffer>();
  const files = work.map(({ file, path, now }, index): SavedFile => {
    const content = `${index}.before`;
    if (now) contents.set(content, now.bytes);
    const mode = writer.modeOf(path) ?? 0o644;
    return {
      path: file.path,
      before: now ? { hash: now.hash, mode, mtimeMs: now.mtimeMs, content } : null,
      afterHash: file.content === null ? null : digestOfBytes(Buffer.from(file.content)),
      folders: file.content === null ? [] : missingFolders(dirname(path), host.files.real(plan.root), host),
    };
  });
  const { session, turn, root } = plan;
  const manifest: Manifest = { v: 1, id, session, turn, root, at, undoneAt: null, files };
  return { manifest, contents };
}

function missingFolders(folder: string, root: string, host: Host): string[] {
  const missing: string[] = [];
  for (let one = folder; one !== root && host.files.stamp(one) === null; one = dirname(one))
    missing.unshift(relative(root, one));
  return missing;
}

function replaceOne({ file, limits, now }: Work, manifest: Manifest, host: Host, writer: FileWriter): void {
  const { content } = file;
  try {
    const again = problemWith(file, limits, host);
    if (typeof again === "string") throw new Error(again);
    const mode = now ? writer.modeOf(again.path) : newFileMode(file.diff);
    const name = basename(again.path);
    const makes = content !== null && !now;
    insideFolder(limits.root, folderNames(file.path), { makes }, (folder) => {
      if (content === null) return writer.remove(join(folder, name));
      writer.replace(join(folder, name), Buffer.from(content), {
        temporary: join(folder, temporaryName(again.path, manifest.id)),
        mode: mode === 0o644 && !now ? null : mode,
        mtimeMs: null,
      });
    });
  } catch (error) {
    throw new SessionError(
      "not-saved",
      `The rewind stopped at ${file.path}: ${(error as Error).message} To undo the changes so far: ${manifest.id}.`,
      { cause: error, candidates: [manifest.id] },
    );
  }
}

/** In the same folder, for an atomic replace. Undo removes leftovers of a crash. */
export function temporaryName(path: string, id: string): string {
  return `.reprise-${id}-${digestOfBytes(Buffer.from(path)).slice(0, 8)}.tmp`;
}

export function limitsIn(root: string, { host, stateFolder, homes = [], agents }: RewindStore): RewindLimits {
  return rewindLimits(root, { host, stateFolder, homes, agents });
}
