import type { Damage, ItemBody } from "@reprise/model";
import { promptTurn, type SessionSeed, transcriptFrom } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { secret, serve } from "../../test/memory-stage.ts";
import { call } from "../../test/stdio-stage.ts";

const seed = (turns: SessionSeed["turns"]): SessionSeed => ({
  thread: "abcdef",
  updatedAt: "2026-11-03T10:00:00.000Z",
  workspace: "/srv/shop",
  turns,
});
const command = (output: string): ItemBody => ({
  kind: "command",
  command: "npm test",
  output,
  exitCode: 0,
  status: "done",
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => promptTurn(`ask ${index + 1}.`));

/** Follows a note of the answer, as an agent would. */
function argumentsIn(text: string, label: string): Record<string, unknown> | null {
  const found = new RegExp(`^${label}.*read_session (\\{.*\\})$`, "m").exec(text)?.[1];
  return found === undefined ? null : JSON.parse(found);
}

describe("a window of turns", () => {
  test("the newest three, and how to get the others", async () => {
    const { client } = await serve([seed(numbered(9))]);
    const { text } = await call(client, "read_session", { id: "abc" });
    expect(text).toContain("Turns 7–9 of 9:");
    for (const turn of [7, 8, 9]) expect(text).toContain(`> ask ${turn}.`);
    expect(text).not.toContain("> ask 6.");
    const earlier = argumentsIn(text, "Earlier turns");
    expect(earlier).toEqual({ id: "codex:abcdef", from: 2, to: 6 });
    const before = await call(client, "read_session", earlier ?? {});
    for (const turn of [2, 3, 4, 5, 6]) expect(before.text).toContain(`> ask ${turn}.`);
    expect(argumentsIn(before.text, "Later turns")).toEqual({ id: "codex:abcdef", from: 7, to: 7 });
  });

  test("from and to, and a window without turns", async () => {
    const { client } = await serve([seed(numbered(9))]);
    const { text } = await call(client, "read_session", { id: "abc", from: 2, to: 3 });
    expect(text).toContain("Turns 2–3 of 9:");
    const none = await call(client, "read_session", { id: "abc", from: 20 });
    expect(none).toMatchObject({ isError: false, text: expect.stringContaining("The session has 9 turns.") });
  });

  test("of the newest turns those that fit, and the rest can be asked for", async () => {
    const { client } = await serve([seed(numbered(5).map((turn) => withLong(turn, 600)))]);
    const { text } = await call(client, "read_session", { id: "abc", last: 5, maxChars: 1500 });
    expect(text).toContain("Turns 4–5 of 5:");
    expect(text.length).toBeLessThan(2500);
    expect(argumentsIn(text, "Earlier turns")).toMatchObject({ from: 1, to: 3, maxChars: 1500 });
  });

  test("only the turns of the window are read, one at a time", async () => {
    const windows: unknown[] = [];
    const { client } = await serve([seed(numbered(500))], {
      change: (library) => ({
        read: (session, window) => {
          windows.push(window);
          return library.read(session, window);
        },
      }),
    });
    await call(client, "read_session", { id: "abc", last: 400, maxChars: 1000 });
    expect(windows.length).toBeLessThan(20);
    expect(windows[0]).toEqual({ from: 500, to: 500 });
  });

  test("a long turn page by page is the whole turn, each character once", async () => {
    const long = Array.from({ length: 300 }, (_, index) => `line ${index} 🙂`).join("\n");
    const { client } = await serve([seed([promptTurn(long), promptTurn("next")])]);
    const whole = await call(client, "read_session", { id: "abc", from: 1, to: 2, maxChars: 200_000 });
    const bodyOf = (text: string) => text.slice(text.indexOf(":\n") + 2).split(/\n\n?---\n/)[0] ?? "";
    let [all, next]: [string, Record<string, unknown> | null] = ["", { id: "abc", from: 1, to: 2, maxChars: 1001 }];
    let pages = 0;
    while (next !== null && pages < 50) {
      const { text }: { text: string } = await call(client, "read_session", next);
      all += bodyOf(text);
      next = argumentsIn(text, "Turn \\d+ is cut") ?? argumentsIn(text, "Later turns");
      pages += 1;
    }
    expect(pages).toBeGreaterThan(3);
    const plain = (text: string) => text.replace(/\s+/g, "");
    expect(plain(all)).toBe(plain(bodyOf(whole.text)));
  });

  test("the end of a long turn", async () => {
    const { client } = await serve([seed([promptTurn(`${"word ".repeat(2000)}the last words`)])]);
    const first = await call(client, "read_session", { id: "abc", maxChars: 1000 });
    expect(first.text).not.toContain("the last words");
    const end = argumentsIn(first.text, "The end of turn 1");
    expect((await call(client, "read_session", end ?? {})).text).toContain("the last words");
    const past = await call(client, "read_session", { id: "abc", from: 1, offset: 1_000_000 });
    expect(past).toMatchObject({ isError: true, text: expect.stringContaining("past its end") });
  });
});

describe("long texts", () => {
  test("outputs are shortened with a note, prompts and replies are not", async () => {
    const output = `start ${"x".repeat(30_000)} end`;
    const { client } = await serve([seed([promptTurn("p".repeat(5000), command(output))])]);
    const { text } = await call(client, "read_session", { id: "abc" });
    expect(text).toContain("p".repeat(5000));
    expect(text).toMatch(/start x+\n\[… 29010 characters left out …\]\nx+ end/);
    const more = argumentsIn(text, "1 text longer than 1,000 characters shortened");
    expect(more).toMatchObject({ last: 3, itemChars: 20_000 });
    const wider = { ...more, itemChars: 40_000, maxChars: 100_000 };
    expect((await call(client, "read_session", wider)).text).toContain(output);
  });

  test("a secret is not cut in half by shortening", async () => {
    for (let at = 600; at < 720; at += 7) {
      const output = `${"x".repeat(at)} ${secret(1)} ${"y".repeat(5000)}`;
      const { client, close } = await serve([seed([promptTurn("run", command(output))])]);
      const { text } = await call(client, "read_session", { id: "abc" });
      expect(text).not.toMatch(/SECRET|00001/);
      await close();
    }
  });
});

test("every kind of item is shown, safe and redacted", async () => {
  const hostile = `\u001b]0;title\u0007\u001b[31m${secret(1)}\u001b[0m\u202e`;
  const items: ItemBody[] = [
    { kind: "attachment", what: "file", name: "notes.md", text: hostile },
    { kind: "reply", text: hostile },
    { kind: "reasoning", text: hostile },
    command(hostile),
    {
      kind: "edit",
      status: "done",
      changes: [{ path: `src/${secret(2)}.ts`, change: "update", diff: `+${hostile}` }],
    },
    { kind: "tool", name: "lookup", input: { token: hostile }, output: hostile, status: "done" },
    { kind: "approval", subject: hostile, decision: null },
    { kind: "notice", text: hostile },
    { kind: "opaque", raw: { deep: [hostile] } },
  ];
  const { client } = await serve([seed([promptTurn(hostile, ...items)])]);
  const { text } = await call(client, "read_session", { id: "abc", itemChars: 10_000 });
  expect(text).not.toContain("SECRET");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  for (const heading of [
    "Prompt",
    "Attached",
    "Reply",
    "Command",
    "Edit",
    "Tool",
    "Approval",
    "Notice",
    "Unknown record",
  ])
    expect(text).toContain(`### ${heading}`);
});

test("a damaged session is shown with its damage", async () => {
  const { session, ...rest } = transcriptFrom(seed(numbered(2)));
  const damage: Damage[] = Array.from({ length: 30 }, (_, index) => ({
    file: "/home/me/a.jsonl",
    line: index + 1,
    byteOffset: 0,
    kind: "not-json",
    detail: "",
  }));
  const { client } = await serve([{ ...rest, session: { ...session, damageCount: 30 }, damage }]);
  const { text } = await call(client, "read_session", { id: "abc" });
  expect(text).toContain("> ask 2.");
  expect(text).toContain("30 damaged places");
  expect(text).toContain("/home/me/a.jsonl, line 1: not-json");
  expect(text).toContain("- 10 more");
});

test("a session without turns says so", async () => {
  const { client } = await serve([seed([])]);
  expect((await call(client, "read_session", { id: "abc" })).text).toContain("The session has 0 turns.");
});

function withLong(turn: SessionSeed["turns"][number], length: number): SessionSeed["turns"][number] {
  return { ...turn, items: [...turn.items, { kind: "reply", text: "z".repeat(length) }] };
}
