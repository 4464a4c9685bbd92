import type { ChildExit } from "../../host/processes/child.ts";
import type { TurnEnd } from "./exec-agent.ts";
import { failureOf } from "./failure.ts";
import { lastWords } from "./stderr.ts";

export interface Ending {
  readonly title: string;
  /** What the agent said of the end; null when it did not. */
  readonly said: TurnEnd | null;
  /** We stopped it. */
  readonly isStopped: boolean;
  /** It had printed anything of the turn. */
  readonly hasBegun: boolean;
  readonly exit: ChildExit;
  readonly stderr: string;
}

/**
 * How a turn ended whose process has ended. Only what the agent said counts as an end; an exit code never makes a
 * success, since agents exit with 0 when they are interrupted, when they are cut off, and when a tool was refused.
 */
export function endOf({ title, said, isStopped, hasBegun, exit, stderr }: Ending): TurnEnd {
  if (isStopped) return said?.state === "completed" ? said : { state: "interrupted", failure: null };
  if (said) return said;
  const words = lastWords(stderr);
  // Refused before it began: the reason stands on its standard error, and nothing else does.
  if (!hasBegun && exit.code !== 0 && exit.code !== null && words !== "")
    return { state: "failed", failure: failureOf(words) };
  const message = `${title} ended (${wayOf(exit)}) before the turn did.${words === "" ? "" : ` Its last output: ${words}`}`;
  return { state: "interrupted", failure: { kind: "transport", message, resetsAt: null } };
}

function wayOf({ code, signal }: ChildExit): string {
  return signal === null ? `exit code ${code}` : signal;
}
