import { type ListQuery, parseJson, SessionError } from "@reprise/model";
import { shortHash } from "../short-hash.ts";

/** The last row of a page: the next one begins behind it, whatever has been added before it meanwhile. */
export interface PageEnd {
  readonly updatedAt: string;
  readonly agent: string;
  readonly thread: string;
  readonly home: string;
}

export function encodeCursor(query: ListQuery, { updatedAt, agent, thread, home }: PageEnd): string {
  return Buffer.from(JSON.stringify([fingerprint(query), updatedAt, agent, thread, home])).toString(
    "base64url",
  );
}

/** Throws `bad-use` for what is no cursor, or one of another query. */
export function decodeCursor(cursor: string, query: ListQuery): PageEnd {
  const [print, updatedAt, agent, thread, home] = parts(cursor);
  if (updatedAt === undefined || agent === undefined || thread === undefined || home === undefined) {
    throw new SessionError("bad-use", "This is not a cursor. Use the value of `next` as it was given.");
  }
  if (print !== fingerprint(query)) {
    throw new SessionError(
      "bad-use",
      "The cursor belongs to another query. Use it with the same scope and filters, or start again without it.",
    );
  }
  return { updatedAt, agent, thread, home };
}

function parts(cursor: string): string[] {
  try {
    const value: unknown = parseJson(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(value) && value.every((part) => typeof part === "string") ? value : [];
  } catch {
    return [];
  }
}

/** The size of a page may change from one to the next. */
function fingerprint(query: ListQuery): string {
  const {
    scope,
    agent = null,
    state = null,
    includeEmpty = false,
    subagents = false,
    archived = false,
  } = query;
  const asked = JSON.stringify([
    scope === "all" ? null : scope.workspace,
    agent,
    state,
    includeEmpty,
    subagents,
    archived,
  ]);
  return shortHash(asked);
}
