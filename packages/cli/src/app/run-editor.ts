import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { startProgram } from "./start-program.ts";

export interface EditorPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Runs the person's editor on a file until it ends. `reassurance`: what is said besides if it fails. */
export async function runEditor(path: string, { env, cwd }: EditorPlace, reassurance = ""): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || "vi";
  // Through a shell, as git does: an editor may have options.
  const code = await startProgram({
    command: "/bin/sh",
    args: ["-c", `${editor} "$1"`, "reprise", path],
    cwd,
    env,
  });
  if (code === 0) return;
  const how = code === 127 || code === 126 ? "could not be started" : "failed";
  throw new SessionError(
    "not-saved",
    `The editor ${editor} ${how}${reassurance}. Set VISUAL or EDITOR to another one.`,
  );
}

/** Readable by its owner only, and deleted afterwards. */
export async function inPrivateFolder<T>(
  { env }: Pick<EditorPlace, "env">,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "reprise-edit-"));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
