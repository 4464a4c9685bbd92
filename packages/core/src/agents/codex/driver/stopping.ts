import { settlesWithin } from "./limits.ts";
import type { Peer } from "./peer.ts";
import type { RunningTurn } from "./running-turn.ts";

/** Asks a turn to stop; tells whether it was over in time. Never throws. */
export function isStopped(running: RunningTurn, peer: Peer, limitMs: number): Promise<boolean> {
  if (!running.isOver) void requestStop(running, peer, limitMs);
  return settlesWithin(running.over, limitMs);
}

/** Not before the server works on the turn: it would say that there is none. */
async function requestStop(running: RunningTurn, peer: Peer, limitMs: number): Promise<void> {
  await running.begun;
  if (running.isOver) return;
  const { thread: threadId, id: turnId } = running.turn;
  // Whether it stops is seen by its end: a turn that has just ended gets no answer, or a refusal.
  await peer.call("turn/interrupt", { threadId, turnId }, limitMs).catch(() => undefined);
}
