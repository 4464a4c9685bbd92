import { type Offer, SessionError } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { offerText } from "../../print/plan/run-plan.ts";
import { personOf, yesOrNo } from "../ask-person.ts";
import { refuse } from "../refuse.ts";
import { wishOf } from "../said-settings.ts";

interface Choosing {
  /** To be sent on a resume. */
  readonly prompt: string | null;
  /** The offer is the prompt to be sent now, which reached no agent the first time. */
  readonly isSame: boolean;
  /** Why `--resume` finds nothing, and what to do. */
  readonly nothing: string;
  /** The command with one of the two options. */
  say(answer: "resume" | "fresh"): string;
}

/** By `--resume` or `--fresh`, else by asking. Throws `refused` if nobody can be asked, or whoever was asked wants neither. */
export async function chooseOffer(job: Job, offer: Offer | null, choosing: Choosing): Promise<"resume" | "fresh"> {
  const { values } = job;
  if (values.resume) {
    if (offer !== null) return "resume";
    throw new SessionError("not-found", choosing.nothing);
  }
  if (offer === null || values.fresh) return "fresh";
  if (choosing.isSame) return "resume";
  const person = personOf(job);
  if (person === null) return refuseToGuess(job, offer, choosing);
  const chosen = await person.choose(
    `${offerText(offer, await titleOf(job, offer))} ${offer.prompt === null ? "Resume" : "Send it"}? [y/n]`,
    yesOrNo,
  );
  if (chosen === "yes") return "resume";
  if (chosen === "no") return "fresh";
  throw new SessionError("refused", "Nothing was started.");
}

/** Of the session; null if it cannot be found, or has none. */
async function titleOf(job: Job, { session }: Offer): Promise<string | null> {
  if (session === null) return null;
  try {
    const { name, title } = await (await job.library()).find(session);
    return name ?? title;
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

async function refuseToGuess(job: Job, offer: Offer, { prompt, say }: Choosing): Promise<never> {
  const plan = await (await job.runner()).plan(offer.session ?? offer.run, wishOf(job, prompt));
  const message = `${offerText(offer, await titleOf(job, offer))} Choose --resume or --fresh. Nothing was done.`;
  return refuse(job, plan, { message, commands: [say("resume"), say("fresh")] });
}
