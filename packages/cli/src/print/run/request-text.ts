import type { Request, RequestRow, RunEvent } from "@reprise/model";
import { asksTo, exactLine, requestRows, resolutionWords } from "@reprise/model";

/** The whole request, before the question itself. */
export function requestText(request: Request, columns: number): string {
  const rows = requestRows(request, columns - 2);
  return `The agent ${asksTo[request.kind]}:\n${rowsText(rows)}`;
}

export function rowsText(rows: readonly RequestRow[], indent = "  "): string {
  return rows.map(({ lead, text }) => `${indent}${lead}${text}`.trimEnd().concat("\n")).join("");
}

export function resolvedText(event: RunEvent & { type: "request-resolved" }, request: Request | null): string {
  return `approval: ${exactLine(request?.subject ?? "a request")} → ${resolutionWords(event, request)}\n`;
}
