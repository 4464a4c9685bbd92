import { commentLines, usualComments } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type ChosenComments, chooseComments } from "../acting/review/chosen-comments.ts";
import { postReply } from "../acting/review/post-reply.ts";
import { reviewFilter } from "../acting/review/review-filter.ts";
import { runReview } from "../acting/review/run-review.ts";
import { checkExclusive, checkHomes, saidSettings } from "../acting/said-settings.ts";
import { opensApp } from "../app/app-mode.ts";
import { badUse } from "../arguments/bad-use.ts";
import type { Values } from "../arguments/options.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { commentListText } from "../print/review/comment-list.ts";
import { reportText } from "../print/review/report-text.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, machine, operands } = job;
  checkHomes(values);
  checkOptions(values);
  const [target = null] = operands;
  if (target === null && values.comments === null)
    throw badUse("review needs TARGET: reprise review OWNER/REPOSITORY#42, or --comments FILE.");
  const reviews = await job.reviews();
  const found = await reviews.find({
    target,
    commentsFile: values.comments,
    folder: saidSettings(job).cwd ?? machine.cwd,
  });
  if (!isPrinted(values) && opensApp(values, machine)) {
    const { reviewApp } = await import("../app/commands.ts");
    return reviewApp(job, {
      target: found,
      filter: reviewFilter(job, found, usualComments.state),
      isForced: values.force,
    });
  }
  return answer(job, await chooseComments(job, found));
};

async function answer(job: Job, chosen: ChosenComments): Promise<ExitCode> {
  const { values, stdout, paint } = job;
  const { comments, target } = chosen;
  if (values.run) return runReview(job, chosen);
  if (values.reply !== null) return postReply(job, chosen, values.reply);
  if (values.report) {
    const report = await (await job.reviews()).report(target, comments);
    await stdout.write(values.json ? `${json("review-report", report)}\n` : reportText(report, paint));
  } else if (values.jsonl) await stdout.write(commentLines(comments));
  else if (values.json)
    await stdout.write(`${json("review", { pullRequest: target.pullRequest, comments: [...comments] })}\n`);
  else await stdout.write(commentListText(chosen, paint));
  return exitCodes.done;
}

/** These have nothing to show on a screen. */
function isPrinted({ run, report, reply, jsonl }: Values): boolean {
  return run || report || reply !== null || jsonl;
}

function checkOptions(values: Values): void {
  checkExclusive(
    values,
    ["resume", "fresh"],
    ["json", "jsonl"],
    ["run", "report"],
    ["run", "reply"],
    ["run", "jsonl"],
    ["report", "reply"],
    ["report", "jsonl"],
    ["reply", "jsonl"],
  );
  for (const name of ["resume", "fresh", "dry-run", "force"] as const)
    if (values[name] && !values.run && (name !== "force" || isPrinted(values) || values.json))
      throw badUse(`--${name} needs --run.`);
  if (values.body !== null && values.reply === null) throw badUse("--body needs --reply ID.");
}
