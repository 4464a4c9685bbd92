import type { ItemBody } from "@reprise/model";
import { isSince } from "../../driving/releases.ts";
import { type Foreign, textOf } from "../../foreign.ts";
import type { CallKind } from "./call.ts";

/**
 * A call that a person refused and a call that a person stopped while it ran have the same result.
 * So it is open, until the mark of the interruption that follows tells which: it names the message that was
 * stopped, if one was. Only terminal sessions have a question to refuse, and older releases name nothing.
 */
export const rejectedResult = "User rejected tool use";
const firstVersion = "2.1.325";
const refusalMark = "[Request interrupted by user for tool use]";

/** Whether the next mark distinguishes a refusal from a stop. */
export function willBeTold(record: Foreign): boolean {
  return (
    record.toolUseResult === rejectedResult &&
    record.entrypoint === "cli" &&
    isSince(textOf(record.version) ?? "", firstVersion)
  );
}

export function isRefusal(text: string, record: Foreign): boolean {
  return text === refusalMark && record.interruptedMessageId === undefined;
}

/** It did not run. */
export function refused(kind: CallKind): ItemBody {
  if (kind === "command") return { kind, command: "", output: null, exitCode: null, status: "declined" };
  if (kind === "edit") return { kind, changes: [], status: "declined" };
  return { kind, name: "", input: null, output: null, status: "declined" };
}
