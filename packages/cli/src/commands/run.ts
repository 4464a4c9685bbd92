import { type Offer, type RunWish, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { personOf, yesOrNo } from "../acting/ask-person.ts";
import { givenWith } from "../acting/given-with.ts";
import { promptFrom } from "../acting/read-prompt.ts";
import { refuse } from "../acting/refuse.ts";
import { continueOffer } from "../acting/resume/continue-offer.ts";
import { startRun } from "../acting/run/start-run.ts";
import { checkExclusive, checkHomes, saidSettings, wishOf } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { commandLine, operandWords } from "../arguments/command-line.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { offerText, runPlan, runPlanText } from "../print/plan/run-plan.ts";
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
  const choice = await choose(job, wish, offer);
  if (choice === "resume" && offer !== null) {
    if (wish.inputs || wish.instructions)
      throw badUse(
        "--image, --file and --instructions go with a new session. Add --fresh, or leave them out.",
      );
    if (values["dry-run"] && offer.session === null) return tellPlan(job, { ...wish, prompt }, offer);
    return continueOffer(job, offer, wish.prompt, false);
  }
  if (offer !== null) await (await job.runner()).decline(offer.run);
  if (wish.prompt === null)
    throw new SessionError("refused", "You declined the unsent prompt and gave no other.");
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

async function choose(job: Job, wish: RunWanted, offer: Offer | null): Promise<"resume" | "fresh"> {
  const { values } = job;
  if (values.resume) {
    if (offer !== null) return "resume";
    throw new SessionError(
      "not-found",
      "Nothing to resume in this project. Leave out --resume to start a new session.",
    );
  }
  if (offer === null || values.fresh) return "fresh";
  // Same text again: it was not sent the first time.
  if (offer.session === null && offer.prompt === wish.prompt) return "resume";
  const person = personOf(job);
  if (person === null) return refuseToGuess(job, wish, offer);
  const chosen = await person.choose(
    `${offerText(offer)} ${offer.prompt === null ? "Resume" : "Send it"}? [y/n]`,
    yesOrNo,
  );
  if (chosen === "yes") return "resume";
  if (chosen === "no") return "fresh";
  throw new SessionError("refused", "Neither resumed nor started.");
}

async function refuseToGuess(job: Job, wish: RunWanted, offer: Offer): Promise<never> {
  const plan = await (await job.runner()).plan(offer.session ?? offer.run, wishOf(job, wish.prompt));
  const say = (answer: "resume" | "fresh") =>
    commandLine("run", { ...job.values, [answer]: true }, operandWords(job.operands));
  const message = `${offerText(offer)} Choose --resume or --fresh. Nothing was done.`;
  return refuse(job, plan, { message, commands: [say("resume"), say("fresh")] });
}

async function tellPlan({ values, stdout }: Job, wish: RunWish, offer: Offer | null): Promise<ExitCode> {
  await stdout.write(values.json ? `${json("run-plan", runPlan(wish, offer))}\n` : runPlanText(wish, offer));
  return exitCodes.done;
}
