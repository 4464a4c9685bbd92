import type { SessionAnnotation } from "@reprise/model";
import { annotateSessions, sessionsNamed } from "../acting/annotate-sessions.ts";
import { exitCodes } from "../exit.ts";
import { shellWord } from "../print/words.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const isArchived = !job.values.undo;
  const sessions = await sessionsNamed(job, job.operands);
  const archivedByAgent = isArchived ? new Set<string>() : await stillArchived(job, sessions);
  await annotateSessions(
    job,
    sessions,
    { isArchived },
    {
      would: (session) => (isArchived ? `archive ${session}` : `take ${session} out of the archive`),
      done: (session) =>
        isArchived
          ? `Archived ${session}: --archived lists it.\nTo undo: reprise archive ${shellWord(session)} --undo`
          : `${session} is no longer archived by you.`,
      already(session) {
        if (isArchived) return `${session} is already archived.`;
        return archivedByAgent.has(session)
          ? `${session} is archived by its agent. Reprise does not change the agent's files.`
          : `${session} was not archived.`;
      },
    },
  );
  return exitCodes.done;
};

async function stillArchived(job: Job, sessions: readonly SessionAnnotation[]): Promise<Set<string>> {
  const library = await job.library();
  const ids = new Set<string>();
  for (const { session, annotation } of sessions)
    if (!annotation.isArchived && (await library.find(session)).archived) ids.add(session);
  return ids;
}
