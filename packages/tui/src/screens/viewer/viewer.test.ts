import { type ItemBody, SessionError } from "@reprise/model";
import { expect, test } from "vitest";
import { synthetic } from "../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../test/support/viewing.ts";
import { makeTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";
import { view } from "./view.ts";

const story: readonly ItemBody[] = [
  { kind: "prompt", text: "The total is wrong for an empty cart. Fix it." },
  { kind: "reasoning", text: "Look at the cart first.\nThen the tests.\nThen fix it." },
  {
    kind: "command",
    command: "npm test",
    output: "FAIL src/cart.test.ts\n  expected 0, got NaN\n1 failed, 41 passed\n",
    exitCode: 1,
    status: "done",
  },
  {
    kind: "edit",
    changes: [
      {
        path: "src/cart.ts",
        change: "update",
        diff: "@@ -3,3 +3,3 @@\n export function total() {\n-  return sum / count;\n+  return count === 0 ? 0 : sum / count;\n }",
      },
    ],
    status: "done",
  },
  {
    kind: "reply",
    text: "## Fixed\n\nThe total of an **empty cart** is now `0`:\n\n- `src/cart.ts` checks the count\n- all 42 tests pass",
  },
];

const open = (given: ConstructorParameters<typeof Viewing>[1] = {}) =>
  new Viewing(
    synthetic(3, () => story),
    given,
  ).done();

test("opens at the end", async () => {
  expect((await open()).text).toMatchInlineSnapshot(`
    "54–74 / 74 · turn 3 of 3 · times in UTC  …out-2026-11-15T18-00-00-0199a213.jsonl
      reasoning: Look at the cart first. … 2 more lines

      $ npm test  exit 1
        FAIL src/cart.test.ts
          expected 0, got NaN
        1 failed, 41 passed

      edit  1 file, +1 −1
        update src/cart.ts
          @@ -3,3 +3,3 @@
           export function total() {
          -  return sum / count;
          +  return count === 0 ? 0 : sum / count;
           }

    │ Fixed
    │
    │ The total of an empty cart is now 0:
    │
    │ - src/cart.ts checks the count
    ▌ - all 42 tests pass
     Return   Restore   Replay   GPT Restore
     /  search   [ ]  turn   Space  fold   ←→  action   q  back   ?  more"
  `);
});

test("40 columns leave the turn out of the header and wrap the rest", async () => {
  expect((await open({ size: { columns: 40, rows: 12 } })).text).toMatchInlineSnapshot(`
    "72–80 / 80  …-15T18-00-00-0199a213.jsonl
          count;
           }

    │ Fixed
    │
    │ The total of an empty cart is now 0:
    │
    │ - src/cart.ts checks the count
    ▌ - all 42 tests pass
     Return  Restore  Replay  GPT Restore
     /  search   q  back   ?  more"
  `);
});

test("200 columns show the whole path", async () => {
  const { lines } = await open({ size: { columns: 200, rows: 12 } });
  expect(lines[0]).toMatch(/^\d+–74 \/ 74 · turn 3 of 3 · times in UTC {20,}\/home\/me\/\.codex\/.*jsonl$/);
});

test("opens at the turn it is given, with that turn at the top", async () => {
  const { lines } = await open({ at: 2 });
  expect(lines[0]).toContain("26–46 / 74 · turn 2 of 3");
  expect(lines[1]).toMatch(/^▌ ── turn 2 /);
});

test("a turn that is not there opens at the end", async () => {
  expect((await open({ at: 900 })).lines[0]).toContain("54–74 / 74 · turn 3 of 3");
});

test("[ goes to the beginning of the turn and then to the turn before, ] to the next, then to the end", async () => {
  const viewing = await open();
  const turn = () => viewing.press("[").lines[1];
  expect(viewing.press("home", "end").text).toContain("54–74 / 74");
  expect([turn(), turn(), turn(), turn()].map((line) => line?.slice(2, 11))).toEqual([
    "── turn 3",
    "── turn 2",
    "── turn 1",
    "── turn 1",
  ]);
  expect(viewing.press("]").lines[1]).toContain("turn 2");
  expect(viewing.press("]", "]").lines[0]).toContain("54–74 / 74");
});

test("keys move the cursor by a row and the page by a page; the wheel moves what is seen", async () => {
  const viewing = await open();
  viewing.press("home", "down", "down");
  expect(viewing.lines[3]).toMatch(/^▌/);
  expect(viewing.press("pageDown").lines[0]).toContain("21–41 / 74");
  expect(viewing.press("pageUp", "pageUp", "pageUp").lines[1]).toMatch(/^▌ ── turn 1/);
  viewing.wheel(3);
  expect(viewing.lines[0]).toContain("4–24 / 74");
  expect(viewing.lines[1]).toMatch(/^▌/);
});

test("the actions of the footer lead where those of the list do", async () => {
  const viewing = await open();
  viewing.press("tab", "enter", "right", "enter", "right", "enter", "right", "enter");
  const { session } = viewing.state;
  const restore = { screen: "restore", session, isStepwise: false, plan: null };
  expect(viewing.went).toEqual([
    { to: { ...restore, modes: ["resume", "replay"] } },
    { to: { ...restore, modes: ["replay"] } },
    { to: { ...restore, modes: ["handoff"] } },
    { back: true },
  ]);
  expect(viewing.press("left").state.action).toBe(3);
});

test("an action that cannot be done says why", async () => {
  const viewing = await open();
  const session = { ...viewing.state.session, owner: { pid: 42, program: "codex", terminal: null } };
  viewing.tell({ type: "same", id: -1, session });
  viewing.state = { ...viewing.state, session };
  viewing.press("tab", "enter");
  expect(viewing.went).toEqual([]);
  expect(viewing.lines.at(-1)).toContain("Restore: open in codex (process 42).");
});

test("B branches after the turn under the cursor", async () => {
  const viewing = await open({ at: 2 });
  viewing.press("B");
  expect(viewing.went).toMatchObject([{ to: { screen: "restore", modes: ["fork", "replay"], at: 2 } }]);
});

test("y copies the item, Y the command, i the id, Esc goes back, ? tells the keys", async () => {
  const viewing = await open();
  await viewing.press("y", "Y", "i").done();
  const { id, shortId } = viewing.state.session;
  expect(viewing.world.copied.sort()).toEqual(
    [story[4]?.kind === "reply" ? story[4].text : "", `cd /home/me/shop && codex resume ${id}`, shortId].sort(),
  );
  viewing.press("?", "escape", "q");
  expect(viewing.went).toMatchObject([
    { to: { screen: "help", title: "Session viewer" } },
    { escape: true },
    { back: true },
  ]);
});

test("damage stands where it was found, is counted, and d lists it", async () => {
  const file = "/home/me/.codex/sessions/2026/11/15/rollout-2026-11-15T18-00-00-0199a213.jsonl";
  const damage = [
    { file, line: 302, byteOffset: 3020, kind: "torn" as const, detail: "" },
    { file, line: 999, byteOffset: 9990, kind: "nul" as const, detail: "16 zero bytes" },
  ];
  const viewing = await new Viewing(synthetic(3, () => story, { damage })).done();
  expect(viewing.lines.at(-3)).toContain("damage in line 999: zero bytes, typical of a power cut (16 zero bytes)");
  expect(viewing.lines.at(-1)).toContain("2 damaged places (d)");
  expect(viewing.press("[").text).toMatch(
    /more lines\n\n {2}\$ npm test {2}exit 1\n(.*\n)+.*damage in line 302: the line stops in the middle/,
  );
  viewing.press("D");
  expect(viewing.lines.slice(1, 4).join("\n")).toMatchInlineSnapshot(`
    "2 damaged places
    damage in line 302: the line stops in the middle · rollout-2026-11-15T18-00-00-…
    damage in line 999: zero bytes, typical of a power cut (16 zero bytes) · rollou…"
  `);
  expect(viewing.lines.at(-1)?.trim()).toBe("↑↓  scroll   q  back to the session");
  const asked = viewing.went.length;
  expect(viewing.press("n", "right", "enter", "s").went).toHaveLength(asked);
  expect(viewing.text).toContain("2 damaged places");
  expect(viewing.press("D").text).toContain("── turn 3");
});

test("a session whose file was taken away says so, not that it was never there", async () => {
  const made = synthetic(3, () => story);
  const gone = async () =>
    Promise.reject(new SessionError("not-found", "No session matches codex:x. Near it: codex:y."));
  const viewing = await new Viewing({ ...made, library: { ...made.library, read: gone } }).done();
  expect(viewing.text).toContain("Its file is no longer there. Esc goes back.");
  expect(viewing.text).not.toContain("Near it");
});

test("damage beyond what is shown where it stands is counted there", async () => {
  const file = "/home/me/.codex/sessions/2026/11/15/rollout-2026-11-15T18-00-00-0199a213.jsonl";
  const damage = Array.from({ length: 250 }, (_, line) => ({
    file,
    line: line + 900,
    byteOffset: line,
    kind: "not-json" as const,
    detail: "",
  }));
  const viewing = await new Viewing(synthetic(3, () => story, { damage })).done();
  expect(viewing.lines.at(-3)).toContain("… 50 more damaged places (D lists them)");
  expect(viewing.lines.at(-4)).toContain("damage in line 1099: the line is not JSON");
});

test("a session without turns, and one that cannot be read", async () => {
  expect((await new Viewing(synthetic(0, () => [])).done()).text).toContain("There is nothing in this session.");
  let fails = true;
  const viewing = await new Viewing(synthetic(3, () => story, { readFails: () => fails })).done();
  expect(viewing.text).toContain("The disk is gone.");
  fails = false;
  await viewing.press("end").done();
  expect(viewing.text).toContain("54–74 / 74");
});

const bombs: readonly ItemBody[] = [
  { kind: "prompt", text: "日本語の質問です。".repeat(20) },
  { kind: "reply", text: `\x1b[2J\x1b]52;c;aGk=\x07 שלום \u202Egnp.exe 👩‍👩‍👧‍👦 ${"🇩🇪".repeat(60)}` },
  {
    kind: "command",
    command: "printf '\x1b[31m'",
    output: `\x1b[?1049l\x1b[H${"\t|".repeat(90)}\r\x00`,
    exitCode: 0,
    status: "done",
  },
];

test.each([1, 2, 10, 40, 80, 200])("nothing of an agent escapes, at %i columns", async (columns) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  const acts = /(?!\x1b\[[\d;]*m)[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
  for (const rows of [1, 2, 4, 24]) {
    const size = { columns, rows };
    const viewing = await new Viewing(
      synthetic(4, () => bombs),
      { size },
    ).done();
    for (const keys of [[], ["home"], ["F"], ["s", '"語"'], ["enter"], ["D"], ["end", "tab"]]) {
      viewing.press(...keys);
      const { lines } = view(viewing.state, size, makeTheme({ hasColor: true }));
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) {
        expect(widthOf(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(acts);
      }
    }
  }
});
