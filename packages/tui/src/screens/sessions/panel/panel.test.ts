import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { makeTheme } from "../../../kernel/theme.ts";
import { widthOf } from "../../../text/width.ts";
import { begin, sessionsScreen } from "../index.ts";
import { view } from "../view.ts";

const sessions = sessionsFrom(30);
const opened = (columns: number, rows: number) =>
  new Driven(sessionsScreen, begin(testWorld()), { columns, rows }).tell(pageTold(sessions)).press("f");

describe("the filter", () => {
  it("stands beside the list at 80 columns", () => {
    expect(opened(80, 24).text).toMatchInlineSnapshot(`
      "Showing 1–17 of 30 · This project                                         ~/shop
      › Task 1                     codex interrupted ┌─ Filter ──────────────────────┐
        Task 2                     codex interrupted │ › ● any state               … │
        Task 3                     codex interrupted │   ○ waiting                 … │
        Task 4                     codex interrupted │   ○ working                 … │
        Task 5                     codex interrupted │   ○ open                    … │
        Task 6                     codex interrupted │   ○ interrupted             … │
        Task 7                     codex interrupted │   ○ parked                  … │
        Task 8                     codex interrupted │   ○ stopped                 … │
        Task 9                     codex interrupted │   ○ failed                  … │
        Task 10                    codex interrupted │   ○ completed               … │
        Task 11                    codex interrupted │   ○ empty                   … │
        Task 12                    codex interrupted │   ○ unreadable              … │
        Task 13                    codex interrupted │   ● any agent               … │
        Task 14                    codex interrupted │   ○ codex                   … │
        Task 15                    codex interrupted │   ○ claude                  … │
        Task 16                    codex interrupted │   ○ gemini                  … │
        Task 17                    codex interrupted │   ○ opencode                … │
                                                     │   □ without messages        … │
      Task 1                                         │   □ sub-agents              … │
      codex:t1                                       └───────────────────────────────┘

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  apply   Space  preview   Esc  close"
    `);
  });

  it("stands below it at 40", () => {
    expect(opened(40, 24).text).toMatchInlineSnapshot(`
      "Showing 1–3 of 30 · This project  ~/shop
      › Task 1                     interrupted
        Task 2                     interrupted
        Task 3                     interrupted
      ┌─ Filter ─────────────────────────────┐
      │ › ● any state               …        │
      │   ○ waiting                 …        │
      │   ○ working                 …        │
      │   ○ open                    …        │
      │   ○ interrupted             …        │
      │   ○ parked                  …        │
      │   ○ stopped                 …        │
      │   ○ failed                  …        │
      │   ○ completed               …        │
      │   ○ empty                   …        │
      │   ○ unreadable              …        │
      │   ● any agent               …        │
      │   ○ codex                   …        │
      │   ○ claude                  …        │
      │   ○ gemini                  …        │
      └──────────────────────────────────────┘

       View   Restore   Replay   GPT Restore
       Enter  apply   Esc  close  …"
    `);
    expect(opened(40, 15).press("end", "down", "down", "down", "down", "down").text).toMatchInlineSnapshot(`
      "Showing 1–3 of 30 · This project  ~/shop
      › Task 1                     interrupted
        Task 2                     interrupted
        Task 3                     interrupted
      ┌─ Filter ─────────────────────────────┐
      │   ● any state               …        │
      │   ○ waiting                 …        │
      │   ○ working                 …        │
      │   ○ open                    …        │
      │   ○ interrupted             …        │
      │ › ○ parked                  …        │
      └──────────────────────────────────────┘

       View   Restore   Replay   GPT Restore
       Enter  apply   Esc  close  …"
    `);
  });

  it("leaves a list of 200 columns nearly all of them", () => {
    expect(opened(200, 18).text).toMatchInlineSnapshot(`
      "Showing 1–11 of 30 · This project                                                                                                                                                                 ~/shop
      › Task 1                                                                                                            codex  interrupted       1 min     4 msgs/12 tools ┌─ Filter ──────────────────────┐
        Task 2                                                                                                            codex  interrupted       2 min     4 msgs/12 tools │ › ● any state               … │
        Task 3                                                                                                            codex  interrupted       3 min     4 msgs/12 tools │   ○ waiting                 … │
        Task 4                                                                                                            codex  interrupted       4 min     4 msgs/12 tools │   ○ working                 … │
        Task 5                                                                                                            codex  interrupted       5 min     4 msgs/12 tools │   ○ open                    … │
        Task 6                                                                                                            codex  interrupted       6 min     4 msgs/12 tools │   ○ interrupted             … │
        Task 7                                                                                                            codex  interrupted       7 min     4 msgs/12 tools │   ○ parked                  … │
        Task 8                                                                                                            codex  interrupted       8 min     4 msgs/12 tools │   ○ stopped                 … │
        Task 9                                                                                                            codex  interrupted       9 min     4 msgs/12 tools │   ○ failed                  … │
        Task 10                                                                                                           codex  interrupted      10 min     4 msgs/12 tools │   ○ completed               … │
        Task 11                                                                                                           codex  interrupted      11 min     4 msgs/12 tools │   ○ empty                   … │
                                                                                                                                                                             │   ○ unreadable              … │
      Task 1                                                                                                                                                                 │   ● any agent               … │
      codex:t1                                                                                                                                                               └───────────────────────────────┘

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  apply   Space  preview   Esc  close"
    `);
  });

  it("the list beside it is the filtered one as soon as it is known", () => {
    const driven = opened(80, 24).press(...Array(4).fill("down"), "space");
    expect(driven.text).toContain("Task 1 "); // until then the old one
    const interrupted = sessionsFrom(1, { state: "interrupted", title: "Cut off" });
    driven.tell(pageTold(interrupted, {}, { epoch: 1 }));
    expect(driven.text).toContain("Showing 1–1 of 1 · This project · only interrupted");
    expect(driven.text).toMatch(/Cut off +\S* *interrupted ┌─ Filter[\s\S]*› ● interrupted/);
    expect(driven.text).not.toContain("Task");
  });

  it("fits any screen, whatever is moved in it", () => {
    for (const columns of [1, 9, 30, 40, 72, 73, 80, 120, 200])
      for (const rows of [1, 3, 6, 9, 12, 15, 24, 60]) {
        const driven = opened(columns, rows).press(...Array(8).fill("down"));
        const { lines } = view(driven.state, driven.size, makeTheme({ hasColor: true }));
        expect(lines.length).toBeLessThanOrEqual(rows);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
        if (rows >= 9 && columns >= 30) expect(driven.text).toMatch(/› ○/);
        if (rows >= 12 && columns >= 40) expect(driven.text).toMatch(/Tas/);
      }
  });
});

it("shows the filter's counts on a narrow screen", () => {
  const driven = opened(30, 12).tell({ type: "counted", option: "state working", count: 1234 });
  expect(driven.text).toMatch(/○ working +1,234 │/);
});
