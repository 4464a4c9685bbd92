import type { Diff, ShownConversation, WorkbenchView } from "@reprise/model";

/** What a page is given at once: enough for the first screens. The rest it asks for. */
const mostEntries = 200;
const mostEntryText = 100_000;
const mostExecs = 60;
const mostOutputText = 8000;
const mostDiffText = 200_000;

export function windowOf(
  state: ShownConversation,
  rest: Omit<WorkbenchView, keyof ShownConversation | "earlierCount">,
): WorkbenchView {
  const entries = lastEntries(state.entries);
  const execs = state.execs.slice(-mostExecs);
  const outputs = Object.fromEntries(
    execs.flatMap(({ id }) => {
      const output = state.outputs[id];
      return output === undefined ? [] : [[id, endOf(output)] as const];
    }),
  );
  return {
    ...state,
    ...rest,
    entries,
    earlierCount: state.entries.length - entries.length,
    execs,
    outputs,
    diffs: withoutLongTexts(state.diffs),
  };
}

function lastEntries(entries: ShownConversation["entries"]): ShownConversation["entries"] {
  let [from, text] = [entries.length, 0];
  while (from > 0 && entries.length - from < mostEntries && text < mostEntryText) {
    from -= 1;
    const item = entries[from]?.item;
    text += item !== undefined && "text" in item ? (item.text?.length ?? 0) : 500;
  }
  return entries.slice(from);
}

function endOf({ text, ansi }: ShownConversation["outputs"][string]): ShownConversation["outputs"][string] {
  // Else many escape sequences for little text.
  if (text.length <= mostOutputText)
    return { text, ansi: ansi !== null && ansi.length > 4 * mostOutputText ? null : ansi };
  return { text: lastLines(text), ansi: ansi === null ? null : lastLines(ansi) };
}

function lastLines(text: string): string {
  const end = text.slice(-mostOutputText);
  return end.slice(end.indexOf("\n") + 1).toWellFormed();
}

/** The newest first: what a person looks at. */
function withoutLongTexts(diffs: readonly Diff[]): readonly Diff[] {
  let text = 0;
  return diffs
    .toReversed()
    .map((diff) => ({
      ...diff,
      documents: diff.documents.map((document) => {
        text += (document.original?.length ?? 0) + (document.modified?.length ?? 0) + (document.diff?.length ?? 0);
        return text <= mostDiffText ? document : { ...document, original: null, modified: null, diff: null };
      }),
    }))
    .toReversed();
}
