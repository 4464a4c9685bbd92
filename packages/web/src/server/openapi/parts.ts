import { type SchemaName, schemaPath } from "./schemas.ts";

export type Json = Readonly<Record<string, unknown>>;

export const text = { type: "string" };
export const ref = (name: SchemaName) => ({ $ref: schemaPath(name) });
export const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } });
export const json = (description: string, name: SchemaName) => ({
  description,
  ...content("application/json", ref(name)),
});

const problems: Readonly<Record<number, string>> = {
  400: "The request is wrong; `issues` says where",
  401: "The token is missing or wrong",
  403: "The Host or Origin is not of this server",
  404: "There is no such chat, turn or session",
  409: "A turn of the chat is running, here or in another process, or the key was sent with another request",
  413: "The body is too large",
  415: "The body is not JSON",
  429: "Too many requests; see Retry-After",
  500: "The server failed; its own output says why",
  503: "The server is at a limit or shutting down; see Retry-After",
};

/** The usual problems, and more that a route has. */
export function failing(...more: readonly number[]): Json {
  const statuses = [400, 401, 403, 429, 500, 503, ...more].sort();
  return Object.fromEntries(statuses.map((status) => [status, json(problems[status] ?? "", "http-error")]));
}

export const lastEvent = {
  name: "Last-Event-ID",
  in: "header",
  description: "the `id` of the last event that the client has: the stream continues after it",
  schema: { type: "integer", minimum: 0 },
};
export const pathPart = (name: string, description: string) => ({
  ...{ name, in: "path", required: true, description, schema: text },
});
export const workspace = {
  ...{ name: "workspace", in: "query", description: "only the project of this folder", schema: text },
};
