import * as words from "@reprise/model";
import { exactLine, type Refusal } from "@reprise/model";
import { planRow } from "../../../widgets/plan-rows.ts";
import { type Row, section } from "../../../widgets/rows.ts";
import { modeAfter, modeNames } from "../modes.ts";
import { modeOf, type Subject } from "../restore-subject.ts";
import { whyNotFolder, whyNotMode, whyNotTarget } from "../why-not.ts";

/** Why each tried mode is refused, and what to do about it. */
export function refusalRows(subject: Subject): Row[] {
  const { plan, earlier } = subject;
  const all = [...earlier, ...(plan?.refusals ?? [])];
  const refusals = all.filter((one, index) => !all.slice(0, index).some((other) => isSame(other, one)));
  const rows = words.refusalRows(refusals).flatMap((row, index) => {
    const refusal = refusals[index];
    return [planRow(row), ...(refusal ? stepRows(refusal, subject) : [])];
  });
  return section(words.refusalTitle(refusals), rows);
}

/** Alternatives when nothing can be started. */
export function insteadRows(subject: Subject): Row[] {
  const { plan, failure, here } = subject;
  if (failure === null && plan?.mode !== null) return [];
  const after = modeAfter(modeOf(subject));
  const ways = [
    after === null || whyNotMode(subject) !== null ? null : `m  ${modeNames[after]}`,
    whyNotTarget(subject) === null ? "t  another agent" : null,
    whyNotFolder(subject) === null ? `.  another folder: ${exactLine(here.cwd)}` : null,
    "v  view the session",
    "r  plan again",
  ];
  return section(
    "You can",
    ways.filter((way) => way !== null).map((text) => ({ text })),
  );
}

function isSame(a: Refusal, b: Refusal): boolean {
  return a.mode === b.mode && a.reason === b.reason && a.detail === b.detail;
}

function stepRows(refusal: Refusal, subject: Subject): Row[] {
  const step = nextStep(refusal, subject);
  return step === null ? [] : [{ text: `→ ${step}`, indent: 2 }];
}

/** As keys of this screen; null if the shown plan is the next step. */
function nextStep({ reason, mode }: Refusal, { plan }: Subject): string | null {
  const after = modeAfter(mode);
  const isTaken = plan !== null && plan.mode !== null;
  const less = after === null || isTaken ? null : `m: ${modeNames[after]} does not need that.`;
  switch (reason) {
    case "busy":
      return less === null
        ? "Close it there, then r."
        : `Close it there, then r. Or m: ${modeNames[after ?? mode]} works while it is open.`;
    case "folder-missing":
      return 'Press "." to continue in this folder, or put the folder back and press r.';
    case "wider-permissions":
      return "w allows exactly that.";
    case "transport":
    case "server":
      return "r tries again.";
    case "limit":
      return "Wait for the limit to reset, then r. Or t: another agent.";
    case "authentication":
      return "Log in with the agent, then r.";
    case "agent-missing":
      return "Install the agent, then r. Or t: another agent.";
    case "agent-outdated":
      return isTaken ? null : "Update the agent, then r. Or t: another agent.";
    case "nothing-to-tell":
      return "v shows what there is.";
    case "not-wanted":
    case "changed":
    case "other":
      return "r plans again.";
    case "context-full":
    case "thread-damaged":
    case "thread-missing":
    case "thread-archived":
    case "no-thread":
    case "not-supported":
      return less;
  }
}
