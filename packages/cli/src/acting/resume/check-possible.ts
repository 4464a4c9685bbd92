import { callWords, type RestoreMode, type RestorePlan } from "@reprise/model";
import type { Questions } from "../../ask/questions.ts";
import type { Job } from "../../commands/command.ts";
import { yesOrNo } from "../ask-person.ts";
import { isBusy, printBusy, refusalMessage, refuse, refuseForGood } from "../refuse.ts";
import { type ResumeWish, sayAgain } from "./resume-wish.ts";

interface Showing {
  readonly person: Questions | null;
  /** The plan is on screen, or in the last line of `--json`. */
  readonly wasShown: boolean;
}

/** Returns if the mode is acceptable: a resume, a matching fallback, or a yes (`asked`, so that it is not asked again). */
export async function checkPossible(
  job: Job,
  plan: RestorePlan,
  wanted: ResumeWish,
  { person, wasShown }: Showing,
): Promise<"asked" | "chosen"> {
  const { mode } = plan;
  const { fallback } = wanted;
  if (mode === "resume" || (mode !== null && mode === fallback)) return "chosen";
  const fresh = wanted.caller === null ? [] : [wanted.caller.say({ fresh: true, resume: false })];
  const isWider = plan.refusals.some(({ reason }) => reason === "wider-permissions");
  if (mode === null) {
    const isOther = fallback === "replay" || fallback === "handoff";
    const besides = isOther ? `\nNo plan for a ${fallback} could be made either.` : "";
    return refuseForGood(job, plan, { wasShown, besides, commands: fresh });
  }
  if (fallback === "ask" && person !== null && !isWider) {
    const calls = callWords(plan);
    const text = `A resume is not possible. ${named[mode]} instead${calls === null ? "" : `, with ${calls}`}? [y/n]`;
    if ((await person.choose(text, yesOrNo)) === "yes") return "asked";
  }
  const commands = [
    ...(isWider ? [sayAgain(job, plan, wanted, { "allow-wider": true })] : []),
    sayAgain(job, plan, wanted, { fallback: mode, yes: true }),
    ...fresh,
  ];
  if (isBusy(plan)) return printBusy(job, plan, commands);
  return refuse(job, plan, { message: refusalMessage(plan), commands, wasShown });
}

const named: Readonly<Record<Exclude<RestoreMode, "resume">, string>> = {
  fork: "Fork it",
  replay: "Replay it to a new thread",
  handoff: "Write a handoff",
};
