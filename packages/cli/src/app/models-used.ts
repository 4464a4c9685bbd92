import type { Agent, Library } from "@reprise/model";

const mostSessions = 200;

/** Models that sessions of the agent used, the latest first. */
export async function modelsUsed(agent: Agent, library: Pick<Library, "list">): Promise<readonly string[]> {
  const { sessions } = await library.list({ scope: "all", agent, limit: mostSessions });
  return [...new Set(sessions.flatMap(({ model }) => (model === null ? [] : [model])))];
}
