import type { SessionSummary, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { begin, sessionsScreen } from "../index.ts";
import type { Task } from "../messages.ts";

const all = sessionsFrom(1000);
const opened = (rows = 24) => new Driven(sessionsScreen, begin(testWorld()), { columns: 80, rows });
type List = Extract<Task, { do: "list" }>;
const lists = (driven: { readonly tasks: readonly Task[] }) =>
  driven.tasks.filter((task): task is List => task.do === "list");

/** Answers the last query as a library of these sessions would. */
function answer(driven: ReturnType<typeof opened>, sessions: readonly SessionSummary[] = all) {
  const task = lists(driven).at(-1);
  if (!task) throw new Error("Nothing was asked.");
  const from = task.query.cursor === undefined ? 0 : Number(task.query.cursor);
  const to = from + (task.query.limit ?? 50);
  return driven.tell(
    pageTold(
      sessions.slice(from, to),
      { total: sessions.length, next: to < sessions.length ? String(to) : null },
      { reach: task.reach, epoch: task.epoch },
    ),
  );
}

const line = (driven: ReturnType<typeof opened>, title: string) =>
  driven.text.split("\n").findIndex((text) => text.includes(`${title} `) || text.endsWith(title));

describe("pages", () => {
  it("asks for the first page and for nothing else before it is there", () => {
    const driven = opened();
    expect(driven.tasks).toEqual([
      {
        do: "list",
        reach: "first",
        epoch: 0,
        query: {
          scope: { workspace: "/home/me/shop" },
          includeEmpty: false,
          subagents: false,
          archived: false,
          includeHidden: false,
          limit: 50,
        },
        through: null,
        waitMs: 0,
      },
    ]);
    answer(driven);
    expect(driven.tasks.slice(1).map((task) => task.do)).toEqual(["watch", "clock", "status", "offer", "list"]);
  });

  it("reads ahead of the person, one page at a time, and no further", () => {
    const driven = answer(answer(opened()));
    expect(lists(driven).map(({ query }) => query.cursor)).toEqual([undefined, "50"]);
    driven.press(...Array(25).fill("pageDown"));
    expect(lists(driven)).toHaveLength(2);
    driven.press("pageDown", "pageDown", "pageDown", "pageDown");
    expect(lists(driven).at(-1)?.query).toMatchObject({ cursor: "550", limit: 500 });
    driven.press("pageDown", "pageDown");
    expect(lists(driven)).toHaveLength(3);
    expect(driven.text).toContain("of 1,000 · This project");
  });

  it("goes to the end of a long list by reading all of it", () => {
    const driven = answer(answer(opened())).press("end");
    answer(driven);
    expect(lists(driven).at(-1)?.query).toMatchObject({ cursor: "550", limit: 2000 });
    expect(driven.text).toContain("–1,000 of 1,000");
    expect(driven.text).toMatch(/› .*Task 1000 /);
  });

  it("says what failed, does not ask again by itself, and does on Ctrl-R", () => {
    const driven = opened().tell({ type: "list-failed", epoch: 0, reason: "The disk is gone." });
    expect(lists(driven)).toHaveLength(1);
    expect(driven.text).toContain("The disk is gone. Ctrl-R tries again.");
    driven.press("ctrl+r");
    expect(lists(driven)).toHaveLength(2);
    expect(answer(driven).text).not.toContain("The disk is gone.");
  });

  it("does not ask for more for ever where that fails", () => {
    const driven = answer(opened());
    driven
      .tell({ type: "list-failed", epoch: 0, reason: "No." })
      .tell({ type: "list-failed", epoch: 0, reason: "No." });
    expect(lists(driven)).toHaveLength(2);
    expect(driven.press("down").text).toContain("No. Ctrl-R tries again.");
    expect(lists(driven)).toHaveLength(3);
  });
});

describe("changes on disk", () => {
  const newer = (count: number) =>
    Array.from({ length: count }, (_, index): SessionSummary => {
      const updatedAt = `2026-11-15T12:${String(59 - index).padStart(2, "0")}:00.000Z` as Timestamp;
      return {
        ...(all[0] as SessionSummary),
        id: `codex:new${index}` as SessionSummary["id"],
        title: `New ${index}`,
        updatedAt,
        files: [],
      };
    });

  it("refresh the list once at a time", () => {
    const driven = answer(opened(), all.slice(0, 10))
      .tell({ type: "changed", sessions: null })
      .tell({ type: "changed", sessions: null });
    driven.tell({ type: "changed", sessions: null });
    expect(lists(driven).map(({ reach }) => reach)).toEqual(["first", "refresh"]);
    answer(driven, all.slice(0, 10));
    expect(lists(driven).map(({ reach }) => reach)).toEqual(["first", "refresh", "refresh"]);
    answer(driven, all.slice(0, 10));
    expect(lists(driven)).toHaveLength(3);
  });

  it("let the interrupted be counted again only when a session has come, gone, ended or begun again", () => {
    const ten = all.slice(0, 10);
    const driven = answer(opened(), ten);
    const counted = () => driven.tasks.filter((task) => task.do === "status").length;
    const before = counted();
    driven.tell({ type: "changed", sessions: null });
    answer(driven, ten);
    expect(counted()).toBe(before);
    driven.tell({ type: "changed", sessions: null });
    answer(driven, [{ ...(ten[0] as SessionSummary), state: "working" }, ...ten.slice(1)]);
    expect(counted()).toBe(before + 1);
    driven.tell({ type: "changed", sessions: null });
    answer(driven, ten.slice(1));
    expect(counted()).toBe(before + 2);
  });

  it("leave the chosen session chosen and on its line", () => {
    const driven = answer(answer(opened())).press("pageDown", "pageDown", "up", "up");
    while (driven.state.list.asking) answer(driven);
    const title = /› .*?(Task \d+)/.exec(driven.text)?.[1] ?? "";
    const before = line(driven, title);
    driven.tell({ type: "changed", sessions: null });
    answer(driven, [...newer(3), ...all]);
    expect(/› .*?(Task \d+)/.exec(driven.text)?.[1]).toBe(title);
    expect(line(driven, title)).toBe(before);
    expect(driven.text).toContain("of 1,003");
  });

  it("show what is new to whoever is at the top, with the same session chosen", () => {
    const driven = answer(opened(), all.slice(0, 5)).tell({ type: "changed", sessions: null });
    answer(driven, [...newer(1), ...all.slice(0, 5)]);
    expect(driven.text.split("\n")[1]).toContain("New 0");
    expect(driven.text).toMatch(/› .*Task 1 /);
  });

  it("take the state of a session that moved to the top, without showing it twice", () => {
    const driven = answer(answer(opened())).press("down");
    while (driven.state.list.asking) answer(driven);
    const moved: SessionSummary = {
      ...(all[40] as SessionSummary),
      state: "working",
      updatedAt: "2026-11-15T12:30:00.000Z" as Timestamp,
    };
    driven.tell({ type: "changed", sessions: null });
    answer(driven, [moved, ...all.filter(({ id }) => id !== moved.id)]);
    expect(driven.state.list.rows.filter(({ id }) => id === moved.id)).toEqual([moved]);
    expect(driven.text).toMatch(/› .*Task 2 /);
  });

  it("drop what has gone, also from behind the page that is read again", () => {
    const some = all.slice(0, 300);
    const driven = answer(answer(opened(), some), some).press("end");
    while (driven.state.list.asking) answer(driven, some);
    driven.press("home").tell({ type: "changed", sessions: null });
    const left = some.filter(({ title }) => title !== "Task 250");
    while (driven.state.list.asking) answer(driven, left);
    expect(driven.state.list.rows.map(({ title }) => title)).toEqual(left.map(({ title }) => title));
    expect(lists(driven).at(-1)?.query.limit).toBe(350);
  });

  it("that leave nothing ask where there are others", () => {
    const driven = answer(opened(), all.slice(0, 2)).tell({ type: "changed", sessions: null });
    answer(driven, []);
    expect(driven.tasks.filter((task) => task.do === "look-anywhere")).toHaveLength(1);
    driven.tell({ type: "anywhere", anywhere: { count: 0, homes: ["/home/me/.codex"] } });
    expect(driven.text).toContain("No sessions yet.");
  });

  it("choose the neighbour when the chosen one has gone", () => {
    const driven = answer(opened(), all.slice(0, 5)).press("down", "down").tell({ type: "changed", sessions: null });
    answer(
      driven,
      all.slice(0, 5).filter(({ title }) => title !== "Task 3"),
    );
    expect(driven.text).toMatch(/› .*Task 4 /);
  });

  it("are looked for when the person comes back, and what was interrupted only after acting", () => {
    const driven = answer(opened(), all.slice(0, 5)).press("enter").tell({ type: "returned" });
    const asked = () => driven.tasks.filter((task) => task.do === "status").length;
    expect(lists(driven).at(-1)?.reach).toBe("refresh");
    expect(asked()).toBe(1);
    driven.press("right", "enter").tell({ type: "returned" });
    expect(asked()).toBe(2);
  });

  it("that cannot be followed are one line", () => {
    const driven = answer(opened(), all.slice(0, 5)).tell({
      type: "failed",
      reason: "Changes are not followed:\nno.",
    });
    expect(driven.text).toContain("Changes are not followed:␊no.");
  });
});
