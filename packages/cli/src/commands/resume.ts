import {
  cutOffCounts,
  cutOffStates,
  type Offer,
  SessionError,
  type SessionId,
  type SessionSummary,
} from "@reprise/model";
import { promptFrom } from "../acting/read-prompt.ts";
import { continueOffer } from "../acting/resume/continue-offer.ts";
import { newestSession } from "../acting/resume/newest-session.ts";
import { resumeAll } from "../acting/resume/resume-all.ts";
import { resumeSession } from "../acting/resume/resume-session.ts";
import { checkExclusive, checkHomes } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import type { ExitCode } from "../exit.ts";
import { resumeCommand } from "../print/plan/next-step.ts";
import type { Command, Job } from "./command.ts";
import { scopeFolder } from "./list-query.ts";

export const run: Command = async (job) => {
  const { values, operands } = job;
  checkHomes(values);
  checkExclusive(
    values,
    ["recorded", "current"],
    ["all-interrupted", "when-reset"],
    ["all-interrupted", "cwd"],
    ["all-interrupted", "newest"],
  );
  if (values.agent !== null && !values.newest) throw badUse("--agent needs --last: a session already has its agent.");
  if (values.all && !values["all-interrupted"]) throw badUse("--all needs --all-interrupted.");
  if (values["all-interrupted"]) {
    if (operands.length > 0) throw badUse("--all-interrupted takes no ID and no PROMPT.");
    return resumeAll(job);
  }
  if (values.newest) return resumeNewest(job);
  const [id, word] = operands;
  const isOffered = id === undefined || id === ".";
  const target = { mode: "resume", session: isOffered ? "." : id } as const;
  const prompt = await promptFrom(job, word, { takesPiped: false, target });
  if (!isOffered) return resumeSession(job, { session: id, prompt, acceptsAll: values.yes });
  const offer = await offered(job);
  if (offer !== null) return continueOffer(job, offer, prompt, { acceptsAll: values.yes });
  return resumeSession(job, { session: await onlyCutOff(job), prompt, acceptsAll: values.yes });
};

async function resumeNewest(job: Job): Promise<ExitCode> {
  const { values, operands } = job;
  if (operands.length > 1) throw badUse("--last takes no ID: reprise resume --last PROMPT.");
  const { id: session } = await newestSession(job);
  const prompt = await promptFrom(job, operands[0], {
    takesPiped: false,
    target: { mode: "resume", session },
  });
  return resumeSession(job, { session, prompt, acceptsAll: values.yes });
}

/** The newest interrupted run or unsent prompt of this project. */
async function offered({ values, machine, runner }: Job): Promise<Offer | null> {
  return (await runner()).offer({ kind: "workspace", root: scopeFolder(values.cwd, machine.cwd) }, true);
}

/** The one session of this project that was cut off, whoever ran it. Throws `not-found` if there is none, or one must be chosen. */
async function onlyCutOff(job: Job): Promise<SessionId> {
  const scope = { workspace: scopeFolder(job.values.cwd, job.machine.cwd) };
  const library = await job.library();
  const { counted, newest } = await cutOffCounts(scope, library, job.runner);
  if (counted === 1 && newest !== null) return newest.id;
  const cut: SessionSummary[] = [];
  for (const state of cutOffStates) cut.push(...(await library.list({ scope, state, limit: 20 })).sessions);
  if (cut.length === 0)
    throw new SessionError("not-found", "Nothing was cut off in this project. See: reprise status --all, reprise list");
  throw new SessionError("not-found", "Choose a session, with its id or its number in the list:", {
    candidates: cut.map(({ id, shortId }) => resumeCommand(job.machine.isTerminal.stderr ? shortId : id)),
  });
}
