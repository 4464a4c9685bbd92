import type { ItemBody, WorkStatus } from "@reprise/model";
import { fieldOf, numberOf, textOf } from "../foreign.ts";
import { changesOf } from "./edit.ts";

/** A tool call, whichever way it was stored. */
export interface Work {
  readonly tool: string;
  readonly status: unknown;
  readonly input: unknown;
  readonly output: string | null;
  readonly error: string | null;
  readonly metadata: unknown;
}

export interface ToldWork {
  readonly body: ItemBody;
  /** Why an edit was not made, which an edit itself cannot say. */
  readonly failure: string | null;
}

const refusals = ["The user rejected permission", "The user has specified a rule which prevents"];

export function workBody(given: Work): ToldWork {
  const work = asAsked(given);
  const status = statusOf(work);
  const changes = changesOf(work.tool, work.input, work.metadata);
  if (changes) return { body: { kind: "edit", changes, status }, failure: work.error };
  const printed = textOf(fieldOf(work.metadata, "output"));
  const output = [work.output ?? (printed || null), work.error].filter((text) => text !== null).join("\n");
  const told = work.output === null && work.error === null && !printed ? null : output;
  const command = work.tool === "bash" ? textOf(fieldOf(work.input, "command")) : null;
  if (command === null) {
    return {
      body: { kind: "tool", name: work.tool, input: work.input ?? null, output: told, status },
      failure: null,
    };
  }
  const exitCode = numberOf(fieldOf(work.metadata, "exit"));
  const hasFailed = status === "done" && exitCode !== null && exitCode !== 0;
  return {
    body: { kind: "command", command, output: told, exitCode, status: hasFailed ? "failed" : status },
    failure: null,
  };
}

/** A call that OpenCode could not make sense of is stored as a call of a tool named `invalid`, which succeeds. */
function asAsked(work: Work): Work {
  const tool = work.tool === "invalid" ? textOf(fieldOf(work.input, "tool")) : null;
  return tool === null ? work : { ...work, tool, status: "error" };
}

function statusOf({ status, error }: Work): WorkStatus {
  if (status === "completed") return "done";
  if (status !== "error") return "open";
  return refusals.some((opening) => error?.startsWith(opening)) ? "declined" : "failed";
}
