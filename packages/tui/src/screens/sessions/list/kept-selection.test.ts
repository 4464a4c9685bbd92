import type { Library, SessionSummary, Timestamp } from "@reprise/model";
import { libraryOf } from "@reprise/testkit";
import { expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { summary } from "../../../../test/support/plans.ts";
import { sessionsFrom, testNow } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { begin, sessionsScreen } from "../index.ts";
import { perform } from "../tasks.ts";

/** The oldest are the largest; every hundredth is interrupted. */
const all = sessionsFrom(5000).map(
  (session, index): SessionSummary => ({
    ...session,
    sizeBytes: 1000 + 10 * index,
    turnCount: 1 + (index % 7),
    state: index % 100 === 0 ? "interrupted" : "completed",
  }),
);

/** The screen over a library whose sessions a test may replace; only lists are read. */
function opened(size = { columns: 80, rows: 24 }) {
  let sessions: readonly SessionSummary[] = all;
  const asked: Parameters<Library["list"]>[0][] = [];
  const library: Library = {
    ...libraryOf([]),
    list: (query) => {
      asked.push(query);
      return libraryOf(sessions.map((session) => ({ session, turns: [], damage: [] }))).list(query);
    },
  };
  const world = testWorld({ library });
  const driven = new Driven(sessionsScreen, begin(world), size);
  let performed = 0;
  return {
    driven,
    asked,
    change: (next: readonly SessionSummary[]) => {
      sessions = next;
    },
    /** Answers every query, and those that follow. */
    async read() {
      for (; performed < driven.tasks.length; performed += 1) {
        const task = driven.tasks[performed];
        if (task?.do !== "list") continue;
        const now = { ...task, waitMs: 0 };
        await perform(now, world, (message) => driven.tell(message), new AbortController().signal);
      }
    },
    get chosen() {
      return /› .*?(Task \d+)/.exec(driven.text)?.[1] ?? null;
    },
    get line() {
      return driven.text.split("\n").findIndex((line) => line.includes("› "));
    },
  };
}

async function at(row: number) {
  const screen = opened();
  await screen.read();
  for (let from = 0; from < row; from += 40) {
    screen.driven.press(...Array(Math.min(40, row - from)).fill("down"));
    await screen.read();
  }
  expect(screen.driven.state.scroll.chosen).toBe(row);
  return screen;
}

it("Ctrl-R keeps the selected session on its line, however far down it is", async () => {
  const screen = await at(777);
  const { line } = screen;
  expect(screen.chosen).toBe("Task 778");
  screen.driven.press("ctrl+r");
  await screen.read();
  expect(screen.chosen).toBe("Task 778");
  expect(screen.line).toBe(line);
  expect(screen.driven.state.list.rows.length).toBeGreaterThan(777);
});

it("the conversation that was left is selected once the list has it, unless a key comes first", async () => {
  const made = summary("new", { title: "Task 9999", updatedAt: testNow });
  for (const isMoved of [false, true]) {
    const screen = await at(2);
    screen.change([made, ...all]);
    screen.driven.tell({ type: "returned", left: made.id });
    if (isMoved) screen.driven.press("down");
    await screen.read();
    expect(screen.chosen).toBe(isMoved ? "Task 4" : "Task 9999");
  }
});

it("another order keeps it, where it is on the last page", async () => {
  const screen = await at(2);
  screen.driven.press("z");
  await screen.read();
  expect(screen.driven.text).toContain("by size");
  expect(screen.chosen).toBe("Task 3");
  expect(screen.driven.state.scroll.chosen).toBe(4997);
  screen.driven.press("z");
  await screen.read();
  expect(screen.driven.text).toContain("by turns");
  expect(screen.chosen).toBe("Task 3");
});

it("keys pressed quickly one after another keep it too", async () => {
  const screen = await at(777);
  screen.driven.press("z", "z", "z", "a", "ctrl+r");
  await screen.read();
  expect(screen.chosen).toBe("Task 778");
});

it("a filter that leaves it out selects what is in its place", async () => {
  const screen = await at(777);
  screen.driven.press("f");
  screen.driven.press(...Array(4).fill("down"));
  screen.driven.press("enter");
  await screen.read();
  expect(screen.driven.text).toContain("of 50 · ");
  expect(screen.chosen).toBe("Task 801");
  screen.driven.press("escape");
  await screen.read();
  expect(screen.chosen).toBe("Task 801");
});

it("a session that has gone leaves the selection in its place, not on the first row", async () => {
  const screen = await at(777);
  screen.change(all.filter(({ title }) => title !== "Task 778"));
  screen.driven.press("ctrl+r");
  await screen.read();
  expect(screen.chosen).toBe("Task 779");
});

it("reads no more rows than it takes to know that it has gone", async () => {
  const screen = await at(777);
  screen.change(all.filter(({ title }) => title !== "Task 778"));
  const before = screen.asked.length;
  screen.driven.press("ctrl+r");
  await screen.read();
  expect(screen.asked.slice(before).length).toBeLessThan(4);
  expect(screen.driven.state.list.rows.length).toBeLessThan(3000);
});

it("an order that is left before it is read is read no further", async () => {
  const { world, told, asked } = slow();
  const first = perform(wholeList(0), world, (message) => told.push(message.type), world.signal);
  const second = perform(wholeList(1), world, (message) => told.push(message.type), world.signal);
  await Promise.all([first, second]);
  expect(told).toEqual(["page"]);
  expect(asked.length).toBeLessThan(6);
});

it("keys are answered between the queries for a session far down", async () => {
  const { world, asked } = slow();
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(asked.length), 0);
  await perform(wholeList(0), world, () => {}, world.signal);
  clearInterval(timer);
  expect(asked.length).toBeGreaterThan(3);
  expect(new Set(seen).size).toBeGreaterThan(1);
});

