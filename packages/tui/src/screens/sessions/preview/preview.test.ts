import type { Library, ReadOptions, SessionId, SessionSummary, Turn, Window } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { bomb, dangerous } from "../../../../test/support/plans.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { makeTheme } from "../../../kernel/theme.ts";
import { widthOf } from "../../../text/width.ts";
import { begin, sessionsScreen } from "../index.ts";
import type { Message, Task } from "../messages.ts";
import { perform } from "../tasks.ts";

const sessions = sessionsFrom(30);

function turn(number: number, ...texts: string[]): Turn {
  const items = texts.map((text, index) => ({
    id: `${number}-${index}`,
    at: null,
    kind: index === 0 ? "prompt" : "reply",
    text,
    origin: { file: "/x", line: index, byteOffset: 0 },
  }));
  return { number, state: "completed", startedAt: null, endedAt: null, items } as unknown as Turn;
}

const opened = (columns = 120, rows = 30, world = testWorld()) =>
  new Driven(sessionsScreen, begin(world), { columns, rows }).tell(pageTold(sessions));
type Opened = ReturnType<typeof opened>;
type Asked = Extract<Task, { do: "preview" }>;
const asked = (driven: Opened) =>
  driven.tasks.filter((task): task is Asked => task.do === "preview").map(({ wanted }) => wanted);

/** Performs the last preview as the app does, with these turns in every session. */
async function read(driven: Opened, turns: readonly Turn[]): Promise<Opened> {
  const windows: unknown[] = [];
  const library = {
    read: async (session: SessionSummary, window: unknown) => {
      windows.push(window);
      return {
        session,
        turns: (async function* () {
          yield* turns;
        })(),
        damage: [],
      };
    },
  } as unknown as Library;
  const wanted = asked(driven).at(-1);
  if (!wanted) throw new Error("Nothing was asked.");
  const world = testWorld({ library });
  await perform({ do: "preview", wanted }, world, (message) => driven.tell(message), new AbortController().signal);
  return driven;
}

const long = (count: number) => Array.from({ length: count }, (_, index) => `- line ${index + 1}`).join("\n");

