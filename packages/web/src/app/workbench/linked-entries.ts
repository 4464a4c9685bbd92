import type { WorkbenchEntry } from "@reprise/model";
import { useMemo } from "preact/hooks";
import { useDerived } from "./use-workbench.ts";

/** The entry of each exec, or of each diff. */
export function useLinkedEntries(kind: "exec" | "diff"): ReadonlyMap<string, string> {
  const pairs = useDerived("entries", kind === "exec" ? execPairs : diffPairs);
  return useMemo(() => new Map(pairs.map((pair) => pair.split("\0", 2) as [string, string])), [pairs]);
}

const execPairs = (entries: readonly WorkbenchEntry[]) =>
  entries.flatMap(({ id, exec }) => (exec === null ? [] : [`${exec}\0${id}`]));
const diffPairs = (entries: readonly WorkbenchEntry[]) =>
  entries.flatMap(({ id, diff }) => (diff === null ? [] : [`${diff}\0${id}`]));
