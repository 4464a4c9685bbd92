import { exactLine, SessionError, safeBody } from "@reprise/model";
import { json } from "@reprise/model/json";
import { badUse } from "../../arguments/bad-use.ts";
import { commandLine, operandWords } from "../../arguments/command-line.ts";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { commentHead, indented } from "../../print/review/comment-text.ts";
import { personOf, yesOrNo } from "../ask-person.ts";
import type { ChosenComments } from "./chosen-comments.ts";

/** Posts one reply, after showing it and a yes. */
export async function postReply(job: Job, chosen: ChosenComments, id: number): Promise<ExitCode> {
  const { values, stdout, stderr, paint } = job;
  const comment = chosen.comments.find((one) => one.id === id);
  if (comment === undefined)
    throw new SessionError("not-found", `There is no comment ${id} here. Comments:`, {
      candidates: chosen.comments.map((one) => String(one.id)),
    });
  const body = await bodyFor(job, chosen, id);
  if (!values.yes) {
    const person = personOf(job);
    if (person === null)
      throw new SessionError("refused", "Posting a reply needs your consent. Nothing was posted.", {
        candidates: [commandLine("review", { ...values, yes: true }, operandWords(job.operands))],
      });
    await stderr.write(`${commentHead(comment, paint)}\n${indented(comment.body ?? "")}\n`);
    await stderr.write(`Reply to ${exactLine(chosen.target.pullRequest?.url ?? "")}:\n${indented(body)}\n`);
    if ((await person.choose("Post it under your name? [y/n]", yesOrNo)) !== "yes")
      throw new SessionError("refused", "Nothing was posted.");
  }
  const posted = await (await job.reviews()).reply(chosen.target, id, body);
  await stdout.write(values.json ? `${json("review-comment", posted)}\n` : `Posted as comment ${posted.id}.\n`);
  return exitCodes.done;
}

/** As given, else as drafted from the last run. */
async function bodyFor(job: Job, { target, comments }: ChosenComments, id: number): Promise<string> {
  const { values, machine } = job;
  const given = values.body === "-" ? await machine.readStdin() : values.body;
  if (given !== null && safeBody(given).trim() === "") throw badUse("The reply is empty. Nothing was posted.");
  if (given !== null) return given.trimEnd();
  const report = await (await job.reviews()).report(target, comments);
  const draft = report.comments.find(({ comment }) => comment.id === id)?.draft;
  if (report.run !== null && draft) return draft;
  throw badUse("There is no drafted reply: no run has worked on this comment. Give one with --body TEXT.");
}
