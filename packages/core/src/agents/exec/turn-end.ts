import type { ChildExit } from "../../host/processes/child.ts";
import type { TurnEnd } from "./exec-agent.ts";
import { failureOf } from "./failure.ts";
import { lastWords } from "./stderr.ts";

export interface Ending {
  readonly title: string;
  /** The end the agent reported; null if none. */
  readonly said: TurnEnd | null;
  /** Stopped by us. */
  readonly isStopped: boolean;
  /** It printed something of the turn. */
  readonly hasBegun: boolean;
  readonly exit: ChildExit;
  readonly stderr: string;
}

/**
 * The end of a turn whose process has exited. Only the agent's own report counts: agents also exit with 0 when they are
 * interrupted, cut off or refused a tool.
 */
export function endOf({ title, said, isStopped, hasBegun, exit, stderr }: Ending): TurnEnd {
  if (isStopped) return said?.state === "completed" ? said : { state: "interrupted", failure: null };
  if (said) return said;
  // A killed program has given no reason.
  const words = lastWords(stderr, exit.signal === null);
  // Refused before it began: only stderr has the reason.
  if (!hasBegun && exit.code !== 0 && exit.code !== null && words !== "")
    return { state: "failed", failure: failureOf(words) };
  const message = `${title} ${wayOf(exit)} before the turn ended.${words === "" ? "" : ` Its last output: ${words}`}`;
  return { state: "interrupted", failure: { kind: "transport", message, resetsAt: null } };
}

function wayOf({ code, signal }: ChildExit): string {
  return signal === null ? `stopped with exit code ${code}` : `was killed (${signal})`;
}
