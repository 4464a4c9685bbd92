import { asThreadId, noSettings, type Timestamp } from "@reprise/model";
import { sampleHistory } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import type { WriteOrder } from "../../writing/native-writer.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { recordsOf } from "./records.ts";

const order: WriteOrder = {
  thread: asThreadId("29458b7b-0326-4058-9586-deb20acd8ee9"),
  home: null,
  cwd: "/srv/a",
  settings: noSettings,
  at: "2026-11-15T10:01:00.000Z" as Timestamp,
  title: "",
  program: null,
  env: {},
  signal: new AbortController().signal,
};

interface Message {
  readonly role: string;
  readonly blocks: readonly { readonly type: string; readonly id?: string; readonly tool_use_id?: string }[];
}

/** As they reach the provider: neighbours of one role are one message. */
function messagesOf(history: readonly PortableItem[]): Message[] {
  const messages: { role: string; blocks: Message["blocks"][number][] }[] = [];
  for (const { message } of recordsOf(history, order, "/srv/a") as {
    message: { role: string; content: unknown };
  }[]) {
    const blocks = Array.isArray(message.content) ? message.content : [{ type: "text" }];
    const last = messages.at(-1);
    if (last?.role === message.role) last.blocks.push(...blocks);
    else messages.push({ role: message.role, blocks: [...blocks] });
  }
  return messages;
}

const pieces: readonly ((index: number) => PortableItem)[] = [
  (index) => ({ kind: "user", text: `user ${index}`, at: null }),
  (index) => ({ kind: "assistant", text: `assistant ${index}`, at: null }),
  (index) => ({
    kind: "call",
    id: `call_${index}`,
    call: { tool: "command", command: "ls" },
    output: "",
    hasFailed: index % 2 === 0,
    at: null,
  }),
];

describe("what the provider asks for", () => {
  /** Every order of up to six pieces of three kinds. */
  const histories = Array.from({ length: 3 ** 6 }, (_, number) =>
    Array.from({ length: 6 }, (_, place) => Math.floor(number / 3 ** place) % 3).map((kind, index) =>
      (pieces[kind] as (index: number) => PortableItem)(index),
    ),
  );

  test("a user speaks first, roles take turns, and each call is answered at once", () => {
    for (const history of histories) {
      const messages = messagesOf(history);
      expect(messages[0]?.role).toBe("user");
      for (const [index, { role, blocks }] of messages.entries()) {
        if (role === "user") continue;
        const calls = blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
        const answers = (messages[index + 1]?.blocks ?? []).slice(0, calls.length);
        expect(answers.map((block) => block.tool_use_id)).toEqual(calls);
      }
    }
  });

  test("no text is blank, and a failure says something", () => {
    const history: readonly PortableItem[] = [
      { kind: "user", text: " \n", at: null },
      { kind: "user", text: "a", at: null },
      { kind: "assistant", text: "", at: null },
      {
        kind: "call",
        id: "c",
        call: { tool: "command", command: "false" },
        output: "",
        hasFailed: true,
        at: null,
      },
    ];
    const contents = recordsOf(history, order, "/srv/a").map(
      ({ message }) => (message as { content: unknown }).content,
    );
    expect(contents).toEqual([
      "a",
      [{ type: "tool_use", id: "c", name: "Bash", input: { command: "false" } }],
      [{ tool_use_id: "c", type: "tool_result", content: "(failed without output)", is_error: true }],
    ]);
  });
});

test("the lines are a chain, the same each time, and hold no system prompt", () => {
  const lines = recordsOf(sampleHistory, order, "/srv/a");
  expect(recordsOf(sampleHistory, order, "/srv/a")).toEqual(lines);
  const uuids = lines.map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(lines.length);
  expect(lines.map(({ parentUuid }) => parentUuid)).toEqual([null, ...uuids.slice(0, -1)]);
  for (const line of lines) expect(["user", "assistant"]).toContain(line.type);
  const other = recordsOf(sampleHistory, { ...order, thread: asThreadId("another") }, "/srv/a");
  expect(other.map(({ uuid }) => uuid).some((uuid) => uuids.includes(uuid))).toBe(false);
});
