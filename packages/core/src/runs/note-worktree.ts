import type { Journal } from "../journal/journal.ts";
import { worktreeState } from "../workspace/worktree-state.ts";
import type { RunEnvironment, RunOrder } from "./open-run.ts";

/**
 * Records what is in the worktree before and after the agent works there, for runs whose changes are reported: commands
 * change files too, and no log says which.
 */
export async function noteWorktree(
  moment: "start" | "end",
  { workspace }: Pick<RunOrder, "workspace">,
  journal: Journal,
  { host }: RunEnvironment,
): Promise<void> {
  const state = workspace === null ? null : await worktreeState(workspace, host);
  if (state === null) return;
  journal.append({ type: "worktree-seen", moment, ...state });
}
