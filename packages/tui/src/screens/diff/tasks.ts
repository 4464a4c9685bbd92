import type { World } from "../../world.ts";
import { recordedDiff } from "./recorded-diff.ts";
import type { DiffMessage, DiffTask } from "./state.ts";

export async function perform(
  { session }: DiffTask,
  { library }: World,
  tell: (message: DiffMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  tell({ type: "diff", text: await recordedDiff(session, library, signal) });
}
