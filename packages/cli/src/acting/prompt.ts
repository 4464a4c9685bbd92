import { badUse } from "../arguments/bad-use.ts";
import type { Job } from "../commands/command.ts";

/** What was said, here or on stdin; null where nothing was. */
export async function promptFrom(
  { surroundings }: Job,
  word: string | undefined,
  { takesPiped }: { takesPiped: boolean },
): Promise<string | null> {
  const fromStdin = word === "-" || (word === undefined && takesPiped && !surroundings.isTerminal.stdin);
  if (!fromStdin && word === undefined) return null;
  const text = fromStdin ? await surroundings.readStdin() : (word ?? "");
  if (text.trim() === "") throw badUse("The prompt is empty. Say what the agent is to do.");
  return fromStdin ? text.trimEnd() : text;
}
