import { relative, sep } from "node:path";
import { asTimestamp, type FileAt, type FilesPlan, type SessionId, type Turn, zonedTime } from "@reprise/model";
import { entryAt } from "../../host/files/entry-at.ts";
import { nodeFileWriter } from "../../host/files/file-writer.ts";
import { type Blobs, blobsAt } from "../../host/git/git-blobs.ts";
import type { Host } from "../../host/host.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import type { Content } from "./content.ts";
import { type CurrentFile, currentFile, mostBytes, textOf } from "./current-file.ts";
import { editSteps, type WritingCommand } from "./edit-steps.ts";
import { fileDiff } from "./file-diff.ts";
import { isSameText, withEndingsOf, withPlainEndings } from "./line-endings.ts";
import { named, type OtherCommands, otherCommands } from "./other-commands.ts";
import { type RecordedContents, recordedContents } from "./recorded-contents.ts";
import { type LimitedBy, rewindLimits } from "./rewind-limits.ts";
import { type EarlierFile, undoEdits } from "./undo-edits.ts";

interface FilesAtRequest {
  readonly session: SessionId;
  readonly turns: AsyncIterable<Turn> | Iterable<Turn>;
  readonly turn: number;
  readonly root: string;
  /** The commit at the session's start. */
  readonly gitCommit: string | null;
  readonly host: Host;
  /** Agents' homes besides the known ones. */
  readonly homes?: readonly string[];
  readonly agents?: LimitedBy["agents"];
}

/**
 * The files the session edited after a turn, as they were after it. Changes nothing.
 *   now ─ newest edit ─ … ─ first edit after the turn   each undone only where it is found word for word
 *   commit + every edit                                  proves that nobody else changed a file, and helps where a diff is missing
 * A file is known whole by one of the two, or it is a conflict. What commands did to files is not recorded and not covered:
 * commands that could have written files are named, and a file that they could have changed is in doubt, or a conflict where
 * one names it.
 */
export async function filesAt(asked: FilesAtRequest): Promise<FilesPlan> {
  const { session, turns, turn, root, gitCommit, host, homes = [], agents } = asked;
  const limits = rewindLimits(root, { host, stateFolder: null, homes, agents });
  const { steps, names, untouchable, commands } = await editSteps(turns, { turn, limits, files: host.files });
  const later = steps.filter((step) => step.turn > turn);
  const paths = [...new Set(later.flatMap(({ path, target }) => (target === null ? [path] : [path, target])))];
  const nameOf = (path: string) => names.get(path) ?? path;
  const ranFor = otherCommands(commands, turn);
  const blobs = committedFiles(root, gitCommit, paths.length === 0 ? [] : [...names.values()], host);
  const blobOf = (path: string) => (blobs.isKnown ? (blobs.files.get(nameOf(path)) ?? null) : null);
  const now = new Map(paths.map((path) => [path, currentFile(path, host.files)] as const));
  const recorded = recordedContents(steps, turn, (path) =>
    committedText(blobOf(path)?.bytes ?? null, now.get(path) ?? null),
  );
  const back = undoEdits(later, (path) => contentOf(now.get(path) ?? null), recorded);
  const twins = sameFiles(paths, nameOf);
  const files = paths.flatMap((path): FileAt[] => {
    const earlier = back.get(path);
    if (!earlier) return [];
    const twin = twins.get(path);
    if (twin !== undefined) return [refusedFile(nameOf(path), null, `It is the same file as ${twin}.`)];
    const why = {
      recorded,
      path,
      gitReason: blobs.isKnown ? "it is not in the commit" : blobs.reason,
      gitCommit,
      ran: ranFor(path),
    };
    const target = later.find((step) => step.path === path)?.target ?? null;
    const isExecutable = blobOf(path)?.isExecutable ?? false;
    const mode =
      nodeFileWriter.modeOf(path) ??
      (target === null ? null : nodeFileWriter.modeOf(target)) ??
      (isExecutable ? 0o755 : 0o644);
    return [
      fileAt(nameOf(path), {
        now: now.get(path) ?? null,
        mode,
        found: settled(earlier, now.get(path) ?? null, why),
      }),
    ];
  });
  const refused = [...untouchable].map(([path, reason]) => refusedFile(path, null, reason));
  const all = [...files, ...refused].sort((a, b) => (a.path < b.path ? -1 : 1));
  const uncovered = commands.filter((command) => command.turn > turn);
  const patch = all.map(({ diff }) => diff ?? "").join("");
  return { session, turn, root, files: all, commands: uncovered, patch };
}

/** Another name of the same file: a hard link, or a case-insensitive file system. */
function sameFiles(paths: readonly string[], nameOf: (path: string) => string): ReadonlyMap<string, string> {
  const byId = Map.groupBy(
    paths.map((path) => ({ path, id: entryAt(path)?.id ?? null })),
    ({ id }) => id,
  );
  byId.delete(null);
  return new Map(
    [...byId.values()].flatMap((same) =>
      same.length < 2
        ? []
        : same.map(({ path }, index) => [path, nameOf(same[index === 0 ? 1 : 0]?.path ?? path)] as const),
    ),
  );
}

