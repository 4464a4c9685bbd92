import { allComments } from "@reprise/model";
import { expect, test } from "vitest";
import { keyName } from "./key-name.ts";
import { ranked, rankOf } from "./palette/rank.ts";
import { hrefOf, type Route, restoreRoute, routeOf } from "./route.ts";

const routes: readonly Route[] = [
  { screen: "sessions", list: null },
  { screen: "sessions", list: "q=two+words&agent=codex" },
  { screen: "viewer", session: "codex:a/b c?d#e", turn: null, item: null, find: null },
  { screen: "viewer", session: "codex:a", turn: 3, item: null, find: "two words & more" },
  { screen: "viewer", session: "codex:a", turn: 0, item: "1/2:3 %", find: null },
  restoreRoute("codex:a", { mode: "fork", at: 4 }),
  restoreRoute("codex:a", { mode: "resume", model: "gpt-6&x", ends: "run-1" }),
  restoreRoute("codex:a"),
  { screen: "status" },
  { screen: "workbench", folder: "/a b/ü", run: "r1" },
  { screen: "workbench", folder: null, run: null },
  { screen: "projects", path: null },
  { screen: "projects", path: "/a b/ü#?/.reprise/projects/2026/11/17/1" },
  { screen: "reviews", target: null, comments: null, folder: null, filter: allComments },
  {
    screen: "reviews",
    target: "a-b/c#42",
    comments: null,
    folder: "/a b/ü",
    filter: { state: "unresolved", file: "src/a b.ts", reviewer: "ö&=", range: "a..b" },
  },
  { screen: "reviews", target: null, comments: "/tmp/c.jsonl", folder: null, filter: allComments },
  { screen: "usage" },
  { screen: "options" },
];

test.each(routes)("the address of %j leads to it", (route) => {
  expect(routeOf(hrefOf(route))).toEqual(route);
});

test.each(["", "#", "#/", "#/nowhere", "#/?folder=%2Fa", "#/sessions/", "#sessions"])("%j is the sessions", (hash) => {
  expect(routeOf(hash)).toEqual({ screen: "sessions", list: null });
});

test.each(["#/sessions/codex:a/turn/x", "#/sessions/codex:a/turn/-1", "#/sessions/codex:a/odd"])(
  "%j shows the end of the session",
  (hash) => {
    expect(routeOf(hash)).toMatchObject({ screen: "viewer", session: "codex:a", turn: null, item: null });
  },
);

test("a broken address is taken as it is", () => {
  expect(routeOf("#/sessions/%E0%A4%A")).toMatchObject({ session: "%E0%A4%A" });
  expect(routeOf("#/sessions/a/restore?mode=destroy&at=x")).toMatchObject({ mode: null, at: null });
});

test("keys have the names that tables use", () => {
  const event = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(keyName({ ...event, key: "G", shiftKey: true })).toBe("G");
  expect(keyName({ ...event, key: "K", ctrlKey: true, shiftKey: true })).toBe("Mod+k");
  expect(keyName({ ...event, key: "k", metaKey: true })).toBe("Mod+k");
  expect(keyName({ ...event, key: "Tab", shiftKey: true })).toBe("Shift+Tab");
});

test("the palette finds words in any order, the best first", () => {
  expect(rankOf("work", "Workbench")).toBe(0);
  expect(rankOf("running int", "Interrupted and running")).not.toBeNull();
  expect(rankOf("zzz", "Workbench", "screen")).toBeNull();
  const titles = ["a fix for parsing", "fix the build", "unrelated"];
  expect(ranked(titles, "fix", (title) => ({ title }), 5)).toEqual(["fix the build", "a fix for parsing"]);
});
