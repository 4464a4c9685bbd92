import { memoryLibrary } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { newBeginning, restoreBeginning } from "../test/support/live.ts";
import { summary } from "../test/support/plans.ts";
import { testWorld } from "../test/support/world.ts";
import { type Mounted, mount } from "./kernel/mounted-screen.ts";
import type { Route } from "./kernel/route.ts";
import { bareTheme } from "./kernel/theme.ts";
import { open } from "./open.ts";
import { widthOf } from "./text/width.ts";

const session = summary("t-1");
const openings: readonly Route[] = [
  { screen: "sessions" },
  { screen: "viewer", session, at: null, search: null },
  { screen: "restore", session, modes: ["resume"], isStepwise: false, plan: null },
  { screen: "live", begin: newBeginning },
  { screen: "live", begin: restoreBeginning() },
  { screen: "status" },
  { screen: "help", title: "Sessions", sections: [] },
];

/** The first line of a newly opened screen. */
function headOf(route: Route, columns: number, isDemo: boolean): string {
  const library = memoryLibrary([]);
  const world = testWorld({ library, isDemo });
  const size = { columns, rows: 24 };
  const opened: Mounted[] = [];
  const nothing = () => {};
  const frame = {
    world,
    theme: bareTheme,
    size: () => size,
    changed: nothing,
    go: nothing,
    broke: nothing,
  };
  open(route, (screen, beginning) => void opened.push(mount(screen, beginning, frame)), world);
  return opened[0]?.view(size).lines[0] ?? "";
}

describe("a demo says so in the first line of every screen, and nothing else does", () => {
  test.each(openings)("$screen", (route) => {
    for (const columns of [40, 80, 200]) {
      const head = headOf(route, columns, true);
      expect(head, `${columns} columns`).toContain("DEMO");
      expect(widthOf(head)).toBeLessThanOrEqual(columns);
      expect(headOf(route, columns, false)).not.toContain("DEMO");
    }
  });
});
