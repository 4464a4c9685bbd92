import { asThreadId, SessionError, type ThreadId, tryParseJson } from "@reprise/model";
import type { DatabaseCopy } from "../../../host/database/database-copy.ts";
import { nodeHost } from "../../../host/node-host.ts";
import type { EndedTurn, ExecTurn } from "../../exec/exec-agent.ts";
import { type Foreign, fieldOf, isForeign, textOf } from "../../foreign.ts";
import { existingHomes } from "../../reading/source.ts";
import { databaseStore } from "../read/database-store.ts";
import { databasesIn, opencodeHomes, openDatabase } from "../read/locations.ts";
import { asTyped } from "../read/prompt-text.ts";
import type { SessionStore, StoredMessage, StoredText } from "../read/session-store.ts";
import { opencodeHomeEnv } from "./home.ts";

/** The event that `opencode run` prints for a part. */
const eventOf: Readonly<Record<string, string>> = {
  "step-start": "step_start",
  text: "text",
  reasoning: "reasoning",
  tool: "tool_use",
  "step-finish": "step_finish",
};

/** 1.15 exits before its last events are printed: reads them from the store. Empty if the store has no answer. */
export function missingLines({ prompt, launch }: ExecTurn, heard: EndedTurn): readonly Foreign[] {
  const home = launch.home === null ? {} : opencodeHomeEnv(launch.home);
  const host = nodeHost({ ...launch.env, ...home });
  try {
    for (const path of existingHomes(opencodeHomes(host), host).flatMap((folder) => databasesIn(folder, host))) {
      const copy = openDatabase(path, host);
      const thread = copy && (heard.thread ?? newSession(copy, launch.settings.cwd, heard));
      const lines = thread ? answerIn(databaseStore(copy, thread), thread, prompt.text, heard) : [];
      copy?.close();
      if (lines.length > 0) return lines;
    }
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
  }
  return [];
}

/** Null if there are several. */
function newSession(copy: DatabaseCopy, cwd: string | null, { sinceMs }: EndedTurn): ThreadId | null {
  const sql = "SELECT id FROM session WHERE directory = ? AND time_created >= ? AND parent_id IS NULL";
  const [found, ...others] = copy.all(sql, cwd, sinceMs);
  return found && others.length === 0 ? asThreadId(String(found.id)) : null;
}

function answerIn(store: SessionStore, thread: ThreadId, prompt: string, { sinceMs }: EndedTurn): readonly Foreign[] {
  const said = store.messages().filter(({ createdMs }) => createdMs >= sinceMs);
  const asked = said.findIndex((message) => textIn(store, message) === prompt.trim());
  if (asked === -1) return [];
  return said.slice(asked + 1).flatMap((message) => {
    const info = jsonIn(store.message(message));
    if (info?.role !== "assistant") return [];
    const parts = store.parts(message).flatMap((part) => lineOf(part, thread));
    return info.error == null ? parts : [...parts, { type: "error", sessionID: thread, error: info.error }];
  });
}

function textIn(store: SessionStore, message: StoredMessage): string {
  const texts = store.parts(message).map((part) => textOf(jsonIn(part)?.text) ?? "");
  return asTyped(texts.join("").trim()).trim();
}

/** Running tools are not printed. */
function lineOf(stored: StoredText, thread: ThreadId): Foreign[] {
  const part = jsonIn(stored);
  const type = eventOf[textOf(part?.type) ?? ""];
  const isOpen = /^(?:running|pending)$/.test(textOf(fieldOf(part, "state", "status")) ?? "");
  return type === undefined || isOpen ? [] : [{ type, sessionID: thread, part: { ...part, id: stored.id } }];
}

function jsonIn(stored: StoredText | null): Foreign | null {
  const value = stored && tryParseJson(stored.text);
  return isForeign(value) ? value : null;
}
