import { isAbsolute } from "node:path";
import type { ListSessionsRequest, ListSessionsResponse } from "@agentclientprotocol/sdk";
import type { Library, SessionNames } from "@reprise/model";
import { badParams } from "./errors.ts";

const pageSize = 50;

/** A page of the sessions of a project, or of all; newest first. */
export async function listSessions(
  { cwd, cursor }: ListSessionsRequest,
  { library, names }: { readonly library: Library; readonly names: SessionNames },
): Promise<ListSessionsResponse> {
  if (cwd && !isAbsolute(cwd)) throw badParams(`cwd is an absolute path, not ${cwd}.`);
  const { sessions, next } = await library.list({
    scope: cwd ? { workspace: cwd } : "all",
    limit: pageSize,
    ...(cursor ? { cursor } : {}),
  });
  return {
    sessions: sessions.map(({ id, workspace, title, name, tags, updatedAt, agent, state }) => ({
      sessionId: names.nameOf(id) ?? id,
      cwd: workspace ?? unknownFolder,
      title: name ?? title,
      updatedAt,
      _meta: {
        "reprise/session": id,
        "reprise/agent": agent,
        "reprise/state": state,
        "reprise/tags": tags,
      },
    })),
    ...(next === null ? {} : { nextCursor: next }),
  };
}

/** The protocol requires a folder. */
export const unknownFolder = "/";
