import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const thread = "01a1e000-0000-7000-8000-000000010000";

/** A session of Codex with that many turns, each a prompt and numbered replies; answers with its id. */
export function putLongSession(
  { agentHome, folder }: { readonly agentHome: string; readonly folder: string },
  { turns, replies }: { readonly turns: number; readonly replies: number },
): string {
  const sessions = join(agentHome, "sessions/2026/11/01");
  mkdirSync(sessions, { recursive: true });
  const start = Date.parse("2026-11-01T10:00:00.000Z");
  const lines = recordsOf(folder, turns, replies).map((record, index) =>
    JSON.stringify({ timestamp: new Date(start + index).toISOString(), ordinal: index, ...record }),
  );
  writeFileSync(join(sessions, `rollout-2026-11-01T10-00-00-${thread}.jsonl`), `${lines.join("\n")}\n`);
  return `codex:${thread}`;
}

function recordsOf(cwd: string, turns: number, replies: number): object[] {
  const meta = {
    session_id: thread,
    id: thread,
    timestamp: "2026-11-01T10:00:00.000Z",
    cwd,
    originator: "cli",
    cli_version: "0.166.0",
    source: "cli",
    model_provider: "scripted",
    history_mode: "paginated",
  };
  return [
    { type: "session_meta", payload: meta },
    ...Array.from({ length: turns }, (_, index) => turnOf(index + 1, replies)).flat(),
  ];
}

function turnOf(number: number, replies: number): object[] {
  const id = `01a1e000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  const texts = Array.from({ length: replies }, (_, index) => `Reply ${number}.${index + 1}`);
  return [
    { type: "event_msg", payload: { type: "task_started", turn_id: id } },
    { type: "response_item", payload: prompt(`prompt ${number}`) },
    ...texts.map((text) => ({ type: "response_item", payload: reply(text) })),
    {
      type: "event_msg",
      payload: { type: "task_complete", turn_id: id, last_agent_message: texts.at(-1) ?? null },
    },
  ];
}

function prompt(text: string): object {
  const metadata = {
    content_item_kinds: ["user.text"],
    content_item_metadata: [{ provenance: { type: "user" } }],
  };
  return {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }],
    internal_chat_message_metadata_passthrough: metadata,
  };
}

function reply(text: string): object {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
}
