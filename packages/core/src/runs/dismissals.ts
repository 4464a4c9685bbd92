import type { RunState, SessionId, SessionSummary, Timestamp } from "@reprise/model";
import type { KeptReply } from "./saved-replies.ts";

/** Interruptions the person dismissed, by session. */
export type Dismissals = ReadonlyMap<SessionId, Dismissal>;

interface Dismissal {
  readonly updatedAt: Timestamp | null;
  readonly at: Timestamp;
}

export function dismissalsIn(replies: readonly KeptReply[]): Dismissals {
  const dismissals = new Map<SessionId, Dismissal>();
  for (const reply of replies) {
    if (reply.type === "interruption-dismissed")
      dismissals.set(reply.session, { updatedAt: reply.updatedAt, at: reply.at });
    if (reply.type === "dismissal-undone") dismissals.delete(reply.session);
  }
  return dismissals;
}

/** No longer once the session changed or our run started on it: that is another interruption. */
export function isDismissed(
  dismissals: Dismissals,
  { id, updatedAt }: Pick<SessionSummary, "id" | "updatedAt">,
  latest: Pick<RunState, "startedAt"> | null,
): boolean {
  const dismissal = dismissals.get(id);
  if (dismissal === undefined || dismissal.updatedAt !== updatedAt) return false;
  return latest === null || latest.startedAt <= dismissal.at;
}
