import { agentOf, asThreadId, isSessionId, type Library, type Scope, type SessionPlace } from "@reprise/model";

/** `file` tells sessions apart that have the same id in two homes. */
export async function sessionPlace(library: Library, id: string, file: string | undefined): Promise<SessionPlace> {
  if (file === undefined || !isSessionId(id)) return library.find(id);
  const agent = agentOf(id);
  return { id, agent, thread: asThreadId(id.slice(agent.length + 1)), files: [{ path: file }] };
}

/** Without a workspace, every project. */
export function scopeIn(workspace: string | undefined): Scope {
  return workspace === undefined ? "all" : { workspace };
}
