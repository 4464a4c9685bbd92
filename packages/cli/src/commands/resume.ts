import { SessionError } from "@reprise/model";
import { promptFrom } from "../acting/prompt.ts";
import { resumeAll } from "../acting/resume-all.ts";
import { resumeSession } from "../acting/resume-session.ts";
import { checkExclusive, checkHomes } from "../acting/settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import type { Command, Job } from "./command.ts";
import { scopeFolder } from "./query.ts";

export const run: Command = async (job) => {
  const { values, operands } = job;
  checkHomes(values);
  checkExclusive(
    values,
    ["recorded", "current"],
    ["all-interrupted", "when-reset"],
    ["all-interrupted", "cwd"],
  );
  if (values["all-interrupted"]) {
    if (operands.length > 0)
      throw badUse("--all-interrupted takes no ID and no PROMPT: each goes on by itself.");
    return resumeAll(job);
  }
  const [id, word] = operands;
  const prompt = await promptFrom(job, word, { takesPiped: false });
  const session = id === undefined || id === "." ? await offered(job) : id;
  return resumeSession(job, { session, prompt, acceptsAll: values.yes });
};

/** The interrupted session of this project. */
async function offered({ values, surroundings, runner }: Job): Promise<string> {
  const offer = await (await runner()).offer(scopeFolder(values.cwd, surroundings.cwd));
  if (offer !== null) return offer.session;
  throw new SessionError(
    "not-found",
    "Nothing to resume in this project. See reprise list, then: reprise resume ID",
  );
}
