import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChatsOptions, openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import type { ChatEvent, Chats, ChatTurn } from "@reprise/model";

export const thread = "0199aaaa-0000-7000-8000-000000000001";

/** What `codex exec --json` prints; shell lines for `scriptedChats`. */
export const says = {
  started: `echo '{"type":"thread.started","thread_id":"${thread}"}'; echo '{"type":"turn.started"}'`,
  completed: `mkdir -p "$CODEX_HOME/sessions"; echo line >> "$CODEX_HOME/sessions/a.jsonl"; echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'`,
};

/** Chats with a program in place of Codex: a shell script, which may do what no real agent would. */
export function scriptedChats(script: string, env: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "scripted-chats-"));
  const state = join(root, "state");
  const program = join(root, "program");
  const opened: Chats[] = [];
  const setScript = (text: string) => {
    writeFileSync(program, `#!/bin/bash\nROOT=${root}\n${text}\n`);
    chmodSync(program, 0o755);
  };
  setScript(script);
  mkdirSync(join(root, "codex-home"));
  const around = { ...process.env, CODEX_HOME: join(root, "codex-home"), ...env };
  return {
    root,
    state,
    setScript,
    open(options: ChatsOptions = {}): Chats {
      const own = { REPRISE_STATE: state, REPRISE_CACHE: join(root, "cache"), REPRISE_CODEX_BIN: program };
      const chats = openChats(nodeHost({ ...around, ...own }), options);
      opened.push(chats);
      return chats;
    },
    async close() {
      for (const chats of opened) await chats.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export async function eventsOf(turn: ChatTurn): Promise<readonly ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const { event } of turn.events()) events.push(event);
  return events;
}
