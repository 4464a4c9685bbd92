import { listQuerySchema, usageQuerySchema } from "@reprise/model/schema";
import { z } from "zod";
import { MOST_ROWS } from "../query.ts";
import { annotationPaths } from "./annotation-paths.ts";
import { pagePaths } from "./page-paths.ts";
import {
  content,
  events,
  failing,
  type Json,
  json,
  lastEvent,
  pathPart,
  ref,
  sessionFile,
  sessionId,
  text,
  workspace,
} from "./parts.ts";
import { projectPaths } from "./project-paths.ts";
import { reviewPaths } from "./review-paths.ts";
import { runnerPaths } from "./runner-paths.ts";
import { componentSchemas, type SchemaName } from "./schemas.ts";
import { viewPaths } from "./view-paths.ts";
import { workbenchPaths } from "./workbench-paths.ts";

export interface Route {
  /** In capitals. */
  readonly method: string;
  /** Such as `/chat/:id`. */
  readonly path: string;
}

/** The OpenAPI 3.1 document of a server with these routes, made from the schemas that it checks with. */
export function openApiDocument(version: string, routes: readonly Route[]): Json {
  const paths = pathsOf(routes);
  return {
    openapi: "3.1.0",
    info: {
      title: "Reprise",
      version,
      description: "Chats with coding agents, one message a turn, and the sessions of this machine.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: componentSchemas(paths),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

/** What `everyPath` says of the routes. */
function pathsOf(routes: readonly Route[]): Json {
  const served = new Set(
    routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  const parts = Object.entries(everyPath()).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([method]) => served.has(`${method} ${path}`));
    return [path, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(parts.filter(([, methods]) => Object.keys(methods).length > 0));
}

/** Of a server with everything. */
export function everyPath(): Readonly<Record<string, Json>> {
  return {
    ...mainPaths,
    ...viewPaths,
    ...runnerPaths,
    ...projectPaths,
    ...reviewPaths,
    ...annotationPaths,
    ...workbenchPaths,
    ...pagePaths,
  };
}

const chatId = pathPart("id", "the `chat_id`");
const turnId = pathPart("turn", "from the header `Reprise-Turn`, or the chat");

const eventStream = {
  description: "Numbered events; the last is `result`",
  headers: { "Reprise-Turn": { description: "the id of the turn", schema: text } },
  content: {
    "application/x-ndjson": { schema: ref("chat-line") },
    "text/event-stream": { schema: { type: "string", description: "`data` holds the same JSON" } },
  },
};

/** The answer as a whole, or in parts for whoever accepts events. */
function orEvents(whole: { description: string; content: Json }, part: SchemaName) {
  const { description, content } = events(part, `With \`Accept: text/event-stream\`, one ${part} each`);
  return { description: `${whole.description}. ${description}`, content: { ...whole.content, ...content } };
}

const inQuery = (schema: z.ZodObject) =>
  Object.entries(z.toJSONSchema(schema).properties ?? {}).map(([name, part]) => ({
    ...{ name, in: "query", schema: part },
  }));
const filters = inQuery(listQuerySchema.omit({ scope: true, limit: true, cursor: true, order: true }));
const usageParameters = inQuery(usageQuerySchema.omit({ scope: true }));
const listParameters = [
  workspace,
  ...filters,
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: MOST_ROWS, default: 50 } },
];

const mainPaths = {
  "/chat": {
    post: {
      operationId: "sendMessage",
      summary: "Send a message to a chat and stream what happens",
      description:
        "A client that disconnects cancels the turn, unless `detach` is true. A message with an Idempotency-Key runs once, " +
        "however often it is sent: later requests get the recorded events.",
      parameters: [
        {
          name: "Idempotency-Key",
          in: "header",
          description: "names this message within its chat",
          schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" },
        },
        lastEvent,
      ],
      requestBody: { required: true, ...content("application/json", ref("chat-request")) },
      responses: { 200: eventStream, ...failing(404, 409, 413, 415) },
    },
  },
  "/chat/{id}": {
    get: {
      operationId: "getChat",
      summary: "A chat and its latest turns",
      parameters: [chatId],
      responses: { 200: json("The chat", "chat"), ...failing(404) },
    },
  },
  "/chat/{id}/turns/{turn}/events": {
    get: {
      operationId: "followTurn",
      summary: "The events of a turn, from any number, as they come",
      parameters: [chatId, turnId, lastEvent],
      responses: { 200: eventStream, ...failing(404) },
    },
  },
  "/chat/{id}/turns/{turn}/cancel": {
    post: {
      operationId: "cancelTurn",
      summary: "Stop a turn",
      parameters: [chatId, turnId],
      responses: { 200: json("It has ended", "turn-cancelled"), ...failing(404, 409) },
    },
  },
  "/sessions": {
    get: {
      operationId: "listSessions",
      summary: "One page of the sessions on this machine, newest first unless `order` is given",
      parameters: [
        ...listParameters,
        ...inQuery(listQuerySchema.pick({ order: true })),
        { name: "cursor", in: "query", description: "`next` of an earlier page", schema: text },
      ],
      responses: { 200: json("A page", "list"), ...failing() },
    },
  },
  "/sessions/{id}": {
    get: {
      operationId: "readSession",
      summary: "One session, or some of its turns",
      parameters: [
        sessionId,
        sessionFile,
        {
          name: "last",
          in: "query",
          description: "only the last turns",
          schema: { type: "integer", minimum: 1 },
        },
        { name: "turns", in: "query", description: "only these, such as 3-5", schema: text },
      ],
      responses: { 200: orEvents(json("The session", "show"), "export"), ...failing(404) },
    },
  },
  "/search": {
    get: {
      operationId: "searchSessions",
      summary: "What was said, run or edited: one hit a line",
      parameters: [
        {
          name: "text",
          in: "query",
          required: true,
          description: "words, all of which must be there",
          schema: text,
        },
        ...listParameters,
      ],
      responses: {
        200: orEvents({ description: "Hits", ...content("application/x-ndjson", ref("search")) }, "search"),
        ...failing(),
      },
    },
  },
  "/usage": {
    get: {
      operationId: "getUsage",
      summary: "Tokens, working time, commands and edits by day and by session",
      parameters: [workspace, ...usageParameters],
      responses: { 200: json("Figures", "usage"), ...failing() },
    },
  },
  "/healthz": {
    get: {
      operationId: "getHealth",
      summary: "Whether the server takes messages",
      security: [],
      responses: { 200: json("It does", "health"), 503: json("It is shutting down", "health") },
    },
  },
  "/metrics": {
    get: {
      operationId: "getMetrics",
      summary: "Counts for Prometheus",
      responses: { 200: { description: "Metrics", ...content("text/plain", text) }, ...failing() },
    },
  },
  "/openapi.json": {
    get: {
      operationId: "getOpenApi",
      summary: "This document",
      responses: {
        200: { description: "OpenAPI 3.1", ...content("application/json", { type: "object" }) },
        ...failing(),
      },
    },
  },
} as const;