function slow() {
  const asked: unknown[] = [];
  const memory = libraryOf(all.map((session) => ({ session, turns: [], damage: [] })));
  const list: Library["list"] = (query) => {
    asked.push(query);
    return memory.list(query);
  };
  const world = testWorld({ library: { ...memory, list } });
  return { asked, told: [] as string[], world: { ...world, signal: new AbortController().signal } };
}

function wholeList(epoch: number) {
  const query = { scope: "all", limit: 50 } as const;
  return { do: "list", reach: "first", epoch, query, through: all.at(-1) ?? null, waitMs: 0 } as const;
}

for (const row of [20, 333, 1100])
  it(`by size, row ${row} shows what a change made of it, without Ctrl-R`, async () => {
    const screen = await at(0);
    screen.driven.press("z", "home");
    await screen.read();
    screen.driven.press("home");
    for (let more = 0; more < 5; more += 1) {
      screen.driven.press(...Array(20).fill("pageDown"));
      await screen.read();
    }
    const other = screen.driven.state.list.rows[row] as SessionSummary;
    const grown: SessionSummary = { ...other, sizeBytes: other.sizeBytes + 5, state: "working" };
    screen.change(all.map((session) => (session.id === other.id ? grown : session)));
    screen.driven.tell({ type: "changed", sessions: [other.id] });
    await screen.read();
    expect(screen.driven.state.list.rows[row]).toMatchObject({ id: other.id, state: "working" });
  });

it("by size, a session that is new, and one that shrinks, are where they belong", async () => {
  const screen = await at(0);
  screen.driven.press("z");
  await screen.read();
  screen.driven.press("home");
  await screen.read();
  const { rows } = screen.driven.state.list;
  const [shrinks, before, last] = [rows[300], rows[600], rows[700]] as SessionSummary[];
  if (!shrinks || !before || !last) throw new Error("Too few rows are loaded.");
  const shrunk: SessionSummary = { ...shrinks, sizeBytes: last.sizeBytes + 1 };
  const added: SessionSummary = {
    ...before,
    id: "codex:new" as SessionSummary["id"],
    title: "New",
    sizeBytes: before.sizeBytes + 1,
    updatedAt: "2026-11-15T11:59:59.000Z" as Timestamp,
    files: [],
  };
  screen.change([...all.map((session) => (session.id === shrinks.id ? shrunk : session)), added]);
  screen.driven.tell({ type: "changed", sessions: [shrinks.id, added.id] });
  await screen.read();
  const now = screen.driven.state.list.rows.map(({ id }) => id);
  expect(now.indexOf(added.id)).toBe(599);
  expect(now.indexOf(shrinks.id)).toBe(700);
  expect(new Set(now).size).toBe(now.length);
});

it("sorted by time, rows far down that end without a new time are read again", async () => {
  const screen = await at(900);
  const other = screen.driven.state.list.rows[880] as SessionSummary;
  screen.change(all.map((session) => (session.id === other.id ? { ...session, state: "failed" } : session)));
  screen.driven.tell({ type: "changed", sessions: [other.id] });
  await screen.read();
  expect(screen.driven.state.list.rows[880]?.state).toBe("failed");
  expect(screen.chosen).toBe("Task 901");
});