function committedFiles(root: string, commit: string | null, names: readonly string[], host: Host): Blobs {
  if (commit === null) return { isKnown: false, reason: "no commit was recorded" };
  const repository = repositoryOf(root, host.files);
  const worktree = repository?.roots[0];
  if (!repository || worktree === undefined)
    return { isKnown: false, reason: "this folder is not in a git repository" };
  const { gitFolder } = repository;
  const below = relative(worktree, host.files.real(root)).split(sep).join("/");
  return blobsAt({ gitFolder, below, commit, names, maxBytes: mostBytes, env: host.env });
}

type Settled =
  | { readonly content: string | null; readonly note: string | null; readonly doubt: string | null }
  | { readonly conflict: string };

interface Why {
  readonly recorded: RecordedContents;
  readonly path: string;
  readonly gitReason: string;
  readonly gitCommit: string | null;
  readonly ran: OtherCommands;
}

function settled(
  earlier: EarlierFile,
  now: CurrentFile | "too-large" | null,
  { recorded, path, gitReason, gitCommit, ran }: Why,
): Settled {
  if (now === "too-large") return { conflict: "It is larger than 8 MB." };
  if (now !== null && now.text === null) return { conflict: "It is not UTF-8 text." };
  if (earlier.conflict !== null) return { conflict: earlier.conflict };
  const end = recorded.atEnd(path);
  const isProven =
    end.kind === "known" ? now?.text != null && isSameText(now.text, end.text) : end.kind === "absent" && now === null;
  const objection = isProven ? null : objectionTo(earlier, end, now);
  if (objection !== null) return { conflict: objection };
  const { content, lost } = earlier;
  const source = `commit ${gitCommit?.slice(0, 12)} and the edits since; uncommitted changes from before the session are missing.`;
  const changedBy = isProven ? null : ran.naming.later;
  if (lost === null && changedBy === null) {
    // The recorded edits give the present content: later commands changed nothing.
    const command = isProven && ran.naming.earlier === null ? null : ran.any.later;
    const doubt = command && doubtful(command);
    if (content.kind !== "known") return { content: null, note: null, doubt };
    const note = content.from === "commit" ? `An edit overwrote it. Taken from ${source}` : null;
    return { content: content.text, note, doubt };
  }
  const why = lost ?? `${named(changedBy)} may have changed it.`;
  const before = recorded.atTurn(path);
  if (before.kind !== "known" || ran.naming.earlier !== null) {
    const isKnown = before.kind === "known";
    const reason = isKnown ? `${named(ran.naming.earlier)} may have changed it before` : gitReason;
    return { conflict: `${why} It is not available from git either: ${reason}.` };
  }
  const doubt = ran.any.earlier && doubtful(ran.any.earlier);
  return {
    content: before.text,
    note: before.from === "commit" ? `${why} Taken from ${source}` : null,
    doubt,
  };
}

function doubtful(command: WritingCommand): string {
  return `Not certain: ${named(command)} could have changed it, and the log does not say what commands write.`;
}

/** Why it may not be what the session left; null if nothing. */
function objectionTo({ isAsLeft, lastStep }: EarlierFile, end: Content, now: CurrentFile | null): string | null {
  if (end.kind === "known" && end.from === "session")
    return "It changed since the session's edit: by someone else, or by a command.";
  if (now === null) return isAsLeft ? null : "It was removed since, by someone else.";
  const overAtMs = lastStep?.overAtMs ?? null;
  if (overAtMs !== null && Math.floor(now.mtimeMs) > overAtMs)
    return `It was written at ${zonedTime(asTimestamp(now.mtimeMs))}, after the session's last edit of it: by someone else, or by a command.`;
  return isAsLeft || overAtMs !== null
    ? null
    : "Its last edit was not recorded exactly, so Reprise cannot tell whether it changed since.";
}

function fileAt(
  path: string,
  { now, mode, found }: { now: CurrentFile | "too-large" | null; mode: number; found: Settled },
): FileAt {
  const nowHash = now === null || now === "too-large" ? null : now.hash || null;
  if ("conflict" in found) return refusedFile(path, nowHash, found.conflict);
  const { content, note, doubt } = found;
  const present = now === null || now === "too-large" ? null : now.text;
  const diff = fileDiff({ name: path, now: present, earlier: content, mode, note });
  const change = diff === null ? "none" : present === null ? "create" : content === null ? "delete" : "write";
  return { path, change, diff, content, nowHash, conflict: null, doubt };
}

function refusedFile(path: string, nowHash: string | null, conflict: string): FileAt {
  return { path, change: "none", diff: null, content: null, nowHash, conflict, doubt: null };
}

function contentOf(now: CurrentFile | "too-large" | null): Content {
  if (now === null) return { kind: "absent" };
  return now === "too-large" || now.text === null ? { kind: "there" } : { kind: "known", text: now.text, from: "now" };
}

/** As checked out: git adds CRLF if the file has it now and the commit does not. */
function committedText(bytes: Buffer | null, now: CurrentFile | "too-large" | null): string | null {
  const text = bytes === null ? null : textOf(bytes);
  // A Git LFS pointer.
  if (text === null || text.startsWith("version https://git-lfs.github.com/")) return null;
  const present = now === null || now === "too-large" ? null : now.text;
  return present !== null && withPlainEndings(present) !== null && !text.includes("\r") && !text.startsWith("\uFEFF")
    ? withEndingsOf(text, present)
    : text;
}
