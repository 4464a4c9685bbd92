import type { Child } from "../../../host/processes/child.ts";
import { settlesWithin } from "./limits.ts";

/** Ends the process: by closing its input, upon which Codex notes the turn as aborted, then by signals. Never throws. */
export async function endChild(child: Child, limitMs: number): Promise<void> {
  child.closeInput();
  if (await settlesWithin(child.exited, limitMs)) return;
  child.kill("SIGTERM");
  if (await settlesWithin(child.exited, limitMs)) return;
  child.kill("SIGKILL");
  await child.exited;
}
