import type { Decision, Request, RunEvent } from "@reprise/model";
import { safeBody, safeLine } from "@reprise/model";

const decisionWords: Readonly<Record<Decision, string>> = {
  once: "allowed once",
  session: "allowed for the session",
  always: "allowed always",
  decline: "declined",
  cancel: "declined, and the turn stopped",
};

/** What is asked for, before the question itself. */
export function requestText({ kind, subject, reason, cwd }: Request): string {
  const place = cwd === null ? "" : `\n  in ${safeLine(cwd)}`;
  const why = reason === null || reason === "" ? "" : `\n  ${safeBody(reason).replaceAll("\n", "\n  ")}`;
  const what = safeBody(subject).replaceAll("\n", "\n  ");
  return `The agent asks (${kind}):\n  ${kind === "command" ? "$ " : ""}${what}${place}${why}\n`;
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
  return `approval: ${safeBody(request?.subject ?? "what was asked")} → ${words}${because}\n`;
}

/** The words for each decision, in the order they are offered; the letter in brackets is the key. */
export const decisionLabels: Readonly<Record<Decision, string>> = {
  once: "[o]nce",
  session: "[s]ession",
  always: "[a]lways (writes a rule for the whole agent home)",
  decline: "[d]ecline",
  cancel: "[c]ancel",
};
