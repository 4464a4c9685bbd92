import type { SavedState, ShownChange, Turn } from "@reprise/model";
import { keyOf } from "./run-changes.ts";

/** Exit codes that the log of a session has and the stream of its agent has not: a command may have failed after all. */
export function exitCodesFrom(turns: readonly Turn[], { execs, entries }: SavedState): ShownChange[] {
  const items = new Map(turns.flatMap((turn) => turn.items).map((item) => [item.id as string, item]));
  return execs.flatMap((exec): ShownChange[] => {
    const item = items.get(keyOf(exec.id));
    if (exec.exitCode !== null || exec.endedAt === null) return [];
    if (item?.kind !== "command" || item.exitCode === null) return [];
    const { exitCode, status } = item;
    const entry = entries.find((one) => one.exec === exec.id);
    return [
      { type: "exec", exec: { ...exec, exitCode, status } },
      ...(entry?.item.kind === "command"
        ? [{ type: "entry", entry: { ...entry, item: { ...entry.item, exitCode, status } } } as const]
        : []),
    ];
  });
}
