// An MCP server with one tool, `lookup`, and one resource, `notes://board`.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const inputSchema = { type: "object", properties: { word: { type: "string" } } };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: "notes", version: "1" },
  }),
  "tools/list": () => ({ tools: [{ name: "lookup", description: "Looks up a word.", inputSchema }] }),
  "tools/call": () => ({ content: [{ type: "text", text: "GIVEN-LOOKUP found it" }] }),
  "resources/list": () => ({
    resources: [{ uri: "notes://board", name: "board", mimeType: "text/plain" }],
  }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": ({ uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "GIVEN-RESOURCE on the board" }],
  }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && method) send({ id, result: answers[method]?.(params) ?? {} });
});
