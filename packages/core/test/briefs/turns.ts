import {
  asThreadId,
  type Item,
  type ItemBody,
  type SessionSummary,
  sessionIdOf,
  type Timestamp,
  type Turn,
  type TurnState,
} from "@reprise/model";
import type { BriefAbout } from "../../src/restore/brief/brief.ts";

/** Turns of these items; their ids are `<turn>.<number from 1>`. */
export function turnOf(number: number, state: TurnState, items: readonly ItemBody[]): Turn {
  return {
    number,
    state,
    startedAt: null,
    endedAt: null,
    items: items.map(
      (body, index): Item => ({
        ...body,
        id: `${number}.${index + 1}`,
        at: null,
        origin: { file: "/rollout.jsonl", line: index + 1, byteOffset: number * 10_000 + index },
      }),
    ),
  };
}

export const prompt = (text: string): ItemBody => ({ kind: "prompt", text });
export const reply = (text: string): ItemBody => ({ kind: "reply", text });
export const command = (text: string, exitCode: number | null, output: string | null): ItemBody => ({
  kind: "command",
  command: text,
  output,
  exitCode,
  status: exitCode === null ? "open" : exitCode === 0 ? "done" : "failed",
});
export const edit = (path: string, diff: string | null, change: "add" | "update" = "update"): ItemBody => ({
  kind: "edit",
  changes: [{ path, change, diff }],
  status: "done",
});

const thread = asThreadId("01a1e0b7-5103-7c21-b17f-df681d6fefd6");

export const someSession: SessionSummary = {
  id: sessionIdOf("codex", thread),
  shortId: "01a1e0b7-5103",
  agent: "codex",
  thread,
  title: "",
  name: null,
  tags: [],
  state: "interrupted",
  parkedUntil: null,
  owner: null,
  workspace: "/home/me/shop",
  createdAt: "2026-11-15T18:00:04.000Z" as Timestamp,
  updatedAt: "2026-11-15T19:41:15.710Z" as Timestamp,
  turnCount: 6,
  itemCount: 40,
  messageCount: 12,
  toolCount: 20,
  model: "gpt-5.2-codex",
  source: "cli",
  archived: false,
  hidden: false,
  subagentOf: null,
  lineage: null,
  sizeBytes: 2048,
  damageCount: 0,
  files: [],
};

export const nothingElse: BriefAbout = {
  session: someSession,
  files: `/home/me/.codex/sessions/2026/11/15/rollout-2026-11-15T19-37-52-${thread}.jsonl`,
  drift: [],
  unfinished: [],
  pending: [],
};
