import type { RestorePlan } from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { yesOrNo } from "./person.ts";
import { refusalMessage, refuse, tellBusy } from "./refuse.ts";

/** Returns when the plan's mode is wanted. Another mode than a resume needs `--fallback`, or a yes. */
export async function checkPossible(job: Job, plan: RestorePlan, person: Questions | null): Promise<void> {
  const { mode, owner, refusals, session } = plan;
  const fallback = job.values.fallback ?? "ask";
  if (mode === "resume" || (mode !== null && mode === fallback)) return;
  const wasShown = person !== null;
  if (mode === null) {
    if (refusals.some(({ reason }) => reason === "busy")) return tellBusy(job, session, owner);
    const other =
      fallback === "ask" || fallback === "none" ? "" : `\nNo plan for a ${fallback} could be made either.`;
    return refuse(job, plan, { message: refusalMessage(plan) + other, wasShown });
  }
  if (fallback === "ask" && person !== null) {
    if ((await person.choose(`A resume is not possible. ${named[mode]} instead? [y/n]`, yesOrNo)) === "yes")
      return;
  }
  const commands = [`reprise resume ${session} --fallback ${mode}`];
  return refuse(job, plan, { message: refusalMessage(plan), commands, wasShown });
}

const named = { fork: "Fork it", replay: "Replay it to a new thread", handoff: "Write a handoff" } as const;
