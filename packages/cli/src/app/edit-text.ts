import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EditorPlace, inPrivateFolder, runEditor } from "./run-editor.ts";

/** Opens the person's editor on a private file that is deleted afterwards. Null when nothing changed. */
export function editText(text: string, place: EditorPlace): Promise<string | null> {
  return inPrivateFolder(place, async (folder) => {
    const path = join(folder, "message.md");
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    await runEditor(path, place, "; your text did not change");
    const edited = withoutLastNewline(readFileSync(path, "utf8"), text);
    return edited === text ? null : edited;
  });
}

/** Editors add a final newline; the text had none. */
function withoutLastNewline(edited: string, before: string): string {
  return edited.endsWith("\n") && !before.endsWith("\n") ? edited.slice(0, -1) : edited;
}
