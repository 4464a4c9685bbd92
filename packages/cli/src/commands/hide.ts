import { annotateSessions, sessionsNamed } from "../acting/annotate-sessions.ts";
import { exitCodes } from "../exit.ts";
import { shellWord } from "../print/words.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const isHidden = !job.values.undo;
  const sessions = await sessionsNamed(job, job.operands);
  await annotateSessions(
    job,
    sessions,
    { isHidden },
    {
      would: (session) => (isHidden ? `hide ${session}` : `show ${session} again`),
      done: (session) =>
        isHidden
          ? `Hid ${session}: lists and searches leave it out; --hidden shows it.\nTo undo: reprise hide ${shellWord(session)} --undo`
          : `${session} is listed again.`,
      already: (session) => `${session} ${isHidden ? "is already hidden" : "was not hidden"}.`,
    },
  );
  return exitCodes.done;
};
