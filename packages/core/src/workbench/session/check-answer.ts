import { type Answer, decisionWords, type QueuedApproval, SessionError } from "@reprise/model";

/** Throws why a request cannot be answered this way. `isWaiting`: its process can still be answered. */
export function checkAnswer({ state, decision, request }: QueuedApproval, answer: Answer, isWaiting: boolean): void {
  if (state === "answered" && decision !== null) {
    const outcome = request.kind === "question" ? "" : `: ${decisionWords[decision]}`;
    throw new SessionError("refused", `This request was already answered${outcome}. Your answer changed nothing.`);
  }
  if (state !== "open" || !isWaiting) throw nobodyWaits();
  if (!request.choices.includes(answer.decision))
    throw new SessionError("bad-use", `This request does not offer "${answer.decision}".`);
}

export function nobodyWaits(): SessionError {
  return new SessionError("refused", "Nobody waits for this answer any more. Nothing was allowed.");
}
