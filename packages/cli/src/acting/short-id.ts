import { SessionError, type SessionId, type SessionSummary } from "@reprise/model";
import type { Job } from "../commands/command.ts";

/** The id as a person reads it on a terminal; the whole one in a pipe, and of a session that no list has yet. */
export async function shortIdFor(
  { machine, library }: Pick<Job, "machine" | "library">,
  session: SessionId,
  stream: "stdout" | "stderr",
): Promise<string> {
  if (!machine.isTerminal[stream]) return session;
  try {
    return (await (await library()).find(session)).shortId;
  } catch (error) {
    if (error instanceof SessionError) return session;
    throw error;
  }
}

/** The same for those that were just listed. */
export async function shortIdsFor(
  job: Pick<Job, "machine" | "library">,
  sessions: Iterable<SessionId>,
  stream: "stdout" | "stderr",
): Promise<(session: SessionId) => string> {
  if (!job.machine.isTerminal[stream]) return (session) => session;
  const short = await (await job.library()).shortIds([...new Set(sessions)]);
  return (session) => short.get(session) ?? session;
}

/** Sessions as a person reads them: the ids of themselves and of those that they come from. */
export async function withShortIds(
  job: Pick<Job, "machine" | "library">,
  sessions: readonly SessionSummary[],
): Promise<SessionSummary[]> {
  if (!job.machine.isTerminal.stdout) return [...sessions];
  const sources = sessions.flatMap(({ lineage, subagentOf }) => [lineage?.session ?? [], subagentOf ?? []].flat());
  const idOf = await shortIdsFor(job, sources, "stdout");
  return sessions.map((session) => {
    const { shortId, lineage, subagentOf } = session;
    return {
      ...session,
      id: shortId as SessionId,
      lineage: lineage && { ...lineage, session: idOf(lineage.session) as SessionId },
      subagentOf: subagentOf && (idOf(subagentOf) as SessionId),
    };
  });
}
