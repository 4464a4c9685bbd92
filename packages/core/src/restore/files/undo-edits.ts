import { absent, type Content, there, unknown } from "./content.ts";
import type { EditStep } from "./edit-steps.ts";
import { hunksIn, withoutHunks } from "./hunks.ts";
import { isSameText, withEitherEndings } from "./line-endings.ts";
import type { RecordedContents } from "./recorded-contents.ts";

export interface EarlierFile {
  readonly content: Content;
  readonly conflict: string | null;
  /** Why undoing diffs stopped; the commit may still help. */
  readonly lost: string | null;
  /** Its newest edit is found verbatim. */
  readonly isAsLeft: boolean;
  readonly lastStep: EditStep | null;
}

const changedSince =
  "It was changed by someone else since the session's edit. Put it back, or leave this file alone and apply the patch to the others.";

/** Newest first, each only if found verbatim. `told` supplies what a step lacks, such as an overwritten file. */
export function undoEdits(
  steps: readonly EditStep[],
  now: (path: string) => Content,
  recorded: RecordedContents,
): ReadonlyMap<string, EarlierFile> {
  const files = new Map<string, EarlierFile>();
  const look = (path: string): EarlierFile =>
    files.get(path) ?? { content: now(path), conflict: null, lost: null, isAsLeft: true, lastStep: null };
  for (const step of steps.toReversed()) {
    if (step.status === "done") for (const [path, file] of undone(step, look, recorded)) files.set(path, file);
    else if (mayBeApplied(step, look(step.path).content))
      files.set(step.path, { ...look(step.path), conflict: look(step.path).conflict ?? doubtful(step) });
  }
  return files;
}

function doubtful({ status, turn }: EditStep): string {
  return status === "failed"
    ? `An edit of it in turn ${turn} failed, and the file may contain a part of it.`
    : `An edit of it in turn ${turn} has no recorded end: it may have been made fully, partly or not at all.`;
}

function undone(
  step: EditStep,
  look: (path: string) => EarlierFile,
  recorded: RecordedContents,
): [string, EarlierFile][] {
  const { path, target, change } = step;
  const file = look(path);
  const take = (one: string, back: Back): [string, EarlierFile] => [
    one,
    taken(look(one), step, recorded.before(step, one), back),
  ];
  if (change === "update") return [take(path, withoutDiff(file.content, step.diff))];
  if (change === "add") {
    const isThere = file.content.kind === "known" && step.diff !== null && isSameText(file.content.text, step.diff);
    return [
      take(path, {
        isFound: isThere,
        isExact: step.diff !== null,
        content: beforeAdd(recorded.before(step, path)),
      }),
    ];
  }
  const isGone = file.content.kind === "absent";
  if (change === "delete") {
    return [
      take(path, {
        isFound: isGone,
        isExact: true,
        content: deletedText(step.diff, recorded.before(step, path)),
      }),
    ];
  }
  if (target === null) {
    const conflict = "It was moved, and the log does not say where from or where to. Move it back by hand.";
    return [[path, { ...file, conflict: file.conflict ?? conflict, lastStep: file.lastStep ?? step }]];
  }
  const back = withoutDiff(look(target).content, step.diff ?? "");
  return [
    take(path, { isFound: isGone, isExact: true, content: back.content }),
    take(target, { ...back, content: beforeAdd(recorded.before(step, target)) }),
  ];
}

interface Back {
  readonly isFound: boolean;
  /** The step is exact; otherwise not finding it means nothing. */
  readonly isExact: boolean;
  readonly content: Content;
}

function taken(file: EarlierFile, step: EditStep, before: Content, { isFound, isExact, content }: Back): EarlierFile {
  const isNewest = file.lastStep === null;
  const conflict = file.conflict ?? (isNewest && isExact && !isFound ? changedSince : null);
  const isAsLeft = isNewest ? isExact && isFound : file.isAsLeft;
  const kept = { conflict, isAsLeft, lastStep: file.lastStep ?? step, lost: null };
  if (content.kind === "known" || content.kind === "absent") return { ...kept, content };
  // Complete content from the session is as good as a diff; a commit is weaker evidence.
  if (before.kind === "known" && before.from === "session") return { ...kept, content: before };
  const lost =
    content.kind === "there"
      ? `How turn ${step.turn} changed it was not recorded exactly.`
      : `Before or after turn ${step.turn} it was changed by something other than the session's edits.`;
  return { ...kept, content, lost };
}

function withoutDiff(content: Content, diff: string | null): Back {
  const hunks = diff === null ? null : diff === "" ? [] : hunksIn(diff);
  if (hunks === null) return { isFound: false, isExact: false, content: there };
  const text = content.kind === "known" ? withEitherEndings(content.text, (given) => withoutHunks(given, hunks)) : null;
  if (text === null) return { isFound: false, isExact: content.kind !== "there", content: unknown };
  return { isFound: true, isExact: true, content: { kind: "known", text, from: "now" } };
}

/** Empty unless the file was overwritten. */
function beforeAdd(before: Content): Content {
  return before.kind === "unknown" ? absent : before;
}

/** The whole content or one removing hunk; some agents record nothing. */
function deletedText(diff: string | null, before: Content): Content {
  if (diff === null) return there;
  if (diff === "" && before.kind === "known") return before;
  const hunks = /^@@ -\d/.test(diff) ? hunksIn(diff) : null;
  const [only] = hunks ?? [];
  const isWhole = hunks?.length === 1 && only !== undefined && only.after.length === 0 && only.oldStart <= 1;
  return { kind: "known", text: isWhole ? only.before.join("") : diff, from: "session" };
}

/** False only if the file proves that nothing was applied. */
export function mayBeApplied(step: EditStep, content: Content): boolean {
  if (step.status !== "failed") return true;
  if (step.change === "update" && content.kind === "absent") return false;
  if (step.change === "add")
    return content.kind !== "absent" && !(content.kind === "known" && isOther(content, step.diff));
  if (step.change === "delete") return content.kind === "absent" || content.kind === "unknown";
  if (step.change === "move" || content.kind !== "known" || step.diff === null) return true;
  const text = content.text.replaceAll("\r\n", "\n");
  const added = addedIn(step.diff);
  return added.length === 0 || added.some((lines) => text.includes(lines));
}

function isOther(content: { readonly text: string }, added: string | null): boolean {
  return added !== null && content.text.trimEnd() !== added.trimEnd();
}

/** Pure deletions cannot be looked for. */
function addedIn(diff: string): string[] {
  const runs = diff.replaceAll("\r\n", "\n").match(/^\+.*$(?:\n\+.*$)*/gm) ?? [];
  const isOnlyTaking = diff.split(/^@@.*$/m).some((hunk) => /^-/m.test(hunk) && !/^\+/m.test(hunk));
  return isOnlyTaking ? [] : runs.map((run) => run.replace(/^\+/gm, ""));
}
