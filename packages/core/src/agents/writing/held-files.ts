import { join } from "node:path";
import { SessionError } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { rewriteLines } from "./rewrite-lines.ts";
import type { CollectOrder, HeldFile } from "./session-mover.ts";

/** All files below a folder, by name; links are left out. Empty if it is missing. */
export function filesBelow(folder: string, name: string, files: Files): HeldFile[] {
  return (files.list(folder) ?? []).flatMap((entry): HeldFile[] => {
    const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`];
    if (entry.kind === "folder") return filesBelow(path, inside, files);
    return entry.kind === "file" ? [{ name: inside, path }] : [];
  });
}

/** The files themselves, or changed copies. */
export function changedFiles(
  held: readonly HeldFile[],
  { change, folder }: CollectOrder,
  files: Files,
): Promise<HeldFile[]> {
  return Promise.all(
    held.map(async ({ name, path }, index) => {
      if (change === null) return { name, path };
      const copy = join(folder, `changed-${index}`);
      await rewriteLines(path, copy, change, files);
      return { name, path: copy };
    }),
  );
}

export function unexpectedFile(name: string, title: string): SessionError {
  return new SessionError(
    "refused",
    `${title} has no session file with the name ${JSON.stringify(name)}. Nothing was written.`,
  );
}
