import type { Annotated, Annotations } from "./annotations.ts";
import { undoOf } from "./change-annotation.ts";

/** Undoes a change, but for what another program has changed since. Null if that leaves nothing to undo. */
export async function takeBack(
  changed: Annotated,
  annotations: Pick<Annotations, "read" | "annotate">,
): Promise<Annotated | null> {
  const { annotation } = await annotations.read(changed.session);
  const change = undoOf(changed, annotation);
  return Object.keys(change).length === 0 ? null : annotations.annotate(changed.session, change);
}

export const changedSince = "It was changed since: nothing was undone.";
