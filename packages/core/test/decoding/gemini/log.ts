import type { Item } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { geminiSource } from "../../../src/agents/gemini/source.ts";
import type { Fact } from "../../../src/agents/reading/fact.ts";
import type { Depth, RolloutRef } from "../../../src/agents/reading/source.ts";

export const home = "/home/dev/.gemini";
export const logPath = `${home}/tmp/proj-a/chats/session-2026-11-15T12-00-c0000001.jsonl`;

export type Fields = Record<string, unknown>;

/** The time of the n-th second. */
export function time(second: number): string {
  return new Date(Date.UTC(2026, 10, 15, 12, 0, second)).toISOString();
}

export function header(more: Fields = {}): Fields {
  return {
    sessionId: "c1",
    projectHash: "hash",
    startTime: time(0),
    lastUpdated: time(0),
    kind: "main",
    ...more,
  };
}

export const context = user("ctx", "<session_context>\nThis is the Gemini CLI.");

export function user(id: string, text: string, more: Fields = {}): Fields {
  return { id, timestamp: time(1), type: "user", content: [{ text }], ...more };
}

export function gemini(id: string, content: unknown, more: Fields = {}): Fields {
  return { id, timestamp: time(2), type: "gemini", content, model: "gemini-2.5-flash", ...more };
}

export function shell(id: string, output: string | null, more: Fields = {}): Fields {
  const response = { id, name: "run_shell_command", response: { output } };
  const result = output === null ? null : [{ functionResponse: response }];
  return {
    id,
    name: "run_shell_command",
    args: { command: "ls" },
    result,
    status: "success",
    timestamp: time(3),
    ...more,
  };
}

export function answer(id: string, callId: string, response: unknown, name = "run_shell_command"): Fields {
  return {
    id,
    timestamp: time(4),
    type: "user",
    content: [{ functionResponse: { id: callId, name, response } }],
  };
}

export function all(messages: readonly Fields[], second = 5): Fields {
  return { $set: { messages, lastUpdated: time(second) } };
}

export function rolloutAt(path: string, sizeBytes = 1): RolloutRef {
  return {
    agent: "gemini",
    home,
    key: path,
    path,
    sizeBytes,
    mtimeMs: 1,
    version: "1",
    thread: null,
    rolloutId: null,
    archived: false,
  };
}

export function textOfRecords(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

export async function factsOf(
  records: readonly unknown[],
  how: { path?: string; depth?: Depth; files?: Record<string, string> } = {},
): Promise<Fact[]> {
  const { path = logPath, depth = "full", files = {} } = how;
  const host = memoryHost({ ...files, [path]: textOfRecords(records) });
  const facts: Fact[] = [];
  for await (const piece of geminiSource.decode(rolloutAt(path), host, { depth })) facts.push(...piece.facts);
  return facts;
}

/** The turns of a session as a person would see them, each item as its kind and what it says. */
export async function seen(records: readonly unknown[], path = logPath) {
  const host = memoryHost({ [path]: textOfRecords(records) });
  const { turns, outline } = await transcriptOf(rolloutAt(path), geminiSource, host);
  return {
    about: outline.about,
    title: outline.title,
    turns: turns.map(({ number, state, items }) => ({ number, state, items: items.map(shownOf) })),
    marks: turns.flatMap(({ items }) => items.flatMap((item) => (item.kind === "notice" && item.mark) || [])),
  };
}

export function shownOf({ id: _id, at: _at, origin: _origin, ...body }: Item) {
  if (body.kind === "attachment") return `${body.what} ${body.name}: ${body.text}`;
  return body.kind === "prompt" || body.kind === "reply" || body.kind === "reasoning" || body.kind === "notice"
    ? `${body.kind}: ${body.text}`
    : body;
}

export const [u1, g1, u2, g2] = [user("u1", "One"), gemini("g1", "First."), user("u2", "Two"), gemini("g2", "Second.")];
export const begun = [header(), all([context], 0), u1, g1];
