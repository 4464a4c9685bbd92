import type { RunStatus, SessionId } from "@reprise/model";
import { exactLine, safeLine } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { json } from "../print/json.ts";

export interface Outcome {
  readonly session: SessionId;
  readonly result: RunStatus | "refused" | "busy" | "not-started";
  readonly detail: string | null;
  readonly wasStopped: boolean;
}

/** What became of each of several sessions. */
export async function tellSummary({ values, stdout }: Job, outcomes: readonly Outcome[]): Promise<void> {
  if (values.json) {
    const sessions = outcomes.map(({ session, result, detail }) => ({ session, result, detail }));
    await stdout.write(`${json("event", { type: "summary", sessions })}\n`);
    return;
  }
  const doneCount = outcomes.filter(({ result }) => result === "completed").length;
  const rows = outcomes.map(({ session, result, detail }) => {
    return `  ${exactLine(session)}  ${result}${detail === null ? "" : `: ${safeLine(detail)}`}\n`;
  });
  await stdout.write(`\n${doneCount} of ${outcomes.length} completed:\n${rows.join("")}`);
}
