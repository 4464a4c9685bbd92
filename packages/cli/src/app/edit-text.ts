import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { startProgram } from "./start-program.ts";

/** Opens the person's editor on a private file that is deleted afterwards. Null when nothing changed. */
export async function editText(
  text: string,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): Promise<string | null> {
  const editor = env.VISUAL || env.EDITOR || "vi";
  const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "reprise-edit-")); // readable by its owner only
  const path = join(folder, "message.md");
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    // Through a shell, as git does: an editor may have options.
    const code = await startProgram({
      command: "/bin/sh",
      args: ["-c", `${editor} "$1"`, "reprise", path],
      ...{ cwd, env },
    });
    if (code !== 0) throw notEdited(editor, code);
    const edited = withoutLastNewline(readFileSync(path, "utf8"), text);
    return edited === text ? null : edited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function notEdited(editor: string, code: number | null): SessionError {
  const how = code === 127 || code === 126 ? "could not be started" : "failed";
  return new SessionError(
    "not-saved",
    `The editor ${editor} ${how}; your text did not change. Set VISUAL or EDITOR to another one.`,
  );
}

/** Editors add a final newline; the text had none. */
function withoutLastNewline(edited: string, before: string): string {
  return edited.endsWith("\n") && !before.endsWith("\n") ? edited.slice(0, -1) : edited;
}
