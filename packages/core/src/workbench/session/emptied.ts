import type { SavedState, ShownChange } from "@reprise/model";

/** Another conversation is shown: this one is in its session. */
export function emptied({ entries, execs, diffs, approvals }: SavedState): ShownChange[] {
  const all = { entry: entries, exec: execs, diff: diffs, approval: approvals } as const;
  return (Object.keys(all) as (keyof typeof all)[]).flatMap((section) => {
    const ids = all[section].map(({ id }) => id);
    return ids.length === 0 ? [] : [{ type: "removed", section, ids } as const];
  });
}
