import { SessionError } from "@reprise/model";
import { fieldOf, listOf, textOf } from "../../agents/foreign.ts";
import { countOf } from "./comment.ts";
import type { Access, GitHub } from "./github.ts";
import { plainReason, setToken } from "./refusal.ts";

/** Whether threads are resolved, by their first comment; or why that is unknown. */
export type Threads =
  | { readonly isKnown: true; readonly resolved: ReadonlyMap<number, boolean> }
  | { readonly isKnown: false; readonly problem: string };

const mostPages = 200;

/** Never throws for a server that refuses: the comments are shown without it. */
export async function readThreads(github: GitHub, access: Access): Promise<Threads> {
  const { api, token } = access;
  if (token === null) {
    const problem = `${api.host} says which threads are resolved only to those with a token. ${setToken(api.host)}`;
    return { isKnown: false, problem };
  }
  try {
    return { isKnown: true, resolved: await resolvedIn(github, access) };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { isKnown: false, problem: error.message };
  }
}

async function resolvedIn(github: GitHub, access: Access): Promise<Map<number, boolean>> {
  const resolved = new Map<number, boolean>();
  let after: string | null = null;
  // Older servers do not have the ids that do not fit into 32 bits.
  let ids = "fullDatabaseId databaseId";
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await ask(github, access, ids, after);
    const reason = textOf(fieldOf(listOf(fieldOf(answer, "errors"))[0], "message"));
    if (reason?.includes("fullDatabaseId") && ids.startsWith("full")) {
      ids = "databaseId";
      continue;
    }
    const threads = fieldOf(answer, "data", "repository", "pullRequest", "reviewThreads");
    if (reason !== null || threads === undefined || threads === null)
      throw unknown(access, reason === null ? "no threads" : plainReason(reason, access.token));
    for (const thread of listOf(fieldOf(threads, "nodes"))) {
      const first = listOf(fieldOf(thread, "comments", "nodes"))[0];
      const id = countOf(fieldOf(first, "databaseId")) ?? wholeNumber(fieldOf(first, "fullDatabaseId"));
      const isResolved = fieldOf(thread, "isResolved");
      if (id !== null && typeof isResolved === "boolean") resolved.set(id, isResolved);
    }
    after = textOf(fieldOf(threads, "pageInfo", "endCursor"));
    if (fieldOf(threads, "pageInfo", "hasNextPage") !== true) return resolved;
    if (after === null) throw unknown(access, "a page without an end");
  }
  throw unknown(access, `more than ${mostPages} pages`);
}

function ask(github: GitHub, access: Access, ids: string, after: string | null): Promise<unknown> {
  const [, owner, name] = access.path.slice(1).split("/");
  const query = `query($owner:String!,$name:String!,$number:Int!,$after:String){repository(owner:$owner,name:$name){pullRequest(number:$number){reviewThreads(first:100,after:$after){pageInfo{hasNextPage endCursor}nodes{isResolved comments(first:1){nodes{${ids}}}}}}}}`;
  const variables = { owner, name, number: access.number, after };
  return github.post(access, access.api.graphql, { query, variables });
}

function wholeNumber(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{1,16}$/.test(text) ? countOf(Number(text)) : countOf(value);
}

function unknown({ api }: Access, reason: string): SessionError {
  return new SessionError("refused", `${api.host} does not say which threads are resolved (${reason}).`);
}
