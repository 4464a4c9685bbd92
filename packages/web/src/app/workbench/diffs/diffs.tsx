import { type Diff, isOpen, localTime, safeLine } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Empty, Select } from "../../design/index.ts";
import { useLinkedEntries } from "../linked-entries.ts";
import { usePart, useWorkbench } from "../use-workbench.ts";
import { DiffReview } from "./diff-review.tsx";
import { diffSummary } from "./document-words.ts";

/** The changes of the session, one at a time: the one that was linked to, else the last with files to review. */
export function Diffs() {
  const { links } = useWorkbench();
  const diffs = usePart("diffs") ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  /** The one that was decided about last stays, with its undo, until there is another. */
  const [decided, setDecided] = useState<{ readonly id: string; readonly newest: string } | null>(null);
  const newest = diffs.at(-1)?.id ?? "";
  const target = links.targetIn("diffs");
  useEffect(() => {
    if (target !== null) setChosen(target.key);
  }, [target]);
  const entryOf = useLinkedEntries("diff");
  const diff =
    diffs.find(({ id }) => id === chosen) ??
    diffs.find(({ id }) => id === decided?.id && newest === decided.newest) ??
    diffs.findLast(needsReview) ??
    diffs.at(-1);
  if (diff === undefined)
    return (
      <Empty icon="edit" title="No changes yet">
        <p>Files that the agent changes, or asks to change, are reviewed here.</p>
      </Empty>
    );
  return (
    <div class="diffs">
      {diffs.length > 1 && (
        <div class="pane-tools">
          <Select
            label="Change"
            isLabelHidden
            value={diff.id}
            options={diffs.toReversed().map((one) => ({ value: one.id, label: titleOf(one) }))}
            onChange={setChosen}
          />
        </div>
      )}
      <DiffReview
        key={diff.id}
        diff={diff}
        entry={entryOf.get(diff.id) ?? null}
        onDecide={() => setDecided({ id: diff.id, newest })}
      />
    </div>
  );
}

export function needsReview({ documents }: Diff): boolean {
  return documents.some(isOpen);
}

function titleOf(diff: Diff): string {
  const paths = diff.documents.map(({ path }) => path.split("/").at(-1) ?? path);
  const names = paths.length > 2 ? `${paths.slice(0, 2).join(", ")}…` : paths.join(", ");
  return safeLine(`${diff.at === null ? "" : `${localTime(diff.at).slice(11)} `}${names} (${diffSummary(diff)})`);
}
