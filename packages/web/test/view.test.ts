import {
  type FindLine,
  type Item,
  itemPlainText,
  type SessionSummary,
  type SessionViews,
  type Turn,
  type ViewLine,
  type ViewWindow,
} from "@reprise/model";
import { libraryOf } from "@reprise/testkit";
import { httpViews } from "@reprise/web/client";
import { afterEach, describe, expect, it } from "vitest";
import { Stage } from "./stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const session = {
  id: "codex:a",
  shortId: "codex:a",
  agent: "codex",
  thread: "a",
  title: "A",
  name: null,
  tags: [],
  state: "completed",
  owner: null,
  workspace: "/w",
  createdAt: null,
  updatedAt: null,
  turnCount: 0,
  itemCount: 0,
  messageCount: 0,
  toolCount: 0,
  model: null,
  source: null,
  archived: false,
  hidden: false,
  subagentOf: null,
  lineage: null,
  sizeBytes: 0,
  damageCount: 0,
  files: [{ path: "/f", sizeBytes: 0, role: "main" }],
} as unknown as SessionSummary;

function item(id: string, text: string): Item {
  return { kind: "reply", id, at: null, origin: { file: "/f", line: 1, byteOffset: 0 }, text };
}

function turn(number: number, itemCount: number): Turn {
  const items = Array.from({ length: itemCount }, (_, index) => item(`${number}.${index}`, `word${number}`));
  return { number, state: "completed", startedAt: null, endedAt: null, items };
}

async function viewsOf(turns: readonly Turn[]): Promise<SessionViews> {
  stage = await Stage.open({ library: libraryOf([{ session, turns, damage: [] }]) });
  return httpViews(stage.call);
}

async function all<Line>(lines: AsyncIterable<Line>): Promise<Line[]> {
  return Array.fromAsync(lines);
}

/** Items as `turn.index`, and the edges. */
function shapeOf(lines: readonly ViewLine[]) {
  const items = lines.flatMap((line) => (line.type === "item" ? [`${line.turn}.${line.index}`] : []));
  const edges = lines.find((line) => line.type === "edges");
  return { items, isStart: edges?.isStart, isEnd: edges?.isEnd };
}

describe("a window of items", () => {
  const many = Array.from({ length: 40 }, (_, index) => turn(index + 1, 3));
  const view = async (window: ViewWindow, turns: readonly Turn[] = many) =>
    shapeOf(await all((await viewsOf(turns)).view("codex:a", window)));

  it("at the end", async () => {
    const { items, isStart, isEnd } = await view({ last: true, count: 7 });
    expect(items.slice(-4)).toEqual(["39.2", "40.0", "40.1", "40.2"]);
    expect(items.length).toBeGreaterThanOrEqual(7);
    expect([isStart, isEnd]).toEqual([false, true]);
  });

  it("of a session that is shorter than the window", async () => {
    const { items, isStart, isEnd } = await view({ last: true, count: 100 }, many.slice(0, 2));
    expect(items).toHaveLength(6);
    expect([isStart, isEnd]).toEqual([true, true]);
  });

  it("goes back from any place to the start, each item once", async () => {
    const views = await viewsOf(many);
    const seen: string[] = [];
    let before = { turn: 40, index: 2 };
    for (let isStart = false; !isStart; ) {
      const shape = shapeOf(await all(views.view("codex:a", { before, count: 10 })));
      seen.unshift(...shape.items);
      const [number, index] = (seen[0] ?? "").split(".").map(Number);
      before = { turn: number ?? 0, index: index ?? 0 };
      isStart = shape.isStart === true;
    }
    expect(seen).toEqual(many.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, -1));
  });

  it("goes on from any place to the end, each item once", async () => {
    const views = await viewsOf(many);
    const seen: string[] = [];
    let from = { turn: 1, index: 0 };
    for (let isEnd = false; !isEnd; ) {
      const shape = shapeOf(await all(views.view("codex:a", { from, count: 10 })));
      seen.push(...shape.items);
      const [number, index] = (seen.at(-1) ?? "").split(".").map(Number);
      from = { turn: number ?? 0, index: (index ?? 0) + 1 };
      isEnd = shape.isEnd === true;
    }
    expect(seen).toEqual(many.flatMap(({ items }) => items.map(({ id }) => id)));
  });

  it("within one turn of thousands of items", async () => {
    const huge = [turn(1, 1), turn(2, 5000)];
    const { items, isStart } = await view({ last: true, count: 50 }, huge);
    expect([items[0], items.at(-1), isStart]).toEqual(["2.4950", "2.4999", false]);
  });

  it("from an item by its id", async () => {
    const { items } = await view({ turn: 3, item: "3.1", count: 3 });
    expect(items).toEqual(["3.1", "3.2", "4.0"]);
  });

  it("with history that was put into the session", async () => {
    const { items, isStart } = await view({ before: { turn: 1, index: 0 }, count: 10 }, [turn(0, 2), turn(1, 1)]);
    expect([items, isStart]).toEqual([["0.0", "0.1"], true]);
  });
});

