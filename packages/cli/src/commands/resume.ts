import { cutOffStates, type Offer, SessionError, type SessionSummary } from "@reprise/model";
import { promptFrom } from "../acting/read-prompt.ts";
import { continueOffer } from "../acting/resume/continue-offer.ts";
import { newestSession } from "../acting/resume/newest-session.ts";
import { resumeAll } from "../acting/resume/resume-all.ts";
import { resumeSession } from "../acting/resume/resume-session.ts";
import { checkExclusive, checkHomes } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import type { ExitCode } from "../exit.ts";
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
  if (isOffered) return continueOffer(job, await offered(job), prompt, { acceptsAll: values.yes });
  return resumeSession(job, { session: id, prompt, acceptsAll: values.yes });
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
async function offered({ values, machine, runner, library }: Job): Promise<Offer> {
  const root = scopeFolder(values.cwd, machine.cwd);
  const offer = await (await runner()).offer({ kind: "workspace", root }, true);
  if (offer !== null) return offer;
  const cut: SessionSummary[] = [];
  for (const state of cutOffStates)
    cut.push(...(await (await library()).list({ scope: { workspace: root }, state, limit: 100 })).sessions);
  if (cut.length === 0)
    throw new SessionError("not-found", "No run is waiting here. See: reprise status, reprise list");
  throw new SessionError("not-found", "Reprise ran nothing here that can be resumed. Choose a session:", {
    candidates: cut.map(({ id }) => `reprise resume ${id}`),
  });
}
