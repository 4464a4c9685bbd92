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
export const sessionId = pathPart("id", "a session's id, a unique prefix of it, its thread id or its name");
export const workspace = {
  ...{ name: "workspace", in: "query", description: "only the project of this folder", schema: text },
};

export const inQuery = (name: string, description: string, more: Json = {}) => ({
  ...{ name, in: "query", description, schema: text },
  ...more,
});
export const sessionFile = inQuery("file", "a file of the session, where two homes have the same id");
export const done = { description: "Done", ...content("application/json", { type: "object" }) };

export function reads(
  operationId: string,
  summary: string,
  answer: SchemaName,
  parameters: readonly Json[] = [],
) {
  return {
    get: {
      ...{ operationId, summary, parameters },
      responses: { 200: json("The answer", answer), ...failing(404, 409) },
    },
  };
}

/** `body`: null if there is none. */
export function acts(
  operationId: string,
  summary: string,
  { body, answer, parameters = [] }: { body: SchemaName | null; answer: Json; parameters?: readonly Json[] },
) {
  const requestBody =
    body === null ? {} : { requestBody: { required: true, ...content("application/json", ref(body)) } };
  const responses = { 200: answer, ...failing(404, 409, 413, 415) };
  return { post: { operationId, summary, parameters, ...requestBody, responses } };
}

/** Each `data` holds one value; after the last comes `end`, or `error` with an http-error. */
export function events(name: SchemaName, what: string) {
  const schema = { ...text, description: `\`data\` holds one ${name}` };
  return {
    description: `${what}. After the last comes the event \`end\`, or \`error\` with the reason (http-error).`,
    content: { "text/event-stream": { schema, "x-event": ref(name) } },
  };
}

export function streams(
  operationId: string,
  summary: string,
  answer: Json,
  parameters: readonly Json[] = [],
) {
  return { get: { operationId, summary, parameters, responses: { 200: answer, ...failing(404, 409) } } };
}
