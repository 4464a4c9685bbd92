import type { BadItem } from "../ailments/bad-item.ts";
import { idFaults, inputFaults, nameFaults, plainName } from "../ailments/call-faults.ts";
import { type Foreign, fieldOf, isForeign, textOf } from "../foreign.ts";

const names = plainName(64);
const ids = { most: 64 };
const roles = new Set(["user", "assistant"]);

/** OpenCode 1.18.33 does not open these, or sends them unchanged and models refuse. */
export function partFaults(part: Foreign): readonly BadItem[] {
  if (part.type === "text") return typeof part.text === "string" ? [] : [unopened("A text part has no text.")];
  if (part.type === "file" && typeof part.url !== "string") return [unopened("A file part has no address.")];
  return part.type === "tool" ? toolFaults(part) : [];
}

function toolFaults({ tool, callID, state }: Foreign): BadItem[] {
  const missing = missingIn(callID, state);
  if (missing !== null) return [unopened(missing)];
  return [
    ...idFaults(textOf(callID) ?? "", ids),
    ...(typeof tool === "string" ? nameFaults(tool, names) : []),
    ...inputFaults(fieldOf(state, "input") ?? null),
  ];
}

function missingIn(callID: unknown, state: unknown): string | null {
  if (typeof callID !== "string") return "A tool part has no call id.";
  if (!isForeign(state)) return "A tool part has no state.";
  const { status, output, time } = state;
  if (status === "completed" && (output === undefined || output === null))
    return "A tool part is completed and has no output.";
  const isEnded = status === "completed" || status === "error";
  return isEnded && !isForeign(time) ? "A tool part has no time." : null;
}

export function messageFaults(message: Foreign): readonly BadItem[] {
  const { role, time, tokens } = message;
  if (!roles.has(String(role))) {
    const what = `A message has the role ${JSON.stringify(role ?? null)}: OpenCode leaves it out when it resumes.`;
    return [{ kind: "bad-role", what }];
  }
  if (role === "assistant" && !isForeign(time)) return [unopened("A reply has no time.")];
  return role === "assistant" && !isForeign(tokens) ? [unopened("A reply has no count of its tokens.")] : [];
}

function unopened(what: string): BadItem {
  return { kind: "malformed-item", what: `${what} OpenCode does not open the session.` };
}
