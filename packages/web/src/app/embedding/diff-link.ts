import type { DiffDocument } from "@reprise/model";
import type { DiffLink } from "./protocol.ts";

/** States in which the file on disk has the change. */
const onDisk: readonly DiffDocument["state"][] = ["written", "applied", "kept"];

/** What an editor compares; null if the texts are not known. The file itself is on one side if it has the change. */
export function diffLinkOf(document: DiffDocument): DiffLink | null {
  const { change, original, modified, state } = document;
  const path = document.movedTo ?? document.path;
  if (original === null && change !== "add") return null;
  const isOnDisk = onDisk.includes(state) && change !== "delete";
  if (modified === null && change !== "delete" && !isOnDisk) return null;
  const name = path.split(/[/\\]/).at(-1) ?? path;
  return {
    path,
    title: `${name} (${state})`,
    before: original ?? "",
    after: isOnDisk ? null : (modified ?? ""),
  };
}
