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
      "Showing 1–17 of 30 · This project
      › 11-15 11:59 interrupted Task 1                    ┌─ Filter ─────────────────┐
        11-15 11:58 interrupted Task 2                    │ › ● any state          … │
        11-15 11:57 interrupted Task 3                    │   ○ live               … │
        11-15 11:56 interrupted Task 4                    │   ○ interrupted        … │
        11-15 11:55 interrupted Task 5                    │   ○ failed             … │
        11-15 11:54 interrupted Task 6                    │   ○ completed          … │
        11-15 11:53 interrupted Task 7                    │   ○ empty              … │
        11-15 11:52 interrupted Task 8                    │   ○ unreadable         … │
        11-15 11:51 interrupted Task 9                    │   ● any agent          … │
        11-15 11:50 interrupted Task 10                   │   ○ codex              … │
        11-15 11:49 interrupted Task 11                   │   ○ claude             … │
        11-15 11:48 interrupted Task 12                   │   ○ gemini             … │
        11-15 11:47 interrupted Task 13                   │   ○ opencode           … │
        11-15 11:46 interrupted Task 14                   └──────────────────────────┘
        11-15 11:45 interrupted Task 15
        11-15 11:44 interrupted Task 16
        11-15 11:43 interrupted Task 17

      Task 1
      codex:t1

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  apply   Space  preview   Esc  close"
    `);
  });

  it("stands below it at 40", () => {
    expect(opened(40, 24).text).toMatchInlineSnapshot(`
      "Showing 1–6 of 30 · This project
      › 11-15 11:59 interrupted Task 1
        11-15 11:58 interrupted Task 2
        11-15 11:57 interrupted Task 3
        11-15 11:56 interrupted Task 4
        11-15 11:55 interrupted Task 5
        11-15 11:54 interrupted Task 6
      ┌─ Filter ─────────────────────────────┐
      │ › ● any state          …             │
      │   ○ live               …             │
      │   ○ interrupted        …             │
      │   ○ failed             …             │
      │   ○ completed          …             │
      │   ○ empty              …             │
      │   ○ unreadable         …             │
      │   ● any agent          …             │
      │   ○ codex              …             │
      │   ○ claude             …             │
      │   ○ gemini             …             │
      │   ○ opencode           …             │
      └──────────────────────────────────────┘

       View   Restore   Replay   GPT Restore
       Enter  apply   Esc  close  …"
    `);
    expect(opened(40, 15).press("end", "down", "down", "down", "down", "down").text).toMatchInlineSnapshot(`
      "Showing 1–3 of 30 · This project
      › 11-15 11:59 interrupted Task 1
        11-15 11:58 interrupted Task 2
        11-15 11:57 interrupted Task 3
      ┌─ Filter ─────────────────────────────┐
      │   ● any state          …             │
      │   ○ live               …             │
      │   ○ interrupted        …             │
      │   ○ failed             …             │
      │   ○ completed          …             │
      │ › ○ empty              …             │
      └──────────────────────────────────────┘

       View   Restore   Replay   GPT Restore
       Enter  apply   Esc  close  …"
    `);
  });

  it("leaves a list of 200 columns nearly all of them", () => {
    expect(opened(200, 18).text).toMatchInlineSnapshot(`
      "Showing 1–11 of 30 · This project
      › 11-15 11:59  interrupted  codex        4 msgs/12 tools  Task 1                                                                                                            ┌─ Filter ─────────────────┐
        11-15 11:58  interrupted  codex        4 msgs/12 tools  Task 2                                                                                                            │ › ● any state          … │
        11-15 11:57  interrupted  codex        4 msgs/12 tools  Task 3                                                                                                            │   ○ live               … │
        11-15 11:56  interrupted  codex        4 msgs/12 tools  Task 4                                                                                                            │   ○ interrupted        … │
        11-15 11:55  interrupted  codex        4 msgs/12 tools  Task 5                                                                                                            │   ○ failed             … │
        11-15 11:54  interrupted  codex        4 msgs/12 tools  Task 6                                                                                                            │   ○ completed          … │
        11-15 11:53  interrupted  codex        4 msgs/12 tools  Task 7                                                                                                            │   ○ empty              … │
        11-15 11:52  interrupted  codex        4 msgs/12 tools  Task 8                                                                                                            │   ○ unreadable         … │
        11-15 11:51  interrupted  codex        4 msgs/12 tools  Task 9                                                                                                            │   ● any agent          … │
        11-15 11:50  interrupted  codex        4 msgs/12 tools  Task 10                                                                                                           │   ○ codex              … │
        11-15 11:49  interrupted  codex        4 msgs/12 tools  Task 11                                                                                                           │   ○ claude             … │
                                                                                                                                                                                  │   ○ gemini             … │
      Task 1                                                                                                                                                                      │   ○ opencode           … │
      codex:t1                                                                                                                                                                    └──────────────────────────┘

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  apply   Space  preview   Esc  close"
    `);
  });

  it("the list beside it is the filtered one as soon as it is known", () => {
    const driven = opened(80, 24).press("down", "down", "space");
    expect(driven.text).toContain("Task 1 "); // until then the old one
    const interrupted = sessionsFrom(1, { state: "interrupted", title: "Cut off" });
    driven.tell(pageTold(interrupted, {}, { epoch: 1 }));
    expect(driven.text).toContain("Showing 1–1 of 1 · This project · only interrupted");
    expect(driven.text).toMatch(/Cut off +┌─ Filter[\s\S]*› ● interrupted/);
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
