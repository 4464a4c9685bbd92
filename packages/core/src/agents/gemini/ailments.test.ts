import type { Ailment } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { RolloutRef } from "../reading/source.ts";
import { geminiAilments } from "./ailments.ts";
import { geminiSource } from "./source.ts";

const home = "/home/dev/.gemini";
const path = `${home}/tmp/proj-a/chats/session-2026-11-15T21-50-a0000009.jsonl`;

type Fields = Record<string, unknown>;
const header = {
  sessionId: "a0000009-0000-4000-8000-000000000009",
  projectHash: "x",
  startTime: "2026-11-15T21:50:25.250Z",
};
const user = (id: string, content: unknown) => ({
  id,
  type: "user",
  content,
  timestamp: "2026-11-15T21:50:26.000Z",
});
const reply = (id: string, content: unknown, more: Fields = {}) => ({
  id,
  type: "gemini",
  content,
  model: "gemini-2.5",
  ...more,
});
const answerOf = (id: string) => ({ functionResponse: { id, name: "x", response: {} } });
const running = { toolCalls: [{ id: "c1", name: "run_shell_command", args: {}, status: "executing" }] };

async function scanned(...records: (Fields | string)[]) {
  const lines = [header, ...records].map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
  const host = memoryHost({ [path]: lines.map((line) => `${line}\n`).join("") });
  const [rollout] = geminiSource.locate(home, host).rollouts;
  const found: Ailment[] = [];
  for await (const ailment of geminiAilments.scan(rollout as RolloutRef, host)) found.push(ailment);
  return found.map(({ kind, line }) => [kind, line]);
}

describe("what Gemini CLI would send", () => {
  it("holds calls without result, outputs without call, images and texts that no model takes", async () => {
    const image = { inlineData: { mimeType: "image/png", data: "AAAA" } };
    const loose = { functionResponse: { id: "c9", name: "x", response: {} } };
    expect(
      await scanned(
        user("m1", [{ text: "go \0" }, image]),
        reply("m2", "", running),
        user("m3", [loose]),
        user("m4", [{ text: "next" }]),
        "{ torn",
      ),
    ).toEqual([
      ["nul", 2],
      ["broken-image", 2],
      ["orphan-call", 3],
      ["orphan-output", 4],
      ["unreadable-line", 6],
    ]);
  });

  it("is a message as it was written last, without what was taken back or listed no more", async () => {
    const done = {
      toolCalls: [{ ...running.toolCalls[0], status: "success", result: [answerOf("c1")] }],
    };
    expect(await scanned(user("m1", "go"), reply("m2", "", running), reply("m2", "", done))).toEqual([]);
    expect(await scanned(user("m1", "go"), user("m2", "bad \0"), { $rewindTo: "m2" })).toEqual([]);
    expect(await scanned(user("m1", "bad \0"), { $set: { messages: [user("m3", "good")] } })).toEqual([]);
    expect(await scanned(user("m1", "go"), { $set: { messages: [user("m3", "bad \0")] } })).toEqual([["nul", 3]]);
  });

  it("is too long when the last turn failed so", async () => {
    const failed = {
      id: "e1",
      type: "error",
      content: "The input token count (9) exceeds the maximum number of tokens allowed (1).",
    };
    expect(await scanned(user("m1", "go"), failed)).toEqual([["context-full", 3]]);
    expect(await scanned(user("m1", "go"), failed, user("m2", "on"), reply("m3", "fine"))).toEqual([]);
  });

  it("holds an output twice that stands with its call and as a message of its own: told once, with their number", async () => {
    const answered = (id: string) => ({
      toolCalls: [{ id, name: "x", args: {}, status: "success", result: answer(id) }],
    });
    const answer = (id: string) => [answerOf(id)];
    const records = [
      user("m1", "go"),
      reply("m2", "", answered("c1")),
      user("m3", answer("c1")),
      reply("m4", "", answered("c2")),
      user("m5", answer("c2")),
    ];
    expect(await scanned(...records)).toEqual([["duplicate-output", 4]]);
    expect(await scanned(records[0] as Fields, records[1] as Fields)).toEqual([]);
  });
});

describe("a list without the messages so far", () => {
  const context = user("c", [{ text: "<session_context>\nA folder.\n</session_context>" }]);
  const turn = [user("m1", [{ text: "go" }]), reply("m2", "gone")];
  const emptied = [header, { $set: { messages: [context] } }];

  it("is an ailment, unless they are listed again or were compacted", async () => {
    expect(await scanned(...turn, ...emptied)).toEqual([["emptied", 5]]);
    expect(await scanned(...turn, ...emptied, user("m3", [{ text: "more" }]))).toEqual([["broken-chain", 5]]);
    expect(await scanned(...turn, ...emptied, { $set: { messages: [context, ...turn] } })).toEqual([]);
    expect(await scanned(...emptied, ...turn)).toEqual([]);
    const snapshot = user("s", [{ text: "<state_snapshot>all</state_snapshot>" }]);
    expect(await scanned(...turn, { $set: { messages: [context, snapshot] } })).toEqual([]);
  });
});
