import { methods } from "@agentclientprotocol/sdk";
import type { Library } from "@reprise/model";
import { memoryLibrary, promptTurn, type SessionSeed, transcriptFrom } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { MemoryStage } from "../test/memory-stage.ts";

const seed = (index: number, more: Partial<SessionSeed> = {}): SessionSeed => ({
  thread: `t${index}`,
  workspace: "/srv/app",
  updatedAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  turns: [promptTurn(`prompt ${index}`)],
  ...more,
});

test("says what it can do", async () => {
  const { editor } = new MemoryStage();
  expect(await editor.initialize()).toEqual({
    protocolVersion: 1,
    agentInfo: { name: "reprise", title: "Reprise", version: "1.2.3" },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: false, audio: false, embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
    authMethods: [],
  });
});

describe("list", () => {
  test("gives every session once, page by page, newest first", async () => {
    const seeds = Array.from({ length: 120 }, (_, index) => seed(index));
    const { editor } = await MemoryStage.open({ seeds });
    const found: string[] = [];
    let cursor: string | null | undefined;
    let pages = 0;
    do {
      const page = await editor.list(undefined, cursor);
      found.push(...page.sessions.map(({ sessionId }) => sessionId));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor);
    expect(pages).toBe(3);
    expect(found).toEqual(seeds.map(({ thread }) => `codex:${thread}`).reverse());
  });

  test("of a folder gives the sessions of its project, of every agent", async () => {
    const seeds = [
      seed(1),
      seed(2, { agent: "other", name: "Named" }),
      seed(3, { workspace: "/srv/web" }),
      seed(4, { workspace: null }),
    ];
    const { editor } = await MemoryStage.open({ seeds });
    expect((await editor.list("/srv/app")).sessions).toMatchObject([
      { sessionId: "other:t2", cwd: "/srv/app", title: "Named", updatedAt: "2026-01-01T00:02:00.000Z" },
      { sessionId: "codex:t1", cwd: "/srv/app", title: "prompt 1" },
    ]);
    // The protocol wants a folder even where none was recorded.
    expect((await editor.list()).sessions[0]).toMatchObject({ sessionId: "codex:t4", cwd: "/" });
  });

  test("refuses a cursor that is none, and a relative folder", async () => {
    const { editor } = await MemoryStage.open();
    await expect(editor.list(undefined, "nonsense")).rejects.toMatchObject({ code: -32602 });
    await expect(editor.list("srv/app")).rejects.toThrow("cwd is an absolute path, not srv/app.");
  });
});

describe("the agent of a new session", () => {
  const current = async (stage: MemoryStage, cwd = "/srv/app") => {
    const option = (await stage.editor.create(cwd)).configOptions?.find(({ id }) => id === "agent");
    return option?.currentValue;
  };

  test("is the one asked for, else chosen last, else used last in the project, else the first installed", async () => {
    const seeds = [seed(1, { agent: "other" })];
    const stage = await MemoryStage.open({ seeds });
    expect(await current(stage)).toBe("other");
    expect(await current(stage, "/srv/elsewhere")).toBe("codex");
    const { sessionId } = await stage.editor.create("/srv/app");
    await stage.editor.set(sessionId, "agent", "codex");
    expect(stage.chosen).toEqual([["/srv/app", "codex"]]);
    expect(await current(stage)).toBe("codex");
    expect(await current(await MemoryStage.open({ seeds, agent: "codex" }))).toBe("codex");
    expect(await current(await MemoryStage.open({ seeds: [seed(1, { agent: "absent" })] }))).toBe("codex");
  });

  test("can be chosen among the installed ones, and the sandbox with it; both count for the prompt", async () => {
    const stage = await MemoryStage.open();
    const { sessionId, configOptions } = await stage.editor.create("/srv/app");
    const [agent, sandbox] = configOptions ?? [];
    expect(agent).toMatchObject({ type: "select", options: [{ value: "codex" }, { value: "other" }] });
    expect(sandbox).toMatchObject({ id: "sandbox", currentValue: "default" });
    await expect(stage.editor.set(sessionId, "agent", "absent")).rejects.toThrow("Agent takes one of: codex, other.");
    await expect(stage.editor.set(sessionId, "colour", "red")).rejects.toThrow("There is no option colour.");
    const set = await stage.editor.set(sessionId, "sandbox", "read-only");
    expect(set.configOptions[1]).toMatchObject({ currentValue: "read-only" });
    await stage.editor.prompt(sessionId, "hello");
    expect(stage.agent.launches).toMatchObject([{ settings: { sandbox: "read-only", cwd: "/srv/app" } }]);
  });
});

