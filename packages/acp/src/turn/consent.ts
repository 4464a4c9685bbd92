import type { ToolCall, ToolCallContent } from "@agentclientprotocol/sdk";
import {
  type Answers,
  type Consent,
  type ConsentKind,
  consentFrom,
  type Drift,
  driftRow,
  planLines,
  planSections,
  questionsIn,
  type RestorePlan,
  type Settled,
} from "@reprise/model";
import type { Editor } from "../editor.ts";
import { fenced, textContent } from "../updates/markdown.ts";

export interface Agreeing {
  readonly editor: Editor;
  readonly signal: AbortSignal;
  readonly settled: Settled;
  readonly allowsWider: boolean;
}

/** Asks what only the person can decide, one question each. Null: the person declined, and nothing is done. */
export async function agreeTo(plan: RestorePlan, agreeing: Agreeing): Promise<Consent | null> {
  const { editor, signal, settled, allowsWider } = agreeing;
  const answers: Answers = {};
  for (const { kind, text, rows, no } of questionsIn(plan, settled)) {
    if (kind === "steps") continue; // an editor shows no segments
    const content =
      kind === "changes" ? [textContent(fenced(rows.map((row) => row.text).join("\n")))] : planContent(plan);
    const [yes, otherwise] = labels[kind];
    const isYes = await choose(editor, { title: `${text}?`, yes, no: otherwise, content }, signal);
    if (isYes === null || (!isYes && no === "stops")) return null;
    Object.assign(answers, { [kind]: isYes });
  }
  return consentFrom(plan, answers, { settled, allowsWider, canAnswer: true });
}

const labels: Readonly<Record<ConsentKind, readonly [yes: string, no: string]>> = {
  mode: ["Continue this way", "Cancel"],
  failure: ["Resume all the same", "Cancel"],
  changes: ["Continue", "Cancel"],
  cost: ["Agree", "Cancel"],
  approvals: ["Reuse them", "Continue without them"],
  "log-approvals": ["Reuse them", "Continue without them"],
  recap: ["Send it", "Continue without it"],
  steps: ["Ask", "Send them all"],
};

/** Whether to continue although settings or files differ. */
export async function askDrift(editor: Editor, drift: readonly Drift[], signal: AbortSignal): Promise<boolean> {
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
