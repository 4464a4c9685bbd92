import { type Diff, type DiffDocument, type FileChange, SessionError } from "@reprise/model";
import { digestOf } from "../../host/digest.ts";
import type { Host } from "../../host/host.ts";
import { type CurrentFile, currentFile } from "../../restore/files/current-file.ts";
import { fileTarget } from "../../restore/files/file-target.ts";
import { hunksIn, withHunks, withoutHunks } from "../../restore/files/hunks.ts";
import { withEitherEndings } from "../../restore/files/line-endings.ts";
import { type RewindLimits, rewindLimits } from "../../restore/files/rewind-limits.ts";

export interface DocumentPlace {
  readonly root: string;
  readonly stateFolder: string;
  readonly host: Host;
}

/** Texts of larger files are not kept: they can be read in the editor. */
const mostText = 1024 * 1024;

/** `proposed`: the files are as they were before the change. `written`: as they are after it. */
export function documentsOf(
  changes: readonly FileChange[],
  state: "proposed" | "written",
  place: DocumentPlace,
): DiffDocument[] {
  const limits = limitsIn(place);
  return changes.map((change) => documentOf(change, state, limits, place.host));
}

/** An added file may have replaced one, and some edits come without their lines: then only the proposal shows what the file was. */
export function withOriginals(written: readonly DiffDocument[], before: readonly DiffDocument[]): DiffDocument[] {
  return written.map((document) => {
    const was = before.find(({ path }) => path === document.path);
    if (was?.state !== "proposed" || !isTold(document, was)) return { ...document };
    const { original, baseHash, isSelected } = was;
    return { ...document, original, baseHash, isSelected, problem: null };
  });
}

/** Unless it was read too late: when the agent had already written it. */
function isTold({ change, original, modified, problem }: DiffDocument, was: DiffDocument): boolean {
  if (change === "add") return was.original !== modified;
  return original === null && problem === notRecorded && was.original !== null && was.original !== modified;
}

/** What an edit is about: equal changes have the same. */
export function signatureOf(changes: readonly FileChange[]): string {
  return digestOf(JSON.stringify(changes.map(({ path, change, diff }) => [path, change, diff]))).slice(0, 32);
}

/** Why a document cannot be applied or discarded as the files are now; null: it can. */
export function staleness(document: DiffDocument, place: DocumentPlace): string | null {
  const limits = limitsIn(place);
  if (typeof limits === "string") return limits;
  const target = fileTarget(document.path, limits, place.host.files);
  if (!target.isInside) return target.reason;
  const now = fileNow(target.path, place.host.files);
  if (typeof now === "string") return now;
  const expected = document.state === "written" ? document.writtenHash : document.baseHash;
  if ((now?.hash ?? null) === expected) return null;
  return document.state === "written" ? staleTexts.written : staleTexts.proposed;
}

const staleTexts = {
  written: "Patch stale: the file has changed since the agent wrote it. Refresh, or keep it.",
  proposed: "Patch stale: the file has changed since the agent saw it. Refresh, or discard it.",
};

export function isStaleness(problem: string): boolean {
  return Object.values(staleTexts).includes(problem);
}

/** The same document, compared with the files as they are now. */
export function refreshed(document: DiffDocument, place: DocumentPlace): DiffDocument {
  if (document.state !== "proposed" && document.state !== "written") return document;
  const { path, change, diff, movedTo } = document;
  const again = documentOf(
    { path, change, diff, ...(movedTo === null ? {} : { movedTo }) },
    document.state,
    limitsIn(place),
    place.host,
  );
  return { ...again, isSelected: document.isSelected };
}

export function newDiff(
  id: string,
  at: Diff["at"],
  changes: readonly FileChange[],
  rest: Pick<Diff, "request" | "documents">,
): Diff {
  return { id, at, signature: signatureOf(changes), ...rest };
}

/** A reason in words if it cannot be read here: an agent may leave a file that nobody else can open. */
function fileNow(path: string, files: Host["files"]): CurrentFile | string | null {
  try {
    const now = currentFile(path, files);
    return now === "too-large" ? "It is too large to compare." : now;
  } catch (error) {
    if (error instanceof SessionError) return error.message;
    throw error;
  }
}

/** A reason in words if nothing in the folder may be written. */
function limitsIn({ root, stateFolder, host }: DocumentPlace): RewindLimits | string {
  try {
    return rewindLimits(root, { host, stateFolder, homes: [] });
  } catch (error) {
    if (error instanceof SessionError) return error.message;
    throw error;
  }
}

interface Texts {
  readonly original: string | null;
  readonly modified: string | null;
  readonly problem: string | null;
}

function documentOf(
  { path, change, diff, movedTo = undefined }: FileChange,
  state: "proposed" | "written",
  limits: RewindLimits | string,
  host: Host,
): DiffDocument {
  const fixed = { change, diff, movedTo: movedTo ?? null, isSelected: true, state };
  const none = { original: null, modified: null, baseHash: null, writtenHash: null };
  if (typeof limits === "string") return { ...fixed, ...none, path, problem: limits };
  const target = fileTarget(path, limits, host.files);
  if (!target.isInside) return { ...fixed, ...none, path, problem: target.reason };
  const { name } = target;
  if (movedTo !== undefined)
    return { ...fixed, ...none, path: name, problem: "Moved files are applied and discarded by hand." };
  const now = fileNow(target.path, host.files);
  if (typeof now === "string") return { ...fixed, ...none, path: name, problem: now };
  if (now !== null && now.text === null) return { ...fixed, ...none, path: name, problem: "It is not a text." };
  const text = now?.text ?? null;
  const texts = state === "proposed" ? proposedTexts(change, diff, text) : writtenTexts(change, diff, text);
  const hashOf = (one: string | null) => (one === null ? null : digestOf(one));
  const hashes = { baseHash: hashOf(texts.original), writtenHash: hashOf(texts.modified) };
  return { ...fixed, path: name, ...shortened(texts), ...hashes };
}

const notFound = "Patch stale: the change does not fit the file as it is now.";
const notRecorded = "The agent did not record what it replaced: the change can be kept, but not discarded here.";

function proposedTexts(change: FileChange["change"], diff: string | null, now: string | null): Texts {
  if (change === "add") return { original: now, modified: diff, problem: diff === null ? notFound : null };
  if (change === "delete") return { original: now, modified: null, problem: now === null ? notFound : null };
  const modified = now === null ? null : exchanged(now, diff, withHunks);
  return { original: now, modified, problem: modified === null ? notFound : null };
}

function writtenTexts(change: FileChange["change"], diff: string | null, now: string | null): Texts {
  if (change === "add") return { original: null, modified: now, problem: now === null ? notFound : null };
  if (change === "delete") {
    const original = diff === null || /^@@ -\d/.test(diff) ? null : diff;
    return { original, modified: now, problem: original === null ? notFound : null };
  }
  const original = now === null ? null : exchanged(now, diff, withoutHunks);
  if (original !== null) return { original, modified: now, problem: null };
  const isRecorded = diff !== null && hunksIn(diff) !== null;
  return { original, modified: now, problem: isRecorded ? notFound : notRecorded };
}

function exchanged(text: string, diff: string | null, by: typeof withHunks): string | null {
  const hunks = diff === null ? null : hunksIn(diff);
  return hunks === null ? null : withEitherEndings(text, (given) => by(given, hunks));
}

function shortened(texts: Texts): Texts {
  const isLong = [texts.original, texts.modified].some((text) => (text?.length ?? 0) > mostText);
  if (!isLong) return texts;
  return {
    original: null,
    modified: null,
    problem: texts.problem ?? "It is too large to decide about here.",
  };
}
