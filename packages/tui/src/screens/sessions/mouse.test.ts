import { describe, expect, it } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { pageTold, sessionsFrom } from "../../../test/support/session-list.ts";
import { testWorld } from "../../../test/support/world.ts";
import { begin, sessionsScreen } from "./index.ts";

const sessions = sessionsFrom(30);
const hidden = { empty: 3, subagents: 2, archived: 1, byPerson: 0, unreadable: 0 };
const listed = (columns = 80, rows = 24) =>
  new Driven(sessionsScreen, begin(testWorld()), { columns, rows }).tell(pageTold(sessions, { hidden }));
const viewed = (number: number) => ({
  to: { screen: "viewer", session: sessions[number - 1], at: null, search: null },
});

describe("a click", () => {
  it("on a row selects it, a second one opens it with the selected action", () => {
    const driven = listed().click("Task 5");
    expect(driven.text).toMatch(/› Task 5 /);
    expect(driven.went).toEqual([]);
    expect(driven.click("Task 5").went).toEqual([viewed(5)]);
    const restored = listed().press("right").click("Task 2").click("Task 2");
    expect(restored.went).toMatchObject([{ to: { screen: "restore", session: sessions[1] } }]);
  });

  it("on another row, or on the same one after a key, only selects", () => {
    const driven = listed().click("Task 5").click("Task 3").press("down").click("Task 4");
    expect(driven.went).toEqual([]);
    expect(driven.text).toMatch(/› Task 4 /);
  });

  it("on the place of a row that another one has taken only selects", () => {
    const driven = listed().click("Task 5");
    driven.tell(pageTold([...sessionsFrom(1, { id: "codex:new" as never, title: "New", files: [] }), ...sessions]));
    driven.tell({ type: "click", row: 6, column: 3, target: "row:4", isAgain: true });
    expect(driven.went).toEqual([]);
    expect(driven.text).toMatch(/› Task 4 /);
  });

  it("on an action selects and runs it", () => {
    expect(listed().click("GPT Restore").went).toMatchObject([
      { to: { screen: "restore", session: sessions[0], modes: ["handoff"] } },
    ]);
  });

  it("on a key's label, in the footer or in a notice, presses it", () => {
    expect(listed().click("help").went).toMatchObject([{ to: { screen: "help" } }]);
    expect(listed().click("2 sub-agents").state.filters).toMatchObject({
      hasEmpty: true,
      hasSubagents: true,
      hasArchived: true,
    });
    const told = listed().tell({ type: "status", isAll: false, interruptedCount: 2, newest: null, waitingCount: 0 });
    expect(told.click("2 interrupted").went).toMatchObject([{ to: { screen: "status" } }]);
  });

  it("on a match while a search is typed selects it, and opens it the second time", () => {
    const driven = listed().press("s", '"task"').click("Task 3").click("Task 3");
    expect(driven.went).toEqual([viewed(3)]);
    expect(driven.state.search?.isTyping).toBe(true);
  });

  it("in the filter tries an option and leaves it open; the list behind takes no click", () => {
    const driven = listed(80, 40).press("f").click("interrupted  ");
    expect(driven.state.filters.state).toBe("interrupted");
    expect(driven.state.panel).not.toBeNull();
    driven.click("archived  ");
    expect(driven.state.filters.hasArchived).toBe(true);
    driven.click("GPT Restore").click("Task 9");
    expect(driven.went).toEqual([]);
    expect(driven.state.scroll.chosen).toBe(0);
  });

  it("that was meant for a row is not one on a panel that was opened before it arrived", () => {
    const driven = listed().press("t");
    driven.tell({ type: "click", row: 5, column: 3, target: "row:2", isAgain: false });
    expect(driven.tasks.filter((task) => task.do === "annotate")).toEqual([]);
    driven.press("escape", "f");
    driven.tell({ type: "click", row: 5, column: 3, target: "row:2", isAgain: false });
    expect(driven.state.filters.state).toBeNull();
  });

  it("before the rows are there does nothing", () => {
    const opened = new Driven(sessionsScreen, begin(testWorld())).click("GPT Restore");
    expect(opened.went).toEqual([]);
  });
});
