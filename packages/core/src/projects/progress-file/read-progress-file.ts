import { join } from "node:path";
import { SessionError } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { isInside } from "../../workspace/is-inside.ts";
import { movedFileName } from "../find/project-folders.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { Progress } from "./progress.ts";
import { readProgress } from "./read-progress.ts";

const mostBytes = 4 * 1024 * 1024;

/** Never throws. `goal`: as the log has it. A crash while the flag was reset may have left the file under another name. */
export function readProgressFile(
  place: Pick<ProjectPlace, "progressFile" | "path" | "workspace">,
  files: Pick<Files, "text" | "real">,
  { goal }: { readonly goal: string | null },
): Progress {
  const { progressFile, path, workspace } = place;
  const moved = join(path, movedFileName);
  try {
    const text = files.text(progressFile, mostBytes) ?? files.text(moved, mostBytes);
    const isOutside = [progressFile, moved].some((one) => !isInside(files.real(one), workspace));
    if (isOutside) return { ...empty(goal), problem: "it is a link that leads out of the workspace" };
    if (text !== null) return readProgress(text, { goal });
    return { ...empty(goal), problem: "the file is missing" };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { ...empty(goal), problem: error.message };
  }
}

function empty(goal: string | null): Progress {
  return { ...readProgress("", { goal }), goal: goal ?? "" };
}
