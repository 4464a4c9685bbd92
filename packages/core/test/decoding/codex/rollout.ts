import type { Item, ItemBody } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { expect } from "vitest";
import { codexSource } from "../../../src/agents/codex/source.ts";

export const thread = "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8";
export const path = `/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T19-35-21-${thread}.jsonl`;
let ordinal = 0;

/** The number of the next numbered line. */
export function countFrom(first: number): void {
  ordinal = first;
}

export type Payload = Record<string, unknown>;
export const line = (type: string, payload: Payload, more: Payload = {}) =>
  JSON.stringify({ timestamp: "2026-11-15T19:35:21.403Z", type, payload, ...more });
export const numbered = (type: string, payload: Payload, more: Payload = {}) =>
  JSON.stringify({ timestamp: "2026-11-15T19:35:21.403Z", ordinal: ordinal++, type, payload, ...more });
export const meta = (more: Payload = {}) => ({
  id: thread,
  timestamp: "2026-11-15T19:35:21.378Z",
  cwd: "/srv/proj-a",
  cli_version: "0.166.0",
  source: "cli",
  ...more,
});
export const event = (type: string, more: Payload = {}) => line("event_msg", { type, ...more });
export const response = (type: string, more: Payload = {}) => line("response_item", { type, ...more });
export const user = (text: string, marks?: Payload) =>
  response("message", {
    role: "user",
    content: [{ type: "input_text", text }],
    ...(marks ? { internal_chat_message_metadata_passthrough: marks } : {}),
  });
export const assistant = (text: string) =>
  response("message", { role: "assistant", content: [{ type: "output_text", text }] });
export const completed = (item: Payload, turn = "t1") =>
  event("item_completed", { thread_id: thread, turn_id: turn, item });

export async function read(lines: readonly string[], name = path) {
  const host = memoryHost({ [name]: lines.map((text) => `${text}\n`).join("") });
  const { rollouts } = codexSource.locate("/home/dev/.codex", host);
  const [rollout] = rollouts;
  if (!rollout) throw new Error("not located");
  const reading = await transcriptOf(rollout, codexSource, host, { all: rollouts });
  // Whatever a test reads, the quick way of reading must have told the same.
  expect(reading.peeked).toEqual(reading.outline);
  return { ...reading, items: reading.turns.flatMap(({ items }) => items).map(bodyOf) };
}

export function bodyOf({ id: _id, at: _at, origin: _origin, ...body }: Item): ItemBody {
  return body;
}
