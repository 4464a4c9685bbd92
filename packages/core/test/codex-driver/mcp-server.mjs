// A tiny MCP server: `echo` gives back its text, `ask` asks a form and gives back the answer.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const inputSchema = { type: "object", properties: { text: { type: "string" } } };
const tools = [
  { name: "echo", inputSchema },
  { name: "ask", inputSchema, annotations: { readOnlyHint: true } },
];
const requestedSchema = {
  type: "object",
  properties: { name: { type: "string", title: "Name" }, age: { type: "integer" }, ok: { type: "boolean" } },
};
const formId = 900;
let waitingCall = null;

createInterface({ input: process.stdin }).on("line", (line) => take(JSON.parse(line)));

function take({ id, method, params, result }) {
  const told = (text) => ({ content: [{ type: "text", text }] });
  if (method === "initialize")
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "echo", version: "1" },
      },
    });
  else if (method === "tools/list") send({ id, result: { tools } });
  else if (method === "tools/call" && params.name === "ask") {
    waitingCall = id;
    send({ id: formId, method: "elicitation/create", params: { message: "Who?", requestedSchema } });
  } else if (method === "tools/call") send({ id, result: told(params.arguments.text) });
  else if (id === formId) send({ id: waitingCall, result: told(JSON.stringify(result)) });
  else if (id !== undefined && method) send({ id, result: {} });
}
