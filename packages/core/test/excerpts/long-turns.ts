import { mkdirSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";

export const thread = "01a1e0b7-5103-7c21-b17f-000000000001";
const turn = "01a1e0b7-512e-77c2-b503-000000000002";

function line(type: string, payload: object): string {
  return `${JSON.stringify({ timestamp: "2026-11-15T19:37:52.690Z", type, payload })}\n`;
}

function message(role: string, text: string): string {
  const kind = role === "user" ? "input_text" : "output_text";
  return line("response_item", { type: "message", role, content: [{ type: kind, text }] });
}

function call(id: string, command: string, output: string): string {
  const args = JSON.stringify({ cmd: command });
  return (
    line("response_item", { type: "function_call", name: "exec_command", arguments: args, call_id: id }) +
    line("response_item", {
      type: "function_call_output",
      call_id: id,
      output: `Process exited with code 0\nOutput:\n${output}`,
    })
  );
}

/** The same as Codex writes it today: lines are numbered, and each text is told twice, in the order of the agent. */
export function writeNumberedTurn(home: string, calls: number, outputBytes: number, lastBytes: number): void {
  const path = join(home, "sessions/2026/11/15", `rollout-2026-11-15T19-37-52-${thread}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  let ordinal = 0;
  const numbered = (lines: string) =>
    lines.replace(/^\{"timestamp":"[^"]*",/gm, (start) => {
      ordinal += 1;
      return `${start}"ordinal":${ordinal - 1},`;
    });
  const told = (text: string, id: string) =>
    line("event_msg", {
      type: "item_completed",
      thread_id: thread,
      turn_id: turn,
      item: { type: "AgentMessage", id, content: [{ type: "Text", text }] },
    }) +
    line("response_item", {
      type: "message",
      role: "assistant",
      id,
      content: [{ type: "output_text", text }],
    });
  const output = "all work and no play ".repeat(Math.ceil(outputBytes / 21)).slice(0, outputBytes);
  let text = numbered(
    line("session_meta", { id: thread, timestamp: "2026-11-15T19:37:52.649Z", cwd: "/srv/proj-a" }) +
      line("event_msg", { type: "task_started", turn_id: turn }) +
      message("user", "Read everything."),
  );
  for (let number = 1; number <= calls; number += 1)
    text += numbered(
      told(`Now ${number}.`, `msg_${number}`) + call(`c${number}`, `cat ${number}.txt`, `${output}${number}`),
    );
  text += numbered(told(`That was all of it.${" ".repeat(lastBytes)}`, "msg_last"));
  writeFileSync(path, text + numbered(line("event_msg", { type: "task_complete", turn_id: turn })));
}

/** A session of Codex with one turn: so many calls with outputs of so many bytes; then, if asked for, one line of so many. */
export async function writeLongTurn(
  home: string,
  { calls, outputBytes, lastBytes = 0 }: { calls: number; outputBytes: number; lastBytes?: number },
): Promise<void> {
  const path = join(home, "sessions/2026/11/15", `rollout-2026-11-15T19-37-52-${thread}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(path, "w");
  const output = "all work and no play ".repeat(Math.ceil(outputBytes / 21)).slice(0, outputBytes);
  try {
    await file.write(
      line("session_meta", { id: thread, timestamp: "2026-11-15T19:37:52.649Z", cwd: "/srv/proj-a" }) +
        line("event_msg", { type: "task_started", turn_id: turn }) +
        message("user", "Read everything."),
    );
    for (let number = 1, some = ""; number <= calls; number += 1) {
      some += call(`c${number}`, `cat ${number}.txt`, `${output}${number}`);
      if (some.length > 4_000_000 || number === calls) {
        await file.write(some);
        some = "";
      }
    }
    if (lastBytes > 0) {
      const [head, tail] = message("assistant", "|").split("|") as [string, string];
      await file.write(head);
      const part = "0123456789".repeat(100_000);
      for (let written = 0; written < lastBytes; written += part.length) await file.write(part);
      await file.write(tail);
    }
    await file.write(message("assistant", "That was all of it."));
    await file.write(line("event_msg", { type: "task_complete", turn_id: turn }));
  } finally {
    await file.close();
  }
}

/** The same of Claude Code, which names each line by the one before it. */
export function writeLongClaudeTurn(home: string, calls: number, outputBytes: number): void {
  const session = "22222222-2222-4222-8222-222222222222";
  const path = join(home, "projects/-srv-proj-a", `${session}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  let before: string | null = null;
  let count = 0;
  const record = (type: "user" | "assistant", content: unknown): string => {
    count += 1;
    const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    const about = { parentUuid: before, uuid, sessionId: session, cwd: "/srv/proj-a", version: "2.1.0" };
    const timestamp = "2026-11-15T19:37:52.690Z";
    before = uuid;
    return `${JSON.stringify({ ...about, type, timestamp, isSidechain: false, message: { role: type, content } })}\n`;
  };
  let text = record("user", "Read everything.");
  for (let number = 1; number <= calls; number += 1) {
    const id = `toolu_${number}`;
    const input = { command: `cat ${number}.txt` };
    text += record("assistant", [{ type: "tool_use", id, name: "Bash", input }]);
    const content = `${"z".repeat(outputBytes)}${number}`;
    text += record("user", [{ type: "tool_result", tool_use_id: id, content, is_error: false }]);
  }
  writeFileSync(path, text + record("assistant", [{ type: "text", text: "That was all of it." }]));
}
