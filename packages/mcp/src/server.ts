import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { SessionError, safeText } from "@reprise/model";
import type { Given } from "./given.ts";
import { inputSchemaOf, type Tool } from "./tool.ts";
import { listSessions } from "./tools/list-sessions.ts";

export type { Given } from "./given.ts";

const instructions =
  "Reads the past and running sessions of the coding agents on this machine. Nothing here changes a session or starts an agent. " +
  'list_sessions and search_sessions look at the project of the current folder; scope "all" looks at every project. ' +
  "Secrets are replaced by [redacted …].";

/** All tools only read: a client need not ask before it calls one. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** An MCP server over a library, to be connected to a transport. */
export function mcpServer(given: Given): Server {
  const tools: readonly Tool[] = [listSessions(given)];
  const server = new Server(
    { name: "reprise", title: "Reprise", version: given.version },
    { capabilities: { tools: {} }, instructions },
  );
  /** Every text that leaves passes here. */
  const leaving = (text: string) => given.redact(safeText(text));
  const explain = (error: unknown) => {
    if (!(error instanceof SessionError)) given.onUnexpected(error);
    return leaving(messageOf(error));
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => ({
      ...{ name: tool.name, title: tool.title, description: tool.description },
      inputSchema: inputSchemaOf(tool),
      annotations: { title: tool.title, ...annotations },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) {
      const names = tools.map(({ name }) => name).join(", ");
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no tool ${leaving(params.name)}. Tools: ${names}.`,
      );
    }
    try {
      const text = await tool.run(params.arguments, given, signal);
      return { content: [{ type: "text", text: leaving(text) }] };
    } catch (error) {
      return { content: [{ type: "text", text: explain(error) }], isError: true };
    }
  });
  return server;
}

function messageOf(error: unknown): string {
  if (!(error instanceof SessionError)) return error instanceof Error ? error.message : String(error);
  return [error.message, ...error.candidates.map((candidate) => `- ${candidate}`)].join("\n");
}
