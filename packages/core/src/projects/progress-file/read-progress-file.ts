import { join } from "node:path";
import { SessionError } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { movedFileName } from "../find/project-folders.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { Progress } from "./progress.ts";
import { readProgress } from "./read-progress.ts";

const mostBytes = 4 * 1024 * 1024;

/** Never throws. `goal`: as the log has it. A crash while the flag was reset may have left the file under another name. */
export function readProgressFile(
  { progressFile, path }: ProjectPlace,
  files: Pick<Files, "text">,
  { goal }: { readonly goal: string | null },
): Progress {
  try {
    const text = files.text(progressFile, mostBytes) ?? files.text(join(path, movedFileName), mostBytes);
    if (text !== null) return readProgress(text, { goal });
    return { ...readProgress("", { goal }), goal: goal ?? "", problem: "the file is missing" };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { ...readProgress("", { goal }), goal: goal ?? "", problem: error.message };
  }
}
