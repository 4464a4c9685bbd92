import { type Offer, type RunWish, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { personOf } from "../acting/ask-person.ts";
import { givenWith } from "../acting/given-with.ts";
import { promptFrom } from "../acting/read-prompt.ts";
import { chooseOffer } from "../acting/resume/choose-offer.ts";
import { continueOffer } from "../acting/resume/continue-offer.ts";
import { startRun } from "../acting/run/start-run.ts";
import { checkExclusive, checkHomes, saidSettings } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { commandLine, operandWords } from "../arguments/command-line.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { runPlan, runPlanText } from "../print/plan/run-plan.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values } = job;
  checkHomes(values);
  checkExclusive(values, ["resume", "fresh"]);
  const wish = await runWish(job);
  const offer = await offerFor(job, wish);
  const prompt = wish.prompt ?? offer?.prompt ?? null;
  if (prompt === null) throw badUse("run needs PROMPT: reprise run PROMPT.");
  if (values["dry-run"] && !values.resume) return tellPlan(job, { ...wish, prompt }, offer);
  const choice = await chooseOffer(job, offer, {
    prompt: wish.prompt,
    isSame: offer?.session === null && offer.prompt === wish.prompt,
    nothing: "Nothing to resume in this project. Leave out --resume to start a new session.",
    say: (answer) => commandLine("run", { ...values, [answer]: true }, operandWords(job.operands)),
  });
  if (choice === "resume" && offer !== null) {
    if (wish.inputs || wish.instructions)
      throw badUse("--image, --file and --instructions go with a new session. Add --fresh, or leave them out.");
    if (values["dry-run"] && offer.session === null) return tellPlan(job, { ...wish, prompt }, offer);
    return continueOffer(job, offer, wish.prompt, { acceptsAll: false });
  }
  // --fresh starts something else; only a no to the question gives up what was written.
  const isGivenUp = offer !== null && !(values.fresh && offer.prompt !== null);
  if (isGivenUp) await (await job.runner()).decline(offer.run);
  if (wish.prompt === null) throw new SessionError("refused", "You declined the unsent prompt and gave no other.");
  return startRun(job, { ...wish, prompt: wish.prompt });
};

type RunWanted = Omit<RunWish, "prompt"> & { readonly prompt: string | null };

async function runWish(job: Job): Promise<RunWanted> {
  const { values, machine } = job;
  const prompt = await promptFrom(job, job.operands[0], {
    takesPiped: true,
    mayBeEmpty: values.resume,
    target: { mode: "new", session: null },
  });
  if (prompt === null && values.fresh) throw badUse("run needs PROMPT: reprise run PROMPT.");
  const settings = saidSettings(job);
  return {
    agent: values.agent ?? machine.agents[0].agent,
    cwd: settings.cwd ?? machine.cwd,
    settings,
    prompt,
    canAnswer: personOf(job) !== null,
    ...givenWith(job),
  };
}

/** The interrupted run or unsent prompt here; null if it belongs to another agent than the one asked for. */
async function offerFor({ values, runner }: Job, { cwd }: RunWanted): Promise<Offer | null> {
  const offer = await (await runner()).offer({ kind: "workspace", root: cwd });
  if (values.agent !== null && offer?.agent !== values.agent) return null;
  return offer;
}

async function tellPlan({ values, stdout }: Job, wish: RunWish, offer: Offer | null): Promise<ExitCode> {
  await stdout.write(values.json ? `${json("run-plan", runPlan(wish, offer))}\n` : runPlanText(wish, offer));
  return exitCodes.done;
}
