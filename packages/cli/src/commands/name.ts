import { type Annotated, exactLine, safeLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { annotateSessions, sessionsNamed } from "../acting/annotate-sessions.ts";
import { badUse } from "../arguments/bad-use.ts";
import { operandWords } from "../arguments/command-line.ts";
import { exitCodes } from "../exit.ts";
import { shellWord } from "../print/words.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands } = job;
  const [text = "", ...words] = operands;
  if (values.clear && words.length > 0) throw badUse("Give a NAME or --clear, not both.");
  const sessions = await sessionsNamed(job, [text]);
  if (!values.clear && words.length === 0) await show(job, sessions);
  else {
    const name = values.clear ? null : words.join(" ");
    await annotateSessions(
      job,
      sessions,
      { name },
      {
        would: (session) => (name === null ? `remove the name of ${session}` : `name ${session} ${safeLine(name)}`),
        done: doneWords,
        already: (session) => `${session} ${name === null ? "has no name that you gave" : "has that name already"}.`,
      },
    );
  }
  return exitCodes.done;
};

async function show({ values, stdout }: Job, sessions: Awaited<ReturnType<typeof sessionsNamed>>): Promise<void> {
  for (const one of sessions) {
    const { name } = one.annotation;
    if (values.json) await stdout.write(`${json("session-annotation", one)}\n`);
    else
      await stdout.write(
        `${name === null ? `${exactLine(one.session)} has no name that you gave.` : safeLine(name)}\n`,
      );
  }
}

function doneWords(session: string, { before, after }: Annotated): string {
  const done = after.name === null ? "The name is removed." : `Named "${safeLine(after.name)}".`;
  const undo = before.name === null ? "--clear" : operandWords([before.name]).map(shellWord).join(" ");
  return `${done}\nTo undo: reprise name ${shellWord(session)} ${undo}`;
}
