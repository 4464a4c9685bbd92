import { join } from "node:path";
import { type SavedState, SessionError, type ShownChange } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { currentFile } from "../../restore/files/current-file.ts";
import { loadManifest, type SavedFile } from "../../restore/files/manifest.ts";
import { doneChanges } from "./decide-diff.ts";

/**
 * Decisions that a kill cut off between intent and outcome, as the files show them now: those written are done and can be
 * undone, with the note to the agent; of the others nothing has happened.
 */
export function settledDecisions(
  { decided, diffs, notes }: SavedState,
  place: { readonly stateFolder: string; readonly host: Host },
): readonly ShownChange[] {
  let said = notes;
  return decided.flatMap((one): readonly ShownChange[] => {
    const diff = diffs.find(({ id }) => id === one.id);
    if (one.intent === null || diff === undefined) return [];
    const isDone = doneIn(one.undo, place);
    const before = one.before.filter(({ path }) => isDone(path));
    if (before.length === 0) return [{ type: "removed", section: "decided", ids: [one.id] }];
    const changes = doneChanges({ ...one, before }, diff, said);
    for (const change of changes) if (change.type === "notes") said = change.notes;
    return changes;
  });
}

/** Whether a file of the decision is as wanted. One that needed no writing is. */
function doneIn(
  undo: string,
  { stateFolder, host }: { readonly stateFolder: string; readonly host: Host },
): (path: string) => boolean {
  if (undo.startsWith("kept-")) return () => true;
  try {
    const { root, files } = loadManifest(stateFolder, undo, host.files);
    const isWritten = ({ path, afterHash }: SavedFile) => {
      const now = currentFile(join(root, path), host.files);
      return now !== "too-large" && (now?.hash ?? null) === afterHash;
    };
    return (path) => files.filter((one) => one.path === path).every(isWritten);
  } catch (error) {
    // Nothing is written before it is saved what was there.
    if (error instanceof SessionError) return () => false;
    throw error;
  }
}
