import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { begin, sessionsScreen } from "../index.ts";

const opened = () => new Driven(sessionsScreen, begin(testWorld()), { columns: 100, rows: 30 });
const sessions = sessionsFrom(50);
const page = (count = 20) => pageTold(sessions.slice(0, count), { total: 50, next: "more" });
const viewed = (number: number) => ({
  to: { screen: "viewer", session: sessions[number - 1], at: null, search: null },
});

describe("what is pressed before the rows are there", () => {
  it("Enter waits for them, says so, and is done once", () => {
    const driven = opened().press("enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("View: as soon as the sessions are read…");
    driven.tell(page());
    expect(driven.went).toEqual([viewed(1)]);
    expect(driven.text).not.toContain("as soon as");
    driven.tell({ type: "returned" }).tell(pageTold(sessions, {}, { reach: "refresh" }));
    expect(driven.went).toHaveLength(1);
  });

  it("the way to a row is kept, and what is done there", () => {
    expect(opened().press("down", "down", "up", "down", "enter").tell(page()).went).toEqual([viewed(3)]);
    expect(opened().press("pageDown", "home", "j", "enter").tell(page()).went).toEqual([viewed(2)]);
    expect(opened().wheel(3).press("enter").tell(page()).went).toEqual([viewed(4)]);
    expect(opened().press("down", "c").tell(page()).tasks).toContainEqual({ do: "copy", text: "codex:t2" });
  });

  it("the end is gone to, and only then it is done", () => {
    const driven = opened().press("end", "enter").tell(page());
    expect(driven.went).toEqual([]);
    driven.tell(pageTold(sessions.slice(20), { total: 50, next: null }, { reach: "more" }));
    expect(driven.went).toEqual([viewed(50)]);
  });

  it.each(["right", "down", "h", "s", "a", "f"])("%s after it: it is forgotten", (key) => {
    const driven = opened().press("enter", key);
    const before = driven.went.length;
    driven.tell(page()).tell(pageTold(sessions, {}, { epoch: 1 }));
    expect(driven.went).toHaveLength(before);
  });

  it("with the action that was chosen", () => {
    const driven = opened().press("right", "enter");
    expect(driven.text).toContain("Restore: as soon as");
    expect(driven.tell(page()).went).toMatchObject([{ to: { screen: "restore", session: sessions[0] } }]);
  });

  it("where nothing is to be read, it is told so", () => {
    const driven = opened().press("enter").tell(pageTold([]));
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("No session here.");
  });

  it("where reading fails, it is forgotten", () => {
    const driven = opened().press("enter").tell({ type: "list-failed", epoch: 0, reason: "It broke." });
    expect(driven.text).toContain("It broke. Ctrl-R tries again.");
    driven.press("ctrl+r").tell(pageTold(sessions, {}, { epoch: 1 }));
    expect(driven.went).toEqual([]);
  });

  it("after the scope has changed it is meant for the new rows", () => {
    const driven = opened().tell(page()).press("a", "enter");
    expect(driven.went).toEqual([]);
    const other = sessionsFrom(3, { workspace: "/elsewhere", title: "Other" });
    driven.tell(pageTold(other, {}, { epoch: 1 }));
    expect(driven.went).toMatchObject([{ to: { session: { title: "Other" } } }]);
  });
});

it("another list is shown in place of the old one, never nothing in between", () => {
  const driven = opened().tell(page()).press("down", "a");
  expect(driven.text).toContain("Reading… · All sessions");
  expect(driven.text).toContain("Task 1");
  driven.tell(pageTold(sessionsFrom(2), {}, { epoch: 1 }));
  expect(driven.text).toContain("Showing 1–2 of 2 · All sessions");
});
