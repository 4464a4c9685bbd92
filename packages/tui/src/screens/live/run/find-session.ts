import type { SessionId, SessionSummary } from "@reprise/model";
import type { World } from "../../../world.ts";

const mostTurns = 50;

/** The session as it is now; for a fork, with its last finished turn unless that is the last one. */
export async function found(
  { session, forks }: { readonly session: SessionId; readonly forks: boolean },
  { library }: Pick<World, "library">,
): Promise<{ readonly summary: SessionSummary; readonly at: number | null }> {
  const summary = await library.find(session);
  if (!forks) return { summary, at: null };
  let at: number | null = null;
  for await (const { number, state } of (await library.read(session, { last: mostTurns })).turns)
    if (state === "completed") at = number;
  return { summary, at: at === summary.turnCount ? null : at };
}
