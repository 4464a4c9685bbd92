import { describe, expect, test } from "vitest";
import { readZones, targetKey } from "../src/kernel/click-zones.ts";
import type { Route } from "../src/kernel/route.ts";
import { makeTheme } from "../src/kernel/theme.ts";
import { open } from "../src/open.ts";
import { historyKeys } from "../src/screens/project/keys.ts";
import { widthOf } from "../src/text/width.ts";
import { moveKeys } from "../src/widgets/move-keys.ts";
import { tables } from "./guide-keys.ts";
import { Driven } from "./support/drive.ts";
import { newBeginning } from "./support/live.ts";
import { replayPlan, summary } from "./support/plans.ts";
import { reviewRoute } from "./support/review.ts";
import { testWorld } from "./support/world.ts";

/** What a key does wherever nothing is typed and nothing is asked; a screen may leave it out, not give it another meaning. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(["/", "s", "S"].map((key) => [key, ["search"]])),
  ...Object.fromEntries(["?", "h", "H"].map((key) => [key, ["help"]])),
  q: ["back", "quit", "close"],
  "ctrl+c": ["back", "quit", "close", "end"],
  escape: ["escape", "back", "close"],
  y: ["copy"],
  Y: ["copy-command"],
  o: ["open-agent"],
  e: ["edit"],
  a: ["scope"],
  ...Object.fromEntries(moveKeys().flatMap(({ keys, action }) => keys.map((key) => [key, [action]]))),
};

/** A letter is text there, or an answer. */
const typedOrAsked = /typed|asked|asks|offered|refused|^Live session$|^Review, in the filter$|a new one is begun/;
const usual = [...tables, ["Project, in the history", historyKeys] as const].filter(
  ([title]) => !typedOrAsked.test(title),
);

describe.each(usual)("%s", (title, table) => {
  test("a shared key has its one meaning", () => {
    expect(table.length, title).toBeGreaterThan(0);
    for (const { keys, action } of table)
      for (const key of keys)
        if (key in meanings) expect([key, meanings[key]]).toEqual([key, expect.arrayContaining([action])]);
  });

  test("j, k, g and G move where the arrows do", () => {
    const meaning = (key: string) => table.find(({ keys }) => keys.includes(key))?.action ?? null;
    const pairs = [
      ["down", "j"],
      ["up", "k"],
      ["home", "g"],
      ["end", "G"],
    ] as const;
    // In a project the arrows choose an action, and the letters move in its history.
    if (!title.startsWith("Project")) for (const [arrow, letter] of pairs) expect(meaning(letter)).toBe(meaning(arrow));
  });
});

const session = summary("t-1");
const routes: readonly (readonly [string, Route, help: string])[] = [
  ["sessions", { screen: "sessions" }, "?"],
  ["viewer", { screen: "viewer", session, at: null, search: null }, "?"],
  ["restore", { screen: "restore", session, modes: ["replay"], isStepwise: false, plan: replayPlan() }, "?"],
  ["status", { screen: "status" }, "?"],
  ["projects", { screen: "projects" }, "?"],
  ["project", { screen: "project", begin: { kind: "open", path: "/p" } }, "?"],
  ["review", { screen: "review", review: reviewRoute }, "?"],
  ["live", { screen: "live", begin: newBeginning }, "f1"],
];

describe.each(routes)("%s", (_, route, help) => {
  const opened = (): Driven<unknown, { type: string }, unknown> => {
    let driven: unknown = null;
    open(
      route,
      (screen, beginning) => {
        driven = new Driven(screen, beginning, { columns: 400, rows: 40 });
      },
      testWorld(),
    );
    return driven as Driven<unknown, { type: string }, unknown>;
  };

  test("every key in its footer is in its help", () => {
    const driven = opened();
    const { zones } = readZones(driven.picture(makeTheme({ hasColor: false })), widthOf);
    const shown = zones.flatMap(({ target }) => targetKey(target) ?? []);
    expect(shown.length).toBeGreaterThan(1);
    const [go] = driven.press(help).went;
    const sections = go && "to" in go && go.to.screen === "help" ? go.to.sections : [];
    const told = sections.flatMap(({ hints }) => hints.map(({ press }) => press));
    for (const key of shown) expect(told).toContain(key);
  });
});
