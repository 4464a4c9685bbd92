import type { ItemBody } from "@reprise/model";
import type { CallKind } from "../read/call.ts";

/** Outline items have a kind, not content. */
export const answered: Record<CallKind, ItemBody> = {
  command: { kind: "command", command: "", output: "", exitCode: null, status: "done" },
  edit: { kind: "edit", changes: [], status: "done" },
  tool: { kind: "tool", name: "", input: null, output: "", status: "done" },
};

export const unanswered: Record<CallKind, ItemBody> = {
  command: { kind: "command", command: "", output: null, exitCode: null, status: "open" },
  edit: { kind: "edit", changes: [], status: "open" },
  tool: { kind: "tool", name: "", input: null, output: null, status: "open" },
};

/** Its output says that it still runs. */
export const runningCommand: ItemBody = {
  kind: "command",
  command: "",
  output: "",
  exitCode: null,
  status: "open",
};
