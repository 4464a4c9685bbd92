import { SessionError, safeLine, safeText, type Warning } from "@reprise/model";
import type { UnknownSetting } from "../config.ts";
import { json } from "./json.ts";

interface Manner {
  readonly asJson: boolean;
}

/** One error as stderr shows it: sentences for a person, one JSON line for a program. */
export function errorText(error: unknown, { asJson }: Manner): string {
  const told = error instanceof SessionError ? error : unexpected(error);
  const { code, message, candidates } = told;
  if (asJson) return `${json({ error: { code, message, candidates } })}\n`;
  const shown = code === "bad-use" ? [] : candidates; // its message names them
  return [`reprise: ${safeText(message)}`, ...shown.map((candidate) => `  ${safeLine(candidate)}`), ""].join(
    "\n",
  );
}

/** What a resume is known to run into, said to whom was not asked about it. */
interface Forewarning {
  readonly kind: "expected-to-fail";
  readonly path: string;
  readonly detail: string;
}

export function warningText(
  { kind, path, detail }: Warning | UnknownSetting | Forewarning,
  { asJson }: Manner,
): string {
  if (asJson) return `${json({ warning: { kind, path, detail } })}\n`;
  return `reprise: warning: ${safeLine(path)}: ${safeLine(detail)}\n`;
}

/** An error nobody planned for keeps its stack: it is what a bug report needs. */
function unexpected(error: unknown): Pick<SessionError, "message" | "candidates"> & { code: "unexpected" } {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "unexpected", message, candidates: [] };
}
