import { exactLine, safeLine } from "@reprise/model";
import { heading, type Row, section } from "../../widgets/rows.ts";
import { type Batch, type BatchEntry, readyEntries } from "./batch.ts";

/** Which sessions resume and which are skipped; later, the progress of each. */
export function batchRows(batch: Batch): Row[] {
  const title = heading("Resume all in sequence without asking");
  if (batch.phase === "planning") {
    const done = batch.cases.filter(({ plan, leftOut }) => plan !== null || leftOut !== null).length;
    return [title, { text: `Planning… ${done} of ${batch.cases.length}`, tone: "dim" }];
  }
  const ready = readyEntries(batch);
  const leftOut = batch.cases.filter((one) => one.leftOut !== null);
  return [
    title,
    ...section(batch.phase === "asking" ? "Will resume" : "Resuming", ready.map(caseRow)),
    ...section("They need an answer: resume them one by one", leftOut.map(leftOutRow)),
    ...(batch.phase === "asking" && ready.length > 0 ? costRows(ready) : []),
  ];
}

function caseRow({ key, title, progress }: BatchEntry): Row {
  return {
    text: `${safeLine(title)} (${exactLine(key)})${progress === null ? "" : `: ${safeLine(progress)}`}`,
  };
}

function leftOutRow({ key, title, leftOut }: BatchEntry): Row {
  return { text: `${safeLine(title)} (${exactLine(key)}): ${safeLine(leftOut ?? "")}`, tone: "warn" };
}

function costRows(ready: ReturnType<typeof readyEntries>): Row[] {
  const prompts = new Set(ready.map(({ plan }) => plan.prompt).filter((prompt) => prompt !== null));
  return section("Will be sent", [
    ...[...prompts].map((prompt) => ({ label: "> ", text: safeLine(prompt), tone: "dim" as const })),
    { text: "This uses tokens and costs money.", tone: "warn" },
    { text: "New requests are declined. Saved approvals are not reused." },
  ]);
}
