import type { ProjectSummary } from "@reprise/model";
import { sampleProjectRow } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { testWorld } from "../../../test/support/world.ts";
import { widthOf } from "../../text/width.ts";
import { begin, projectsScreen } from "./index.ts";
import type { Message, State, Task } from "./state.ts";

const parser = sampleProjectRow({ state: "interrupted", unfinishedRound: 2, branch: "parser" });
const tests = sampleProjectRow({
  path: "/home/me/shop/.reprise/projects/2026/11/16/2",
  title: "Make the tests faster",
  goal: "Make the tests faster",
  state: "succeeded",
  branch: "main",
  rounds: 7,
});
const damaged = sampleProjectRow({
  path: "/home/me/shop/.codexpotter/projects/2026/11/15/1",
  origin: "codexpotter",
  state: "damaged",
  title: "An old goal",
  problem: "potter-rollout.jsonl, line 3: expected round_started",
});

function open(rows: readonly ProjectSummary[] | null, size = { columns: 80, rows: 24 }) {
  const driven = new Driven<State, Message, Task>(projectsScreen, begin(testWorld()), size);
  return rows === null ? driven : driven.tell({ type: "rows", request: 0, rows, now: testWorld().now() });
}

const all = [parser, tests, damaged];

describe("projects to choose from", () => {
  test("have their times, state, rounds, branch and goal; the chosen one more below", () => {
    const driven = open(all);
    expect(driven.text).toMatch(/› Nov 17 {6}interrupted {6}2 {2}parser {6}Port the parser/);
    expect(driven.text).toMatch(/goal met {9}7 {2}main/);
    expect(driven.text).toContain("/home/shop/.reprise/projects/2026/11/17/1");
    const wide = open(all, { columns: 120, rows: 40 });
    expect(wide.text).toMatch(/› Nov 17 {6}Nov 17 {6}interrupted/);
  });

  test.each([
    [30, 8],
    [80, 24],
    [10, 3],
    [120, 40],
  ])("fit into %i×%i", (columns, rows) => {
    const driven = open(all, { columns, rows });
    const lines = driven.text.split("\n");
    expect(lines.length).toBeLessThanOrEqual(rows);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  });

  test("are filtered by words of the goal, the branch or the path", () => {
    const driven = open(all).press("/", '"FASTER te"');
    expect(driven.text).toContain("Make the tests faster");
    expect(driven.text).not.toContain("Port the parser");
    expect(driven.text).toContain("1 of 3");
    driven.press("escape", "/").press('"parser"');
    expect(driven.text).toContain("Port the parser");
    driven.press("ctrl+u").press('"codexpotter"');
    expect(driven.text).toContain("An old goal");
    driven.press('"zzz"');
    expect(driven.text).toContain("None has these words. Esc shows all.");
    expect(driven.went).toEqual([]);
  });

  test("Enter opens the selected match of a search at once; Tab gives the keys of the list back", () => {
    const driven = open(all).press("/", '"faster"', "enter");
    expect(driven.went).toMatchObject([{ to: { begin: { path: tests.path } } }]);
    driven.press("tab", "j", "q");
    expect(driven.text).toContain("Search: faster");
    expect(driven.went.at(-1)).toEqual({ back: true });
  });

  test("letters are keys: none of them is typed", () => {
    const driven = open(all).press("j", "j", "k");
    expect(driven.text).toMatch(/› .*Make the tests faster/);
    expect(driven.press("G").text).toMatch(/› .*An old goal/);
    expect(driven.press("g", "?").went).toMatchObject([{ to: { screen: "help", title: "Projects" } }]);
    expect(driven.press("q").went.at(-1)).toEqual({ back: true });
  });

  test("Enter opens the chosen one; Ctrl-N and Ctrl-P move like the arrows", () => {
    const driven = open(all).press("ctrl+n", "ctrl+n", "ctrl+p", "enter");
    const route = { screen: "project", begin: { kind: "open", path: tests.path, wish: undefined } };
    expect(driven.went).toEqual([{ to: route }]);
  });

  test("a damaged one is shown with its reason and not opened", () => {
    const driven = open(all).press("down", "down");
    expect(driven.text).toContain("damaged: potter-rollout.jsonl, line 3: expected round_started");
    driven.press("enter");
    expect(driven.text).toContain("It cannot be opened: damaged: potter-rollout.jsonl, line 3");
    expect(driven.went).toEqual([]);
  });

  test("Enter before they are known is done once they are", () => {
    const driven = open(null).press("enter");
    expect(driven.text).toContain("Looking for projects…");
    driven.tell({ type: "rows", request: 0, rows: all, now: testWorld().now() });
    expect(driven.went).toHaveLength(1);
  });

  test("a looks in all workspaces; an answer about the others is ignored", () => {
    const driven = open(null).press("a");
    expect(driven.tasks.at(-1)).toEqual({ type: "list", request: 1, scope: "all" });
    driven.tell({ type: "rows", request: 0, rows: all, now: testWorld().now() });
    expect(driven.text).toContain("Looking for projects…");
    driven.tell({ type: "rows", request: 1, rows: [], now: testWorld().now() });
    expect(driven.text).toContain("There are no projects.");
  });

  test("Esc clears the filter, then leaves", () => {
    const driven = open(all).press("/", '"x"', "escape");
    expect(driven.went).toEqual([]);
    expect(driven.press("escape").went).toEqual([{ escape: true }]);
  });

  test("a failure says how to try again; on return it is read again", () => {
    const driven = open(null).tell({ type: "no-rows", request: 0, reason: "The disk is gone." });
    expect(driven.text).toContain("The disk is gone. r tries again.");
    driven.press("r");
    expect(driven.tasks.at(-1)).toMatchObject({ request: 1 });
    driven.tell({ type: "rows", request: 1, rows: all, now: testWorld().now() }).press("down");
    driven
      .tell({ type: "returned" })
      .tell({ type: "rows", request: 2, rows: [damaged, parser, tests], now: testWorld().now() });
    expect(driven.text).toMatch(/› .*Make the tests faster/);
  });
});
