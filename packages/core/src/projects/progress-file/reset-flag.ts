import { dirname, join } from "node:path";
import { SessionError } from "@reprise/model";
import { entryAt } from "../../host/files/entry-at.ts";
import { rewriteFile } from "../../host/files/rewrite-file.ts";
import { realHome } from "../../host/real-home.ts";
import { movedFileName } from "../find/project-folders.ts";
import { asFlag, frontMatterOf, lineWith } from "./front-matter.ts";
import { flagKey } from "./read-progress.ts";

/**
 * Sets the flag in a progress file to false and leaves every other byte as it is, also those that an agent or an editor
 * writes at the same moment. A missing flag is false. For the process that has the lock of the project. Throws `refused` if
 * the file has no front matter, and `not-saved` if it cannot be written.
 */
export async function resetFlag(progressFile: string): Promise<void> {
  const path = realHome(progressFile);
  const moved = join(dirname(path), movedFileName);
  try {
    if (entryAt(moved)?.kind === "link") throw new SessionError("refused", `${moved} is a link. Remove it.`);
    await rewriteFile({ path, moved, change: (bytes) => withoutFlag(bytes, progressFile) });
  } catch (error) {
    if (error instanceof SessionError) throw error;
    const reason = (error as Error).message;
    throw new SessionError("not-saved", `${progressFile} cannot be written: ${reason}`, { cause: error });
  }
}

/** The file with the flag set to false, and a newline at its end; null if it is so already. */
export function withoutFlag(bytes: Buffer, path: string): Buffer | null {
  // One character per byte: whatever the file has besides is put back as it was.
  const text = bytes.toString("latin1");
  const mark = text.startsWith(latinMark) ? latinMark : "";
  const matter = frontMatterOf(text.slice(mark.length));
  if (matter.problem !== null) {
    const message = `${path}: ${matter.problem}. Put the front matter back, then resume the project.`;
    throw new SessionError("refused", message);
  }
  const line = lineWith(flagKey, matter);
  if (!line || asFlag(line.value) === false) return null;
  const end = mark.length + line.start + line.text.length;
  const reset = text.slice(0, mark.length + line.start) + withFalse(line) + text.slice(end);
  return Buffer.from(withNewline(reset), "latin1");
}

const latinMark = "\u00EF\u00BB\u00BF";

/** Only the value changes; an empty one has at most a comment behind it. */
function withFalse({ text, value }: { readonly text: string; readonly value: string }): string {
  const colonEnd = text.indexOf(":") + 1;
  if (value === "") return `${text.slice(0, colonEnd)} false${text.slice(colonEnd).replace(/^#/, " #")}`;
  const at = text.indexOf(value, colonEnd);
  return `${text.slice(0, at)}false${text.slice(at + value.length)}`;
}

function withNewline(text: string): string {
  if (text.endsWith("\n")) return text;
  return `${text}${text.includes("\r\n") ? "\r\n" : "\n"}`;
}
