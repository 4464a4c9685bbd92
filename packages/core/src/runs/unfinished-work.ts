import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import { findRuns } from "../journal/find-runs.ts";
import { savedPrompts } from "./prompts/prompt-store.ts";
import { readReplies } from "./saved-replies.ts";

/**
 * Whether anything of ours may be offered or counted as cut off, or was put away by the person; from the files beside our journals. A runner
 * says what it is, but loads every agent's driver, and an app that only shows lists needs none.
 */
export async function mayHaveUnfinishedWork(host: Host): Promise<boolean> {
  const stateFolder = stateFolderOf(host);
  const problems: unknown[] = [];
  try {
    if (savedPrompts(stateFolder, host, (warning) => problems.push(warning)).length > 0) return true;
    if (readReplies(stateFolder, host).length > 0) return true;
    const { runs, warnings } = await findRuns(stateFolder, host);
    return problems.length + warnings.length > 0 || runs.some(({ status }) => status !== "completed");
  } catch {
    // The runner says what is wrong.
    return true;
  }
}
