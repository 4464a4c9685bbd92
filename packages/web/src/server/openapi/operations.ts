import { type Parameter, partsIn, type Route } from "@reprise/model/routes";
import { type WireName, wire } from "@reprise/model/schema";
import { z } from "zod";
import { fieldSchema } from "../read-query.ts";

/** Where schemas are in the document. */
export const SCHEMAS = "#/components/schemas/";

export type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const ref = (name: WireName) => ({ $ref: SCHEMAS + name });
const json = (name: WireName) => ({ "application/json": { schema: ref(name) } });

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

/** What a route takes and gives, as an operation of OpenAPI. What is undefined is absent in JSON. */
export function operationOf(operationId: string, route: Route): Json {
  const { path, says, more, isOpen, query = {}, headers = {}, numbered, body } = route;
  const parameters = [
    ...partsIn(path).map(({ name, says }) => ({ name, in: "path", required: true, description: says, schema: text })),
    ...Object.entries(query).map(([name, parameter]) => inQuery(name, parameter)),
    ...Object.entries(headers).map(([name, { says, pattern }]) => inHeader(name, says, { ...text, pattern })),
    ...(numbered ? [inHeader("Last-Event-ID", lastEvent, { type: "integer", minimum: 0 })] : []),
  ];
  const content = body === "bytes" ? bytes : body && json(body);
  return {
    operationId,
    summary: says,
    description: more,
    security: isOpen && [],
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: content && { required: true, content },
    responses: { ...responsesOf(route), ...failing(isOpen ? [403] : statusesOf(route)) },
  };
}

const bytes = { "application/octet-stream": { schema: { ...text, format: "binary" } } };
const lastEvent = "the `id` of the last event that the client has: the stream continues after it";

function inHeader(name: string, description: string, schema: Json): Json {
  return { name, in: "header", description, schema };
}

function inQuery(name: string, parameter: Parameter): Json {
  const { says, required } = parameter;
  return { name, in: "query", description: says, schema: parameterSchema(name, parameter), required };
}

function parameterSchema(name: string, parameter: Parameter): Json {
  if (parameter.is === "flag") return { type: "boolean" };
  if (parameter.is === "field") return { ...z.toJSONSchema(fieldSchema(parameter.of, name)), $schema: undefined };
  if (parameter.is !== "whole") return text;
  const { least, most, byDefault } = parameter;
  return { type: "integer", minimum: least, maximum: most, default: byDefault };
}

function responsesOf(route: Route): Json {
  const { answer, also, lines, streams, sends, socket, replies = {} } = route;
  const others = Object.entries(replies).map(([status, [description, as]]) => {
    const content = as && (as in wire ? json(as as WireName) : { [as]: { schema: schemaFor(as) } });
    const message = status === "101" && socket ? ref(socket) : undefined;
    return [status, { description, content, "x-client-message": message }];
  });
  if (replies[200] ?? replies[204]) return Object.fromEntries(others);
  const headers = Object.entries(sends ?? {}).map(([name, description]) => [name, { description, schema: text }]);
  const isDone = (answer ?? lines ?? streams) === undefined;
  const whole = {
    description: descriptionOf(route),
    headers: sends && Object.fromEntries(headers),
    content: {
      ...(isDone ? { "application/json": { schema: schemaFor("application/json") } } : {}),
      ...(answer && json(answer)),
      ...(also && { [also]: { schema: schemaFor(also) } }),
      ...(lines && { "application/x-ndjson": { schema: ref(lines) } }),
      "text/event-stream": eventsOf(streams ?? lines),
    },
  };
  return { 200: whole, ...Object.fromEntries(others) };
}

function descriptionOf({ answer, lines, streams, numbered }: Route): string {
  const whole = answer === undefined ? lines && `Lines, each a ${lines}` : "The answer";
  if (streams === undefined) return whole ?? "Done";
  const choice = whole === undefined ? "" : `${whole}. With \`Accept: text/event-stream\`: `;
  const events = numbered ? "Events, each with its number as `id`" : "Events";
  return `${choice}${events}. After the last comes the event \`end\`, or \`error\` with the reason (http-error).`;
}

function eventsOf(name: WireName | undefined): Json | undefined {
  if (name === undefined) return undefined;
  const media = { contentMediaType: "text/event-stream", contentSchema: ref(name) };
  return { schema: { ...text, description: `\`data\` holds one ${name}`, ...media } };
}

function schemaFor(type: string): Json {
  return type === "application/json" ? { type: "object" } : text;
}

/** The usual problems, and more that routes of its kind have. */
function statusesOf({ path, body, replies }: Route): readonly number[] {
  const named = replies === undefined ? [404, 409] : path.includes(":") ? [404] : [];
  return [400, 401, 403, ...named, ...(body === undefined ? [] : [413, 415]), 429, 500, 503];
}

function failing(statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: problems[status], content: json("http-error") }]),
  );
}
