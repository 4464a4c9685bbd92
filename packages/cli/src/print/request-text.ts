import type { Decision, Request, RequestRow, RunEvent } from "@reprise/model";
import { exactLine, requestRows } from "@reprise/model";

const decisionWords: Readonly<Record<Decision, string>> = {
  once: "allowed once",
  session: "allowed for the session",
  always: "allowed always",
  decline: "declined",
  cancel: "declined, and the turn stopped",
};

const asksTo: Readonly<Record<Request["kind"], string>> = {
  command: "asks to run a command",
  edit: "asks to change files",
  permissions: "asks for more permissions",
  question: "asks you",
  other: "asks",
};

/** Everything that is asked for, whole, before the question itself. */
export function requestText(request: Request, columns: number): string {
  const rows = requestRows(request, columns - 2);
  return `The agent ${asksTo[request.kind]}:\n${rowsText(rows)}`;
}

export function rowsText(rows: readonly RequestRow[], indent = "  "): string {
  return rows.map(({ lead, text }) => `${indent}${lead}${text}`.trimEnd().concat("\n")).join("");
}

export function resolvedText(
  { decision, by }: RunEvent & { type: "request-resolved" },
  request: Request | null,
): string {
  const words = decision === null ? "withdrawn" : decisionWords[decision];
  const because = {
    person: "",
    kept: " (as approved before)",
    policy: " (nobody is there to answer)",
    agent: " (by the agent)",
  }[by];
  return `approval: ${request === null ? "what was asked" : exactLine(request.subject)} → ${words}${because}\n`;
}

/** The words for each decision, in the order they are offered; the letter in brackets is the key. */
export const decisionLabels: Readonly<Record<Decision, string>> = {
  once: "[o]nce",
  session: "[s]ession",
  always: "[a]lways (adds the permanent rule shown above)",
  decline: "[d]ecline",
  cancel: "[c]ancel",
};
