import type { ChatEventOf } from "@reprise/model";
import type { ChatStore, StoredChat, StoredTurn } from "../store/chat-store.ts";

const mostTurns = 5;
const mostCalls = 20;
const mostText = 300;

/**
 * What turns since the last completed one did although the conversation does not show them: in a shared workspace their
 * changes stay. Null if they did nothing.
 */
export async function recapOf({ chat, turns }: StoredChat, store: ChatStore): Promise<string | null> {
  // The present turn too: another worker may have begun it.
  const lost = turns.slice(turns.findLastIndex(({ status }) => status === "completed") + 1);
  const told: string[] = [];
  for (const turn of lost.slice(-mostTurns)) {
    const calls = await callsOf(chat, turn, store);
    if (calls.length > 0) told.push(`- ${quoted(turn.message)} (${turn.status}): ${calls.join("; ")}`);
  }
  if (told.length === 0) return null;
  return [
    "Note from Reprise: these messages did not complete, and this conversation does not show them. What was done in the workspace has stayed:",
    ...told,
    "Check the workspace before you rely on it. The message now:",
  ].join("\n");
}

async function callsOf(chat: string, { turn }: StoredTurn, store: ChatStore): Promise<readonly string[]> {
  const calls = new Map<string, { readonly text: string; outcome: string }>();
  for await (const { event } of store.events(chat, turn)) {
    if (event.type === "tool_use") calls.set(event.tool_id, { text: textOf(event), outcome: "unknown" });
    const call = event.type === "tool_result" ? calls.get(event.tool_id) : undefined;
    if (call && event.type === "tool_result") call.outcome = event.status;
  }
  const lines = [...calls.values()].map(({ text, outcome }) => `${text} (outcome: ${outcome})`);
  const left = lines.length - mostCalls;
  return left > 0 ? [...lines.slice(0, mostCalls), `and ${left} more`] : lines;
}

function textOf({ tool_name, parameters }: ChatEventOf<"tool_use">): string {
  const { command, changes } = (parameters ?? {}) as { command?: unknown; changes?: unknown };
  if (typeof command === "string") return `ran ${quoted(command)}`;
  if (!Array.isArray(changes)) return `used ${tool_name}`;
  const paths = changes.map((change) => String((change as { path?: unknown }).path));
  return `changed ${quoted(paths.join(", "))}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > mostText ? `${text.slice(0, mostText)}…` : text);
}
