import type { ToolCall, ToolCallContent } from "@agentclientprotocol/sdk";
import {
  approvalsIn,
  type Consent,
  type Drift,
  driftRow,
  isExpectedToFail,
  planLines,
  planSections,
  planTitle,
  type RestorePlan,
  recapIn,
  recapWords,
  reuseWords,
} from "@reprise/model";
import type { Editor } from "../editor.ts";
import { fenced, textContent } from "../updates/markdown.ts";

export interface Agreeing {
  readonly editor: Editor;
  readonly signal: AbortSignal;
  /** This process has continued the session before: its files and commits change under the eyes of the person. */
  readonly isKnown: boolean;
  /** The person has seen the changes and agreed. */
  readonly isAgreed: boolean;
  /** The sandbox that the person chose; null if none. */
  readonly sandbox: string | null;
  readonly allowsWider: boolean;
}

/** Asks what only the person can decide, one question each. Null: the person declined, and nothing is done. */
export async function agreeTo(plan: RestorePlan, agreeing: Agreeing): Promise<Consent | null> {
  const { editor, signal, allowsWider } = agreeing;
  const ask = (title: string, yes: string, no: string) =>
    choose(editor, { title, yes, no, content: planContent(plan) }, signal);
  const mayStart =
    plan.mode === "resume"
      ? !isExpectedToFail(plan) ||
        (await ask("A resume is expected to fail", "Resume all the same", "Cancel"))
      : await ask(planTitle(plan), "Continue this way", "Cancel");
  if (mayStart !== true) return null;
  const drift = openDrift(plan, agreeing);
  if (plan.mode === "resume" && drift.length > 0 && !(await askDrift(editor, drift, signal))) return null;
  const approvals = approvalsIn(plan);
  const reuses =
    approvals.length > 0 && (await ask(`${reuseWords(approvals)}?`, "Reuse them", "Continue without them"));
  if (reuses === null) return null;
  const sends = recapIn(plan) !== null && (await ask(`${recapWords}?`, "Send it", "Continue without it"));
  if (sends === null) return null;
  return {
    drift: "ask",
    segments: "send",
    reappliesApprovals: reuses,
    trustsLog: reuses,
    sendsRecap: sends,
    allowsWider,
    canAnswer: true,
  };
}

/** Whether to continue although settings or files differ. */
export async function askDrift(
  editor: Editor,
  drift: readonly Drift[],
  signal: AbortSignal,
): Promise<boolean> {
  const content = [textContent(fenced(drift.map((one) => driftRow(one).text).join("\n")))];
  const question = { title: "Changed since. Continue?", yes: "Continue", no: "Cancel", content };
  return (await choose(editor, question, signal)) === true;
}

/** Null: no answer. */
export async function choose(
  editor: Editor,
  question: {
    readonly title: string;
    readonly yes: string;
    readonly no: string;
    readonly content: readonly ToolCallContent[];
  },
  signal: AbortSignal,
): Promise<boolean | null> {
  const { title, yes, no, content } = question;
  const toolCallId = `question-${editor.newId()}`;
  const call: ToolCall = { toolCallId, title, kind: "other", status: "pending", content: [...content] };
  await editor.update({ sessionUpdate: "tool_call", ...call });
  const options = [
    { optionId: "yes", name: yes, kind: "allow_once" },
    { optionId: "no", name: no, kind: "reject_once" },
  ] as const;
  const chosen = await editor.choose(call, options, signal);
  const status = chosen === "yes" ? "completed" : "failed";
  await editor.update({ sessionUpdate: "tool_call_update", toolCallId, status });
  return chosen === null ? null : chosen === "yes";
}

export function planContent(plan: RestorePlan): ToolCallContent[] {
  return [textContent(fenced(planLines(planSections(plan), (_tone, text) => text).join("\n")))];
}

/** Wider permissions are no question here: they are refused, or were allowed by name. */
function openDrift({ drift }: RestorePlan, { isKnown, isAgreed, sandbox }: Agreeing): readonly Drift[] {
  if (isAgreed) return [];
  return drift.filter(({ kind, subject, now, widens, note }) => {
    if (widens || (kind === "file" && now === null)) return false;
    if (isKnown && (kind === "file" || kind === "git")) return false;
    return !(kind === "setting" && subject === "sandbox" && sandbox !== null && note === null);
  });
}