describe("load", () => {
  test("replays the session in order, each item in the form that editors know", async () => {
    const items: SessionSeed["turns"][number]["items"] = [
      { kind: "prompt", text: "look at this" },
      { kind: "attachment", what: "file", name: "a.ts", text: "const a = 1;" },
      { kind: "reasoning", text: "Let me see." },
      { kind: "command", command: "ls\nmore", output: "a ``` b", exitCode: 2, status: "failed" },
      {
        kind: "edit",
        changes: [
          { path: "new.ts", change: "add", diff: "one\n", written: true },
          { path: "/abs/old.ts", change: "delete", diff: "gone\n", written: true },
        ],
        status: "done",
        reason: null,
      },
      { kind: "tool", name: "web_search", input: { query: "weather" }, output: "sun", status: "done" },
      { kind: "command", command: "sleep 9", output: null, exitCode: null, status: "open" },
      { kind: "notice", text: "Compacted." },
      { kind: "reply", text: "Done." },
    ];
    const { editor } = await MemoryStage.open({
      seeds: [seed(1, { turns: [{ items, ended: "completed" }] })],
    });
    await editor.load("codex:t1", "/srv/app");
    expect(editor.conversation).toEqual([
      "user: look at this",
      "user: [resource]",
      "thought: Let me see.",
      "call: ls …",
      "call: Edit new.ts and 1 more",
      "call: web_search: weather",
      "call: sleep 9",
      "thought: Compacted.",
      "agent: Done.",
    ]);
    const text = (words: string) => ({ type: "content", content: { type: "text", text: words } });
    expect(editor.of("tool_call")).toMatchObject([
      {
        kind: "execute",
        status: "failed",
        rawInput: { command: "ls\nmore" },
        content: [text("````\na ``` b\n````"), text("exit code 2")],
      },
      {
        kind: "edit",
        status: "completed",
        content: [
          { type: "diff", path: "/srv/app/new.ts", oldText: null, newText: "one\n" },
          { type: "diff", path: "/abs/old.ts", oldText: "gone\n", newText: "" },
        ],
        locations: [{ path: "/srv/app/new.ts" }, { path: "/abs/old.ts" }],
      },
      { kind: "fetch", status: "completed", rawInput: { query: "weather" } },
      { kind: "execute", status: "failed", content: [text("outcome unknown: may have partly run")] },
    ]);
  });

  test("continues with a prompt in the same thread; resume does so without the history", async () => {
    for (const open of ["load", "resume"] as const) {
      const stage = await MemoryStage.open({ seeds: [seed(1)] });
      await stage.editor[open]("codex:t1", "/srv/app");
      expect(stage.editor.said).toEqual(open === "load" ? ["user: prompt 1", "agent: reply to prompt 1"] : []);
      stage.editor.forget();
      expect(await stage.editor.prompt("codex:t1", "more")).toEqual({ stopReason: "end_turn" });
      expect(stage.editor.said).toEqual(["agent: reply to more"]);
      expect(stage.agent.texts).toEqual(["more"]);
    }
  });

  test("of an unknown session, and a prompt to one that is not open, are errors that say so", async () => {
    const { editor } = await MemoryStage.open({ seeds: [seed(1)] });
    await expect(editor.load("codex:none", "/srv/app")).rejects.toMatchObject({ code: -32002 });
    await expect(editor.load("codex:t", "/srv/app")).rejects.toThrow("There is no session codex:t.");
    await expect(editor.prompt("codex:t1", "hello")).rejects.toThrow("There is no session codex:t1.");
    await expect(editor.load("codex:t1", "app")).rejects.toThrow("cwd is an absolute path");
  });

  test("keeps the pace of the editor: no more is read than it takes", async () => {
    let readCount = 0;
    const one = seed(1);
    const whole = memoryLibrary([one]);
    const library: Library = {
      ...whole,
      read: async (session) => ({
        ...(await whole.read(session)),
        turns: turnsOf(() => {
          readCount += 1;
        }),
      }),
    };
    const stage = await MemoryStage.open({ seeds: [one], library });
    let taken = 0;
    let most = 0;
    const { push } = stage.editor.heard;
    stage.editor.heard.push = (...updates) => {
      taken += updates.length;
      most = Math.max(most, readCount - taken / 2);
      return push.apply(stage.editor.heard, updates);
    };
    await stage.editor.load("codex:t1", "/srv/app");
    expect(taken).toBe(2 * turnCount);
    expect(most).toBeLessThan(20);
    expect(stage.editor.said.at(-1)).toBe(`agent: reply to prompt ${turnCount}`);
  });
});

const turnCount = 2000;

/** Many turns, made as they are read. */
async function* turnsOf(onTurn: () => void) {
  for (let number = 1; number <= turnCount; number += 1) {
    onTurn();
    const { turns } = transcriptFrom(seed(number));
    for (const turn of turns)
      yield { ...turn, number, items: turn.items.map((item) => ({ ...item, id: `${number}-${item.id}` })) };
  }
}

test("a session is closed: its turn is stopped, and it is open no more", async () => {
  const stage = await MemoryStage.open();
  const { sessionId } = await stage.editor.create("/srv/app");
  stage.agent.plays({ turns: [[{ hangs: true }]] });
  const prompted = stage.editor.prompt(sessionId, "hang");
  await stage.editor.agent.request(methods.agent.session.close, { sessionId });
  expect(await prompted).toEqual({ stopReason: "cancelled" });
  await expect(stage.editor.prompt(sessionId, "more")).rejects.toThrow("There is no session");
});
