import type { ReadResourceResult, Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { SessionError, type SessionId } from "@reprise/model";
import type { Given } from "./given.ts";
import { argumentsFor, findSession, readInput, windowOf } from "./read-wish.ts";
import { titleText } from "./session-text.ts";
import { argumentsOf } from "./tool.ts";
import { transcriptText } from "./transcript-text.ts";

const mimeType = "text/markdown";
const start = "reprise://session/";
const SESSIONS_A_PAGE = 50;
/** A resource is attached whole, so more of it than of a tool's answer. */
const CHARS = 50_000;

export const sessionTemplate: ResourceTemplate = {
  uriTemplate: `${start}{id}{?last,from,to,offset,maxChars,itemChars}`,
  name: "session",
  title: "Session",
  description:
    "A session of a coding agent as Markdown, of any project. Without a query, as many of its newest turns as fit.",
  mimeType,
};

/** A page of the sessions of this project. */
export async function listResources(
  { library, workspace }: Given,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const page = await library.list({ scope: { workspace }, limit: SESSIONS_A_PAGE, cursor });
  const resources = page.sessions.map((session) => ({
    uri: uriOf(session.id),
    name: session.id,
    title: titleText(session),
    description: `${session.state}, updated ${session.updatedAt ?? "at an unknown time"}`,
    mimeType,
  }));
  return { resources, ...(page.next === null ? {} : { nextCursor: page.next }) };
}

export async function readResource(
  uri: string,
  { library, redact }: Given,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const { id, query } = partsOf(uri);
  const hasWindow = "last" in query || "from" in query;
  const wish = argumentsOf({ name: uri, input: readInput }, { maxChars: CHARS, ...query, id });
  const session = await findSession(library, id);
  const { maxChars, itemChars } = wish;
  const text = await transcriptText(
    session,
    {
      maxChars,
      itemChars,
      window: hasWindow ? windowOf(wish) : { last: session.turnCount + 1 },
      ask: (next, chars) => uriOf(session.id, argumentsFor(next, { maxChars, itemChars: chars })),
    },
    { library, redact, signal },
  );
  return { contents: [{ uri, mimeType, text }] };
}

function uriOf(id: SessionId, query: Readonly<Record<string, number>> = {}): string {
  const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `${start}${encodeURIComponent(id).replaceAll("%3A", ":")}${words.length === 0 ? "" : `?${words.join("&")}`}`;
}

function partsOf(uri: string): { id: string; query: Record<string, unknown> } {
  const [, id, query = ""] = /^reprise:\/\/session\/([^/?#]+)(?:\?([^#]*))?$/.exec(uri) ?? [];
  if (id === undefined) throw new SessionError("bad-use", `A session's address is ${start}ID, not ${uri}.`);
  const given = [...new URLSearchParams(query)].map(([name, value]) => [name, numberIn(value)]);
  try {
    return { id: decodeURIComponent(id), query: Object.fromEntries(given) };
  } catch {
    throw new SessionError("bad-use", `The id in ${uri} is not encoded correctly.`);
  }
}

/** Anything else is refused by the schema, in its words. */
function numberIn(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
