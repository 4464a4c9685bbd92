import type { Request, RequestRow, RunEvent } from "@reprise/model";
import { asksTo, decisionWords, exactLine, requestRows } from "@reprise/model";

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
