import { exactLine, SessionError, safeLine, safeText, type Warning } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { UnknownSetting } from "../config.ts";
import { cut } from "./width.ts";

interface Manner {
  readonly asJson: boolean;
}

/** One error for stderr: sentences for a person, one JSON line for a program. */
export function errorText(error: unknown, { asJson }: Manner): string {
  const told = error instanceof SessionError ? error : unexpected(error);
  const { code, resetsAt } = told;
  const [message = "", ...candidates] = [told.message, ...told.candidates].map(shortened);
  if (asJson) return `${json("error", { error: { code, message, candidates, resetsAt } })}\n`;
  const shown = code === "bad-use" ? [] : candidates; // its message names them
  const lines = shown.map((candidate, index) => `  ${exactLine(candidate)}${titleAfter(told.titles[index])}`);
  return [`reprise: ${safeText(message)}`, ...lines, ""].join("\n");
}

function titleAfter(title = ""): string {
  return title === "" ? "" : `  ${cut(safeLine(title), 60)}`;
}

const mostOfLine = 2000;
const shownOfEnd = 400;

/** An error may quote input or file content of any length. The end says what to do, so it is kept. */
function shortened(text: string): string {
  const clip = (line: string) => {
    if (line.length <= mostOfLine) return line;
    const left = line.length - 2 * shownOfEnd;
    return `${line.slice(0, shownOfEnd)}… (${left} characters left out) …${line.slice(-shownOfEnd)}`;
  };
  return text.split("\n").map(clip).join("\n");
}

/** A known problem of a resume, for callers who were not asked about it. */
interface Forewarning {
  readonly kind: "expected-to-fail";
  readonly path: string;
  readonly detail: string;
}

export function warningText(
  { kind, path, detail }: Warning | UnknownSetting | Forewarning,
  { asJson }: Manner,
): string {
  if (asJson) return `${json("warning", { warning: { kind, path, detail } })}\n`;
  return `reprise: warning: ${exactLine(path)}: ${safeLine(detail)}\n`;
}

/** An unexpected error keeps its stack: a bug report needs it. */
function unexpected(error: unknown): Pick<SessionError, "message" | "candidates" | "titles" | "resetsAt"> & {
  code: "unexpected";
} {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "unexpected", message, candidates: [], titles: [], resetsAt: null };
}
