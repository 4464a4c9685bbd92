import {
  type Diff,
  type DiffDocument,
  type FileAt,
  type FilesPlan,
  isOpen,
  type SavedState,
  SessionError,
  type SessionId,
  type ShownChange,
} from "@reprise/model";

export type Decision = "apply" | "discard";

/** The selected files that the person can still decide about. Throws `refused` if there are none, or one is stale. */
export function selectedIn(diff: Diff): readonly DiffDocument[] {
  const selected = diff.documents.filter((one) => one.isSelected && isOpen(one));
  if (selected.length === 0) throw new SessionError("refused", "No file is selected.");
  return selected;
}

/** What must be written for a decision; null: nothing. */
export function filesPlanFor(
  documents: readonly DiffDocument[],
  decision: Decision,
  { root, session }: { readonly root: string; readonly session: SessionId },
): FilesPlan | null {
  const files = documents.flatMap((document) => fileAt(document, decision));
  const problems = files.flatMap(({ path, conflict }) => (conflict === null ? [] : [`${path}: ${conflict}`]));
  if (problems.length > 0)
    throw new SessionError("refused", `No file was changed.\n${problems.join("\n")}`, {
      candidates: problems,
    });
  return files.length === 0 ? null : { session, turn: 0, root, files, commands: [], patch: "" };
}

/** What the documents are after the decision. */
export function stateAfter({ state }: DiffDocument, decision: Decision): DiffDocument["state"] {
  if (decision === "discard") return "discarded";
  return state === "written" ? "kept" : "applied";
}

type Decided = SavedState["decided"][number];

/** What a decision that was carried out changes: its files, those declined with it, what undoes it, and the note to the agent. */
export function doneChanges(
  decided: Decided,
  { id, documents }: Diff,
  notes: readonly string[],
): readonly ShownChange[] {
  const { before, intent } = decided;
  if (intent === null) return [];
  const { decision, declined } = intent;
  const after = documents.flatMap((one): DiffDocument[] => {
    if (before.some(({ path }) => path === one.path))
      return [{ ...one, state: stateAfter(one, decision), problem: null }];
    return declined?.includes(one.path) ? [{ ...one, state: "discarded" }] : [];
  });
  const applied = before.map(({ path }) => path).join(", ");
  const others = documents.filter(({ path }) => !before.some((one) => one.path === path));
  const note = `Of your last edit I applied these files myself: ${applied}. I declined these: ${others.map(({ path }) => path).join(", ")}.`;
  return [
    ...after.map(({ path, isSelected, state, problem }) => {
      return { type: "document", diff: id, path, isSelected, state, problem } as const;
    }),
    { type: "decided", decided: { ...decided, intent: null } },
    ...(declined === null ? [] : [{ type: "notes", notes: [...notes, note] } as const]),
  ];
}

const notKept = "Its text is not kept here, so it cannot be put back. Do it in your editor.";

/** Keeping what is written and dropping what is not need no writing. */
export function writes({ state }: DiffDocument, decision: Decision): boolean {
  return (state === "written") !== (decision === "apply");
}

function fileAt(document: DiffDocument, decision: Decision): FileAt[] {
  if (!writes(document, decision)) return [];
  const isWritten = document.state === "written";
  const { path, original, modified, baseHash, writtenHash, problem } = document;
  const [content, nowHash] = isWritten ? [original, writtenHash] : [modified, baseHash];
  // An unknown text must never become a deletion.
  const isKnown = content !== null || document.change === (isWritten ? "add" : "delete");
  const wasThere = isWritten ? baseHash !== null : writtenHash !== null;
  const unknown = !isKnown || (content === null && wasThere) ? notKept : null;
  const change = content === null ? "delete" : nowHash === null ? "create" : "write";
  return [{ path, change, diff: null, content, nowHash, conflict: problem ?? unknown, doubt: null }];
}
