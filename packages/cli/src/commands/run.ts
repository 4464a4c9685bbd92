import { type Agent, isAgent, type Offer, type RunWish, SessionError } from "@reprise/model";
import { conclude } from "../acting/conclude.ts";
import { nothingYet } from "../acting/ending.ts";
import { faceOf } from "../acting/face.ts";
import { follow } from "../acting/follow.ts";
import { personOf, yesOrNo } from "../acting/person.ts";
import { promptFrom } from "../acting/prompt.ts";
import { refuse } from "../acting/refuse.ts";
import { resumeSession } from "../acting/resume-session.ts";
import { checkExclusive, checkHomes, saidSettings, wishOf } from "../acting/settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { commandLine, operandWords } from "../arguments/command-line.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { json } from "../print/json.ts";
import { runPlanShape, runPlanText } from "../print/run-plan.ts";
import { utcTime } from "../print/words.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values } = job;
  checkHomes(values);
  checkExclusive(values, ["resume", "fresh"]);
  const wish = await runWish(job);
  const offer = await offerFor(job, wish);
  const choice = await choose(job, wish, offer);
  if (choice === "resume" && offer !== null)
    return resumeSession(job, { session: offer.session, prompt: wish.prompt, acceptsAll: false });
  if (values["dry-run"]) return tellPlan(job, wish, offer);
  return start(job, wish, offer);
};

async function runWish(job: Job): Promise<RunWish> {
  const { values, surroundings } = job;
  const prompt = await promptFrom(job, job.operands[0], { takesPiped: true });
  if (prompt === null) throw badUse("run needs PROMPT: reprise run PROMPT.");
  const settings = saidSettings(job);
  // `choices` of the option table has checked it.
  const agent: Agent = values.agent !== null && isAgent(values.agent) ? values.agent : "codex";
  return {
    agent,
    cwd: settings.cwd ?? surroundings.cwd,
    settings,
    prompt,
    canAnswer: personOf(job) !== null,
  };
}

/** What was interrupted here. Another agent than the one asked for cannot go on with it. */
async function offerFor({ values, runner }: Job, { cwd }: RunWish): Promise<Offer | null> {
  const offer = await (await runner()).offer(cwd);
  if (values.agent !== null && offer?.agent !== values.agent) return null;
  return offer;
}

async function choose(job: Job, wish: RunWish, offer: Offer | null): Promise<"resume" | "fresh"> {
  const { values } = job;
  if (values.resume) {
    if (offer !== null) return "resume";
    throw new SessionError(
      "not-found",
      "Nothing to resume in this project. Without --resume it starts afresh.",
    );
  }
  if (offer === null || values.fresh || values["dry-run"]) return "fresh";
  const when = `Interrupted session from ${utcTime(offer.startedAt)}.`;
  const person = personOf(job);
  if (person === null) return refuseToGuess(job, wish, offer, when);
  const chosen = await person.choose(`${when} Resume? [y/n]`, yesOrNo);
  if (chosen === "yes") return "resume";
  if (chosen === "no") return "fresh";
  throw new SessionError("refused", "Neither resumed nor started.");
}

async function refuseToGuess(job: Job, wish: RunWish, offer: Offer, when: string): Promise<never> {
  const plan = await (await job.runner()).plan(offer.session, wishOf(job, wish.prompt));
  const say = (answer: "resume" | "fresh") =>
    commandLine("run", { ...job.values, [answer]: true }, operandWords(job.operands));
  const message = `${when} Say whether to go on with it or to start afresh; nothing was done.`;
  return refuse(job, plan, { message, commands: [say("resume"), say("fresh")] });
}

async function tellPlan({ values, stdout }: Job, wish: RunWish, offer: Offer | null): Promise<ExitCode> {
  await stdout.write(values.json ? `${json(runPlanShape(wish, offer))}\n` : runPlanText(wish, offer));
  return exitCodes.done;
}

async function start(job: Job, wish: RunWish, offer: Offer | null): Promise<ExitCode> {
  const runner = await job.runner();
  if (offer !== null) await runner.decline(offer.run);
  const ending = await follow(job, (onControls, signal) => runner.run(wish, onControls, signal), {
    start: nothingYet,
    face: faceOf(job),
    person: personOf(job),
  });
  return conclude(job, ending);
}
