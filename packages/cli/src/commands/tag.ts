import { type Annotated, type AnnotationChange, exactLine, type SessionAnnotation } from "@reprise/model";
import { json } from "@reprise/model/json";
import { annotateSessions, sessionsNamed } from "../acting/annotate-sessions.ts";
import { badUse } from "../arguments/bad-use.ts";
import { exitCodes } from "../exit.ts";
import { padEnd } from "../print/width.ts";
import { count, shellWord } from "../print/words.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands } = job;
  const [first, ...rest] = operands;
  if (first === undefined) {
    if (values.clear || values.remove.length > 0) throw badUse("Name the session: reprise tag ID --remove TAG.");
    await listTags(job);
    return exitCodes.done;
  }
  // A tag has no colon; the id of a session has one.
  const addTags = rest.filter((word) => !word.includes(":"));
  const sessions = await sessionsNamed(job, [first, ...rest.filter((word) => word.includes(":"))]);
  const change: AnnotationChange = {
    ...(values.clear ? { tags: [] } : {}),
    addTags,
    removeTags: values.remove,
  };
  const isAsked = values.clear || addTags.length + values.remove.length > 0;
  if (isAsked) await annotateSessions(job, sessions, change, { would: () => wouldWords(change), done, already });
  else for (const one of sessions) await showTags(job, one);
  return exitCodes.done;
};

async function listTags(job: Job): Promise<void> {
  const tags = await (await job.annotations()).tags();
  if (job.values.json) return job.stdout.write(`${json("tags", { tags })}\n`);
  const width = Math.max(0, ...tags.map(({ tag }) => tag.length));
  const lines = tags.map(({ tag, sessionCount }) => `${padEnd(tag, width)}  ${count(sessionCount, "session")}\n`);
  await job.stdout.write(lines.join("") || "No tags yet. To add one: reprise tag ID TAG\n");
}

async function showTags({ values, stdout }: Job, one: SessionAnnotation): Promise<void> {
  if (values.json) return stdout.write(`${json("session-annotation", one)}\n`);
  const { tags } = one.annotation;
  await stdout.write(tags.length === 0 ? `${exactLine(one.session)} has no tags.\n` : `${tags.join(" ")}\n`);
}

function done(session: string, { before, after }: Annotated): string {
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  const undo = [...removed, ...added.map((tag) => `--remove ${tag}`)].join(" ");
  const now = after.tags.length === 0 ? "no tags" : after.tags.join(" ");
  return `${session}: ${now}\nTo undo: reprise tag ${shellWord(session)} ${undo}`;
}

function already(session: string): string {
  return `${session}: nothing to change.`;
}

function wouldWords({ tags, addTags = [], removeTags = [] }: AnnotationChange): string {
  return [
    tags ? "remove all tags" : null,
    removeTags.length > 0 ? `remove ${removeTags.join(" ")}` : null,
    addTags.length > 0 ? `add ${addTags.join(" ")}` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
