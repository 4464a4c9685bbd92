import { type Library, SessionError, type SessionSummary } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { queryOf, scopeFolder } from "../../commands/list-query.ts";

/** The newest session of this project, in any state. Throws `not-found` if there is none. */
export async function newestSession(job: Job, library?: Library): Promise<SessionSummary> {
  const { scope, agent } = queryOf(job);
  const { sessions } = await (library ?? (await job.library())).list({ scope, agent, limit: 1 });
  const [newest] = sessions;
  if (newest) return newest;
  const which = agent === undefined ? "session" : `session of ${agent}`;
  const folder = scopeFolder(job.values.cwd, job.machine.cwd);
  throw new SessionError("not-found", `There is no ${which} in ${folder}. See reprise list --all.`);
}
