import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Library, SessionId, SessionPlace } from "@reprise/model";
import { writeMarkdown } from "../export/markdown.ts";
import { writeWhole } from "../export/write-file.ts";
import { type EditorPlace, inPrivateFolder, runEditor } from "./run-editor.ts";

/**
 * A private copy of the session as Markdown, deleted when the editor ends: changes to it are lost, and the agent's own file is
 * never opened. Ctrl-C ends the writing of a long one.
 */
export function openInEditor(
  session: SessionId | SessionPlace,
  { library, ...place }: EditorPlace & { readonly library: Library },
): Promise<void> {
  return inPrivateFolder(place, async (folder) => {
    // The program may end before the editor does.
    const remove = () => rmSync(folder, { recursive: true, force: true });
    for (const end of ends) process.once(end, remove);
    try {
      await openCopy(session, join(folder, "session.md"), library, place);
    } finally {
      for (const end of ends) process.off(end, remove);
    }
  });
}

const ends = ["SIGTERM", "SIGHUP", "exit"] as const;

async function openCopy(
  session: SessionId | SessionPlace,
  path: string,
  library: Library,
  place: EditorPlace,
): Promise<void> {
  const writing = new AbortController();
  const stop = () => writing.abort(new Error("Not opened: interrupted."));
  process.once("SIGINT", stop);
  try {
    await writeWhole(path, { isForced: false, signal: writing.signal }, async (out) =>
      writeMarkdown(out, await library.read(session)),
    );
  } finally {
    process.off("SIGINT", stop);
  }
  await runEditor(path, place);
}
