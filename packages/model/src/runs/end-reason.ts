/** `stopped`: a person ends it. `cut-off`: its terminal, browser or server goes away, and the session is interrupted. */
export type EndReason = "stopped" | "cut-off";

/** For `AbortController.abort`: an `AbortError` that carries the reason. */
export function endedFor(why: EndReason): DOMException {
  return new DOMException(why, "AbortError");
}

export function endReasonIn(signal: AbortSignal): EndReason {
  return (signal.reason as Error | undefined)?.message === "cut-off" ? "cut-off" : "stopped";
}
