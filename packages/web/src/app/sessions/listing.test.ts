import { type Hit, type Page, parseSearch, type SessionSummary, type Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { isChoice, listRows, movedFrom, placeOf } from "./list-rows.ts";
import { asked, failed, newQuery, nextQuery, noListing, withPage } from "./listing.ts";

function session(id: string, updatedAt: string, title = id): SessionSummary {
  return {
    id,
    shortId: id,
    agent: "codex",
    thread: id,
    title,
    name: null,
    tags: [],
    state: "completed",
    workspace: "/w",
    archived: false,
    hidden: false,
    subagentOf: null,
    updatedAt,
    messageCount: 1,
    toolCount: 0,
    files: [],
  } as unknown as SessionSummary;
}

function page(sessions: readonly SessionSummary[], total: number, next: string | null = null): Page {
  return {
    sessions,
    total,
    next,
    hidden: { empty: 0, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 },
  } as Page;
}

const [a, b, c] = [session("a", "3"), session("b", "2"), session("c", "1")];

describe("a list of sessions", () => {
  test("is read page by page, one query at a time", () => {
    expect(nextQuery(noListing, false)).toMatchObject({ reach: "first" });
    const waiting = asked(noListing, "first");
    expect(nextQuery(waiting, true)).toBeNull();
    const first = withPage(waiting, page([a, b], 3, "cursor"), { reach: "first", epoch: 0, isByTime: true });
    expect(nextQuery(first, false)).toBeNull();
    expect(nextQuery(first, true)).toMatchObject({ reach: "more" });
    const whole = withPage(asked(first, "more"), page([b, c], 3), {
      reach: "more",
      epoch: 0,
      isByTime: true,
    });
    expect(whole.rows).toEqual([a, b, c]);
    expect(nextQuery({ ...whole, wantsAll: true }, true)).toBeNull();
  });

  test("keeps rows further down when the top is read again", () => {
    const whole = withPage(noListing, page([a, b, c], 3), { reach: "first", epoch: 0, isByTime: true });
    const renewed = { ...c, updatedAt: "4" } as SessionSummary;
    const next = withPage(whole, page([renewed, a], 3, "x"), { reach: "refresh", epoch: 0, isByTime: true });
    expect(next.rows).toEqual([renewed, a, b]);
  });

  test("ignores answers to an older query", () => {
    const other = newQuery(noListing);
    expect(withPage(other, page([a], 1), { reach: "first", epoch: 0, isByTime: true })).toBe(other);
    expect(failed(other, 0, "no")).toBe(other);
  });

  test("stops after a failure until it is asked again", () => {
    expect(nextQuery(failed(noListing, 0, "no disk"), true)).toBeNull();
  });
});

describe("the rows on the screen", () => {
  const list = withPage(noListing, page([session("a", "2", "Fix the Parser"), session("b", "1", "Other")], 2), {
    reach: "first",
    epoch: 0,
    isByTime: true,
  });
  const hit = { session: "b", title: "Other", turn: 1, item: "i", kind: "reply", snippet: "parser" } as Hit;
  const search = parseSearch("parser", { agents: [], now: "2026-11-15T10:00:00.000Z" as Timestamp });
  const found = {
    text: "parser",
    hits: [hit, { ...hit, item: "j" }],
    isSearching: false,
    isCut: false,
    problem: null,
  };
  const rows = listRows(list, { search, found, homeFolder: "/home" });

  test("are all sessions without a search", () => {
    const all = listRows(list, { search: null, found: { ...found, hits: [] }, homeFolder: "" });
    expect(all.map(({ kind }) => kind)).toEqual(["session", "session"]);
  });

  test("are titles first, then places in conversations, each counted", () => {
    expect(rows.map((row) => (row.kind === "heading" ? row.text : row.kind))).toEqual([
      "Titles and folders: 1",
      "session",
      "Conversations: 1",
      "hit",
    ]);
  });

  test("have each session once, with the number of its hits", () => {
    expect(rows.at(-1)).toMatchObject({ kind: "hit", hit: { item: "i" }, hitCount: 2 });
  });

  test("headings are skipped by the keyboard", () => {
    expect(placeOf(rows, null)).toBe(1);
    expect(movedFrom(rows, 1, 1)).toBe(3);
    expect(movedFrom(rows, 3, -1)).toBe(1);
    expect(movedFrom(rows, 1, -1)).toBe(1);
    expect(movedFrom(rows, 3, 50)).toBe(3);
    expect(rows.filter(isChoice)).toHaveLength(2);
  });
});