describe("long texts", () => {
  const long = `start ${"x".repeat(50_000)} end`;
  const output = "😀".repeat(30_000);
  const command: Item = {
    kind: "command",
    id: "1.1",
    at: null,
    origin: { file: "/f", line: 1, byteOffset: 0 },
    command: "make",
    output,
    exitCode: 0,
    status: "done",
  };
  const turns = [{ ...turn(1, 0), items: [item("1.0", long), command] }];

  it("keep their start and end, and say how long they are", async () => {
    const lines = await all((await viewsOf(turns)).view("codex:a", { last: true, count: 9 }));
    const [reply, work] = lines.filter((line) => line.type === "item");
    expect(reply?.cuts).toEqual([{ field: "text", start: 9000, length: long.length }]);
    const text = itemPlainText(reply?.item as Item);
    expect([text.length, text.slice(0, 6), text.slice(-4)]).toEqual([12_000, "start ", " end"]);
    expect(work?.cuts).toMatchObject([{ field: "output", length: 60_000 }]);
    expect(itemPlainText(work?.item as Item).isWellFormed()).toBe(true);
  });

  it("are had in parts, and as a file", async () => {
    const views = await viewsOf(turns);
    const place = { turn: 1, item: "1.1", field: "output" };
    const part = await views.text("codex:a", place, 59_990, 1000);
    expect(part).toEqual({ text: "😀".repeat(5), from: 59_990, length: 60_000 });
    const response = await stage.get(views.textAddress("codex:a", place));
    expect(response.headers.get("content-disposition")).toContain("attachment");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(output);
  });

  it("that are not there are not found", async () => {
    const views = await viewsOf(turns);
    for (const place of [
      { turn: 1, item: "1.1", field: "origin" },
      { turn: 1, item: "9", field: "text" },
      { turn: 7, item: "1.0", field: "text" },
    ])
      await expect(views.text("codex:a", place, 0, 10)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("finding", () => {
  const find = async (text: string) => {
    const turns = [turn(1, 2), { ...turn(2, 0), items: [item("2.0", "The quick BROWN fox")] }];
    return all((await viewsOf(turns)).find("codex:a", text));
  };
  const found = (lines: readonly FindLine[]) =>
    lines.flatMap((line) => (line.type === "found" ? [`${line.turn}.${line.index} ${line.snippet}`] : []));

  it("gives every item that has all words, wherever they are", async () => {
    expect(found(await find("brown quick"))).toEqual(["2.0 The quick BROWN fox"]);
    expect(found(await find('"quick brown"'))).toHaveLength(1);
    expect(found(await find('"brown quick"'))).toEqual([]);
    expect(found(await find("word1"))).toHaveLength(2);
  });

  it("says that it is through", async () => {
    expect((await find("nothing")).at(-1)).toEqual({ type: "searched", turn: 2 });
  });
});

it.each([
  "view",
  "view?last=true&from=1.0",
  "view?from=1",
  "view?last=true&count=0",
  "view?last=true&count=501",
  "view?last=true&x=1",
  "find",
  "find?text=%20",
  "text?turn=x&item=a&field=text",
])("GET /sessions/:id/%s is refused", async (path) => {
  await viewsOf([turn(1, 1)]);
  expect((await stage.get(`/sessions/codex:a/${path}`)).status).toBe(400);
});
