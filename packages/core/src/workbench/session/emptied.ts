import type { SavedChange, SavedState } from "@reprise/model";

/** What was to be sent to the agent of another conversation. */
export const noNotes = { type: "notes", notes: [] } as const;

/** Another conversation begins: the old one stays in its session. */
export function emptied({ entries, execs, diffs, approvals }: SavedState): SavedChange[] {
  const all = { entry: entries, exec: execs, diff: diffs, approval: approvals } as const;
  return (Object.keys(all) as (keyof typeof all)[]).flatMap((section) => {
    const ids = all[section].map(({ id }) => id);
    return ids.length === 0 ? [] : [{ type: "removed", section, ids } as const];
  });
}