describe("the preview", () => {
  it("is beside the list at 120 columns, with the details and the end of the conversation", async () => {
    const driven = await read(opened(120, 24), [turn(7, "And now?", `${long(40)}\n\nThat is all.`)]);
    expect(driven.text).toMatchInlineSnapshot(`
      "Showing 1–20 of 30 · This project                                                                                 ~/shop
      › Task 1                               codex interrupted      1 min │ Task 1
        Task 2                               codex interrupted      2 min │ codex:t1
        Task 3                               codex interrupted      3 min │ 2026-11-15 11:59 UTC
        Task 4                               codex interrupted      4 min │ 4 turns, 4 messages, 12 tool calls, 2.0 kB
        Task 5                               codex interrupted      5 min │ ~/shop · gpt-5.2-codex · cli
        Task 6                               codex interrupted      6 min │ /home/me/.codex/sessions/t1.jsonl
        Task 7                               codex interrupted      7 min │ ──────────────────────────────────────────────────
        Task 8                               codex interrupted      8 min │ - line 30
        Task 9                               codex interrupted      9 min │ - line 31
        Task 10                              codex interrupted     10 min │ - line 32
        Task 11                              codex interrupted     11 min │ - line 33
        Task 12                              codex interrupted     12 min │ - line 34
        Task 13                              codex interrupted     13 min │ - line 35
        Task 14                              codex interrupted     14 min │ - line 36
        Task 15                              codex interrupted     15 min │ - line 37
        Task 16                              codex interrupted     16 min │ - line 38
        Task 17                              codex interrupted     17 min │ - line 39
        Task 18                              codex interrupted     18 min │ - line 40
        Task 19                              codex interrupted     19 min │
        Task 20                              codex interrupted     20 min │ That is all.

       View   Restore   Replay   GPT Restore
       /  search   ?  help   ←→  action   a  scope   f  filter   n  new   v  preview   q  quit"
    `);
  });

  it("is below it at 40 rows, and nowhere on a smaller screen", async () => {
    const below = await read(opened(80, 40), [turn(1, "Hello?", "Hello.")]);
    expect(below.text).toMatchInlineSnapshot(`
      "Showing 1–20 of 30 · This project                                         ~/shop
      › Task 1                                            codex interrupted      1 min
        Task 2                                            codex interrupted      2 min
        Task 3                                            codex interrupted      3 min
        Task 4                                            codex interrupted      4 min
        Task 5                                            codex interrupted      5 min
        Task 6                                            codex interrupted      6 min
        Task 7                                            codex interrupted      7 min
        Task 8                                            codex interrupted      8 min
        Task 9                                            codex interrupted      9 min
        Task 10                                           codex interrupted     10 min
        Task 11                                           codex interrupted     11 min
        Task 12                                           codex interrupted     12 min
        Task 13                                           codex interrupted     13 min
        Task 14                                           codex interrupted     14 min
        Task 15                                           codex interrupted     15 min
        Task 16                                           codex interrupted     16 min
        Task 17                                           codex interrupted     17 min
        Task 18                                           codex interrupted     18 min
        Task 19                                           codex interrupted     19 min
        Task 20                                           codex interrupted     20 min
      ────────────────────────────────────────────────────────────────────────────────
      Task 1
      codex:t1
      2026-11-15 11:59 UTC · 4 turns, 4 messages, 12 tool calls, 2.0 kB
      ~/shop · gpt-5.2-codex · cli
      /home/me/.codex/sessions/t1.jsonl
      ────────────────────────────────────────────────────────────────────────────────
      ── turn 1 ──────────────────────────────

      › Hello?

      Hello.





       View   Restore   Replay   GPT Restore
       /  search   ?  help   ←→  action   a  scope   f  filter   n  new   q  quit"
    `);
    const small = opened(119, 39);
    expect(asked(small)).toEqual([]);
    expect(small.press("v").text).toContain("The preview needs 120 columns or 40 rows.");
    expect(small.state.preview.isOn).toBe(true);
  });

  it("says that it is read, and never shows another session's text", async () => {
    const driven = await read(opened(), [turn(1, "Hello?", "The first answer.")]);
    expect(driven.text).toContain("The first answer.");
    driven.press("down");
    expect(driven.text).not.toContain("The first answer.");
    expect(driven.text).toContain("Reading…");
    // An answer that comes too late is kept for later, not shown.
    const late: Message = {
      type: "previewed",
      key: "of another",
      previewed: { turns: [], problem: "Late." },
    };
    expect(driven.tell(late).text).toContain("Reading…");
    driven.press("up");
    expect(driven.text).toContain("The first answer.");
    expect(asked(driven)).toHaveLength(2);
    expect(driven.tasks.at(-1)).toEqual({ do: "stop-preview" });
  });

  it("keeps only a few readings", async () => {
    const driven = opened();
    for (let row = 0; row < 20; row += 1) {
      await read(driven, [turn(1, "Hello?", `Answer ${row}.`)]);
      driven.press("down");
    }
    expect(driven.state.preview.known.size).toBe(8);
  });

  it("of a session that grows is read again, and stays until then", async () => {
    const driven = await read(opened(), [turn(1, "Hello?", "Once.")]);
    const grown = { ...(sessions[0] as SessionSummary), sizeBytes: 4096 };
    driven.tell(pageTold([grown, ...sessions.slice(1)], {}, { reach: "refresh" }));
    expect(asked(driven)).toHaveLength(2);
    expect(driven.text).toContain("Once.");
    await read(driven, [turn(1, "Hello?", "Once."), turn(2, "And?", "Twice.")]);
    expect(driven.text).toContain("Twice.");
  });

  it("of a session whose agent was killed is read again, though its file is as it was", async () => {
    const live = { ...(sessions[0] as SessionSummary), state: "working" as const };
    const driven = opened().tell(pageTold([live, ...sessions.slice(1)], {}, { reach: "refresh" }));
    await read(driven, [{ ...turn(1, "Hello?", "Wait."), state: "working" }]);
    expect(driven.text).toContain("turn 1 · working");
    const before = asked(driven).length;
    driven.tell(pageTold(sessions, {}, { reach: "refresh" }));
    expect(asked(driven)).toHaveLength(before + 1);
    await read(driven, [{ ...turn(1, "Hello?", "Wait."), state: "interrupted" }]);
    expect(driven.text).toContain("turn 1 · interrupted");
  });

  it("scrolls by J and K and by the wheel over it, no further than its ends", async () => {
    const driven = await read(opened(120, 24), [turn(1, "Hello?", long(100))]);
    expect(driven.text).toContain("- line 100");
    driven.press("J");
    expect(driven.text).toContain("- line 100");
    driven.press("K");
    expect(driven.text).not.toContain("- line 98 ");
    expect(driven.text).not.toContain("- line 98\n");
    driven.wheel(-3, 10, 100).wheel(-300, 10, 100);
    expect(driven.text).toContain("› Hello?");
    expect(driven.state.scroll.chosen).toBe(0);
    driven.press("J", "K", "K");
    expect(driven.text).toContain("› Hello?");
    expect(driven.wheel(3, 10, 10).state.scroll.chosen).toBe(3);
    expect(driven.state.preview.scroll).toBe(0);
  });

  it("shows the turn that a search has found, with its matches marked", async () => {
    const driven = opened().press("s", '"zeppelin"');
    const hit = {
      session: "codex:t1" as SessionId,
      title: "",
      turn: 3,
      item: "i",
      kind: "reply" as const,
      isWaiting: false,
      snippet: "a Zeppelin",
      marks: [],
      reach: "item" as const,
      at: null,
    };
    driven.tell({ type: "hits", number: 8, hits: [hit] });
    expect(asked(driven).at(-1)).toMatchObject({ match: { turn: 3, item: "i" } });
    await read(driven, [turn(3, "What flies?", `${long(60)}\n- a Zeppelin\n${long(60)}`)]);
    expect(driven.text).toContain("- a Zeppelin");
    const { lines } = sessionsScreen.view(driven.state, driven.size, makeTheme({ hasColor: true }));
    expect(lines.join("\n")).toContain("\x1b[30;43mZeppelin\x1b[39;49m");
    driven.press("escape");
    expect(asked(driven).at(-1)).toMatchObject({ match: null });
  });

  it("shows a match far into a long turn and a long text, and marks it with its accent", async () => {
    const driven = opened().press("s", '"cafe"');
    const hit = {
      session: "codex:t1" as SessionId,
      title: "",
      turn: 3,
      item: "3-150",
      kind: "reply" as const,
      isWaiting: false,
      snippet: "café",
      marks: [],
      reach: "item" as const,
      at: null,
    };
    driven.tell({ type: "hits", number: 4, hits: [hit] });
    const texts = Array.from({ length: 300 }, (_, index) => `Answer ${index}.`);
    await read(driven, [turn(3, ...texts.with(150, `${"word ".repeat(20_000)} a café ${"word ".repeat(20_000)}`))]);
    const { lines } = sessionsScreen.view(driven.state, driven.size, makeTheme({ hasColor: true }));
    expect(lines.join("\n")).toContain("\x1b[30;43mcafé\x1b[39;49m");
  });

  it("says why it cannot be read", async () => {
    const driven = opened();
    const library = { read: () => Promise.reject(new Error("The file\nis gone.")) } as unknown as Library;
    const wanted = asked(driven).at(-1);
    if (!wanted) throw new Error("Nothing was asked.");
    await perform(
      { do: "preview", wanted },
      testWorld({ library }),
      (message) => driven.tell(message),
      new AbortController().signal,
    );
    expect(driven.text).toContain("The file␊is gone.");
  });

  it("is not read while the selection moves on", async () => {
    const told: Message[] = [];
    const screen = new AbortController();
    const driven = opened().press("down");
    const [first, second] = asked(driven);
    if (!first || !second) throw new Error("Two were asked.");
    const reads: string[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const library = {
      read: async (session: SessionSummary, _window: Window, how?: ReadOptions) => {
        reads.push(session.id);
        signals.push(how?.signal);
        return { session, turns: (async function* () {})(), damage: [] };
      },
    } as unknown as Library;
    const world = testWorld({ library });
    await Promise.all(
      [first, second].map((wanted) =>
        perform({ do: "preview", wanted }, world, (message) => told.push(message), screen.signal),
      ),
    );
    expect(reads).toEqual(["codex:t2"]);
    expect(told).toMatchObject([{ type: "previewed", key: second.key }]);
    // A long turn is not read to its end for a session that is no longer selected.
    await perform({ do: "stop-preview" }, world, (message) => told.push(message), screen.signal);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it("is turned off and on by v, which is remembered", () => {
    const driven = opened().press("v");
    expect(driven.tasks.at(-2)).toEqual({ do: "remember", preferences: { hasPreview: false } });
    expect(driven.text).not.toContain("│");
    expect(driven.press("v").text).toContain("│");
    const preferences = { load: () => ({ hasPreview: false }), save: () => {} };
    expect(opened(120, 30, testWorld({ preferences })).text).not.toContain("│");
  });

  it("fits any screen, whatever it shows, and lets nothing of an agent escape", async () => {
    const nasty = sessionsFrom(30, {
      title: bomb,
      name: bomb,
      workspace: `/tmp/${bomb}`,
      model: bomb,
      source: bomb,
      lineage: { kind: "fork", session: bomb as SessionId, turn: 1 },
    });
    let seed = 7;
    const below = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let walk = 0; walk < 60; walk += 1) {
      const [columns, rows] = [1 + below(220), 1 + below(70)];
      const driven = opened(columns, rows).tell(pageTold(nasty));
      if (asked(driven).length > 0) await read(driven, [turn(1, bomb.repeat(9), `${bomb.repeat(30)}\n日本語 👩‍👩‍👧`)]);
      const keys = ["down", "K", "J", "v", "f", "escape", "s", "a", "end", "w", "space", "tab", "."];
      driven.press(...Array.from({ length: 6 }, () => keys[below(keys.length)] ?? "down"));
      const picture = sessionsScreen.view(driven.state, { columns, rows }, makeTheme({ hasColor: true }));
      expect(picture.lines.length).toBeLessThanOrEqual(rows);
      for (const line of picture.lines) {
        expect(widthOf(line)).toBeLessThanOrEqual(columns);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are the only codes
        expect(line.replace(/\x1b\[[\d;]*m/g, "")).not.toMatch(dangerous);
      }
    }
  });
});
