import { planLines, planTitle } from "@reprise/model";
import { sectionsOf } from "../screens/restore/body/plan-body.ts";
import type { Subject } from "../screens/restore/restore-subject.ts";

/** The whole plan as lines, like the preflight screen. */
export function planText(subject: Subject): string {
  const { plan } = subject;
  if (plan === null) return "";
  const { endsRun } = subject.asked;
  const run = endsRun === null ? [] : ["Current run: ends when you start this. Until then it stays as it is."];
  const sections = sectionsOf(plan, subject, {
    Wider: "reprise resume --allow-wider takes what was recorded",
  });
  return [planTitle(plan), ...run, ...planLines(sections, (_tone, text) => text)].join("\n");
}
