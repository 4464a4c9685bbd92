import {
  exactLine,
  type RestorePlan,
  type Runner,
  type RunWish,
  SessionError,
  safeBody,
  turnsIn,
  widerWords,
} from "@reprise/model";
import { conclude } from "../acting/conclude.ts";
import { bareConsent } from "../acting/consent.ts";
import { begun, type Ending, newEnding } from "../acting/ending.ts";
import { faceOf } from "../acting/face.ts";
import { follow } from "../acting/follow.ts";
import { personOf } from "../acting/person.ts";
import { placeFor } from "../acting/put-brief.ts";
import { refuse, refuseForGood } from "../acting/refuse.ts";
import { agreeToStart, checkRestore, planNamed } from "../acting/restore-session.ts";
import { checkExclusive, saidSettings, wishOf } from "../acting/settings.ts";
import { tellPlan } from "../acting/tell-plan.ts";
import { badUse } from "../arguments/bad-use.ts";
import { commandLine, operandWords } from "../arguments/command-line.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { json } from "../print/json.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, stdout } = job;
  checkRestore(job);
  checkExclusive(values, ["run", "copy"], ["run", "output"], ["copy", "output"]);
  if (values.to !== null && !values.run) throw badUse("--to needs --run.");
  const runner = await job.runner();
  const plan = await planNamed(job, runner, wishOf(job, null, ["handoff"]));
  if (values["dry-run"]) return tellPlan(job, plan);
  if (values.run) return runBrief(job, runner, plan);
  if (plan.mode === null) return refuseForGood(job, plan, { wasShown: false });
  const put = await placeFor(job, plan);
  const { text, tokens } = await briefOf(job, runner, plan);
  await put(`${safeBody(text)}\n`);
  if (values.json) await stdout.write(`${json("handoff", { session: plan.session, text, tokens })}\n`);
  return exitCodes.done;
};

async function briefOf(job: Job, runner: Runner, plan: RestorePlan): Promise<NonNullable<Ending["brief"]>> {
  const face = { show: async () => {}, settle: async () => {}, end: async () => {} };
  const begin = () => runner.restore(plan, bareConsent(job));
  const ending = await follow(job, begin, { start: begun(plan, ""), face, person: null });
  if (ending.brief !== null) return ending.brief;
  if (ending.status === "refused") return refuseForGood(job, ending.refused ?? plan, { wasShown: false });
  throw new SessionError(
    "unreadable",
    `No brief of ${plan.session} was made. ${ending.failure?.message ?? "Try again."}`,
  );
}

/** A new session whose prompt is the brief. */
async function runBrief(job: Job, runner: Runner, plan: RestorePlan): Promise<ExitCode> {
  const wider = widerWords(plan.drift);
  if (wider !== "" && !job.values["allow-wider"])
    return refuse(job, plan, {
      message: `Wider permissions: ${exactLine(wider)}. This needs --allow-wider.`,
      commands: [commandLine("handoff", { ...job.values, "allow-wider": true }, operandWords(job.operands))],
    });
  await agreeToStart(job, plan, { command: "handoff" });
  const { text } = await briefOf(job, runner, plan);
  const wish = runWish(job, plan, text);
  const watching = { start: newEnding(wish.agent), face: faceOf(job), person: personOf(job) };
  const ending = await follow(job, () => runner.run(wish), watching);
  return conclude(job, ending);
}

/** As the plan has it, so that nothing is permitted that was not before. */
function runWish(job: Job, plan: RestorePlan, prompt: string): RunWish {
  const { session, target, settings } = plan;
  const planned = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  const cwd = settings.cwd ?? job.surroundings.cwd;
  const wanted = { ...planned, ...saidSettings(job), cwd };
  const lineage = { kind: "handoff", session, turn: turnsIn(plan)?.to ?? null } as const;
  return { agent: target, cwd, settings: wanted, prompt, canAnswer: personOf(job) !== null, lineage };
}
