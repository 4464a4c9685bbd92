import type { ItemBody, WorkStatus } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, textOf } from "../../foreign.ts";
import { contentText } from "./message.ts";

/** Calls whose fields have the same names in rollouts and in the app server. */
export function mcpCall(item: Foreign): ItemBody {
  const name = mcpName(item.server, item.tool);
  const [input, output] = [item.arguments ?? null, mcpOutput(item)];
  return { kind: "tool", name, input, output, status: statusOf(item.status) };
}

export function agentCall(item: Foreign): ItemBody {
  // `spawnAgent` in the app server is `spawn_agent` in rollouts.
  const tool = (textOf(item.tool) ?? "call").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const name = `agent.${tool}`;
  return { kind: "tool", name, input: textOf(item.prompt), output: null, status: statusOf(item.status) };
}

export function webSearch(item: Foreign): ItemBody {
  const input = { query: item.query ?? null, action: item.action ?? null };
  return { kind: "tool", name: "web_search", input, output: "", status: "done" };
}

export function imageView(item: Foreign): ItemBody {
  const input = { path: item.path ?? null };
  return { kind: "tool", name: "view_image", input, output: "", status: "done" };
}

export function mcpName(server: unknown, tool: unknown): string {
  return `mcp__${String(server)}__${String(tool)}`;
}

/** `result` is `{content}` today; it was `{"Ok":{content}}` or `{"Err":text}`. */
export function mcpOutput(call: Foreign): string | null {
  const result = fieldOf(call.result, "Ok") ?? call.result;
  const failure = textOf(fieldOf(call.error, "message")) ?? textOf(fieldOf(call.result, "Err")) ?? textOf(call.error);
  if (failure !== null) return failure;
  return isForeign(result) ? contentText(result.content) : null;
}

export function statusOf(status: unknown): WorkStatus {
  const word = textOf(isForeign(status) ? Object.keys(status)[0] : status)?.toLowerCase();
  if (word === "completed" || word === "success") return "done";
  if (word === "declined") return "declined";
  if (word === "in_progress" || word === "inprogress" || word === undefined) return "open";
  return "failed";
}
