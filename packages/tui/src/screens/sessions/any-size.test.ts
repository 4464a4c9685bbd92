import type { SessionSummary } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { bomb } from "../../../test/support/plans.ts";
import { pageTold, sessionsFrom } from "../../../test/support/session-list.ts";
import { testWorld } from "../../../test/support/world.ts";
import { widthOf } from "../../text/width.ts";
import { begin, sessionsScreen } from "./index.ts";

const names = [bomb, "שלום עולם", "👨‍👩‍👧‍👦".repeat(50), "a\u0301".repeat(500), "long ".repeat(2_000)];
const odd = sessionsFrom(5).map(
  (session, index): SessionSummary => ({
    ...session,
    name: index % 2 === 0 ? (names[index] ?? null) : null,
    title: names[index] ?? "",
    tags: ["bug", "ü/x"],
  }),
);

const opened = (columns: number, rows: number, sessions: readonly SessionSummary[]) => {
  const driven = new Driven(sessionsScreen, begin(testWorld()), { columns, rows }).tell(pageTold(sessions));
  return sessions.length > 0 ? driven : driven.tell({ type: "anywhere", anywhere: { count: 0, homes: [] } });
};

describe("the list on a screen of any size", () => {
  it.each([
    ["no session", []],
    ["one session", odd.slice(0, 1)],
    ["odd names and titles", odd],
  ])("fits with %s, whatever is open", (_, sessions) => {
    const ways = [[], ["t"], ["t", "enter"], ["f"], ["/"], ["/", '"ab"'], ["z"], ["v"], ["w"], ["."]];
    for (let columns = 1; columns <= 64; columns += 3)
      for (let rows = 1; rows <= 14; rows += 1)
        for (const keys of ways) {
          const lines = opened(columns, rows, sessions)
            .press(...keys)
            .text.split("\n");
          const widest = Math.max(...lines.map(widthOf));
          expect([columns, rows, keys, lines.length <= rows, widest <= columns]).toEqual([
            ...[columns, rows, keys, true, true],
          ]);
        }
  });

  it("shows the chosen option of a panel, however few rows there are", () => {
    for (const rows of [5, 6, 7, 8, 10])
      for (const key of ["t", "f"]) {
        const driven = opened(30, rows, odd).press(key);
        for (let moves = 0; moves < 18; moves += 1) {
          expect(driven.text.split("\n").slice(1).join("\n")).toMatch(/│ ?›/);
          driven.press("down");
        }
      }
  });

  it("takes a long line as a search, and shows everything again after Esc", () => {
    const driven = opened(30, 8, odd).press("/");
    driven.tell({ type: "paste", text: "\u202eab\x1b[31m ".repeat(2_000) });
    for (const line of driven.text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(30);
    expect(driven.press("escape").text).toContain("Showing 1–5 of 5");
  });
});
