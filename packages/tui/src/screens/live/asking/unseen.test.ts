import { describe, expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../../test/support/live.ts";
import { request } from "../../../../test/support/plans.ts";

const long = Array.from({ length: 60 }, (_, index) => `echo step ${index}`).join(" &&\n");
const answers = ({ controls }: DrivenLive) => controls.done.filter((one) => one.startsWith("answer"));

async function asked(given: Parameters<typeof request>[0], columns = 80, rows = 24): Promise<DrivenLive> {
  const live = new DrivenLive(restoreBeginning(), { columns, rows }).resumed();
  await live.press('"x"', "enter").performs();
  return live.happens({ type: "request", request: request(given) }).waits();
}

describe("what was not seen is not allowed", () => {
  test.each(["y", "s", "enter"])("%s scrolls on instead, and says why", async (key) => {
    const live = await asked({ subject: long });
    expect(live.text).toContain("↓ 47 more rows: PgDn, End");
    await live.press(key).performs();
    expect(answers(live)).toEqual([]);
    expect(live.text).toContain("Nothing is allowed before you have seen it all.");
    expect(live.text).toContain("│ echo step 13 &&");
  });

  test("every row was on the screen before the end is", async () => {
    const live = await asked({ subject: long });
    const seen = new Set<string>();
    const look = () => {
      for (const [, step = ""] of live.text.matchAll(/echo step (\d+)/g)) seen.add(step);
    };
    look();
    while (live.text.includes("more row")) {
      live.press("pageDown");
      look();
    }
    expect(seen.size).toBe(60);
    await live.press("y").performs();
    expect(answers(live)).toEqual(["answer r1 once"]);
  });

  test.each([["end"], ["end", "home"]])("who goes to the end has not seen what lies between", async (...keys) => {
    const live = await asked({ subject: long });
    await live.press(...keys, "y").performs();
    expect(answers(live)).toEqual([]);
    expect(live.text).toContain("echo step 13");
    expect(live.text).toContain("Nothing is allowed before you have seen it all.");
    live.press("y", "y", "y");
    await live.press("y").performs();
    expect(answers(live)).toEqual(["answer r1 once"]);
  });

  test("what was seen stays seen in another width; what was seen in part begins anew", async () => {
    const wide = "x".repeat(70);
    const subject = Array.from({ length: 30 }, (_, index) => `echo step ${index} ${wide}`).join(" &&\n");
    const whole = (await asked({ subject }, 100)).press("pageDown", "pageDown", "pageDown");
    await whole.press("x").resize(50, 24).press("y").performs();
    expect(answers(whole)).toEqual(["answer r1 once"]);
    const part = (await asked({ subject }, 50)).press("pageDown", "pageDown", "pageDown");
    await part.resize(100, 24).press("home", "y").performs();
    expect(answers(part)).toEqual([]);
    expect(part.text).toContain("Nothing is allowed before you have seen it all.");
  });

  test.each(["n", "c", "escape"])("%s refuses at any time", async (key) => {
    const live = await asked({ subject: long });
    await live.press(key).performs();
    expect(answers(live)).toHaveLength(1);
  });

  test("scrolling stops at both ends", async () => {
    const live = await asked({ subject: long });
    live.press(...Array.from({ length: 40 }, () => "pageDown"), "pageUp");
    expect(live.text).toContain("↓ ");
    live.wheel(-500);
    expect(live.text).toContain("Command │ echo step 0");
  });
});

test("of a change of any length nothing is left out", async () => {
  const lines = Array.from({ length: 4_000 }, (_, index) => `+line ${index} ${"x".repeat(30)}`);
  const changes = [{ path: "a.ts", change: "add", diff: lines.join("\n"), movedTo: null } as const];
  const live = new DrivenLive(restoreBeginning()).resumed().press('"x"', "enter");
  live.happens({ type: "request", request: request({ kind: "edit", subject: "a.ts", changes }) }).waits();
  expect(live.text).toMatch(/↓ 3,9\d\d more rows/);
  for (let page = 0; page < 150; page += 1) live.press("pageDown");
  expect(live.text).not.toContain("left out");
  expect(live.text).toMatch(/line 1\d\d\d /);
  expect(live.press("end").text).toContain("line 3999 ");
});

test.each([
  [100, 5],
  [100, 1],
  [7, 24],
  [1, 1],
])("a window of %i × %i has no place for a question: nothing is allowed there, only refused", async (columns, rows) => {
  const live = await asked({ subject: "touch x" }, columns, rows);
  expect(live.text).not.toContain("once");
  await live.press("pageDown", "end", "y", "enter", "s").performs();
  expect(answers(live)).toEqual([]);
  await live.resize(100, 24).press("y").performs();
  expect(answers(live)).toEqual(["answer r1 once"]);
  const refused = await asked({ subject: "touch x" }, columns, rows);
  await refused.press("escape").performs();
  expect(answers(refused)).toEqual(["answer r1 decline"]);
});

test("in the smallest window that has place for a question it is seen row by row, and y goes on to the next", async () => {
  const live = await asked({ subject: "touch one && touch two" }, 20, 6);
  const seen: string[] = [];
  while (answers(live).length === 0) {
    seen.push(live.text.split("\n")[0] ?? "");
    await live.press("y").performs();
  }
  expect(seen.slice(0, 3)).toEqual(["  Command:", "  │ touch one && to", "  ┊ uch two"]);
  expect(seen.at(-1)).toContain("shop");
});

test("in a small window the title, some of what is asked and every answer are in view", async () => {
  const live = await asked({ subject: long }, 40, 15);
  expect(live.text).toMatchInlineSnapshot(`
    "codex · Fix the flaky test

     codex asks to run a command ───────────
      Command:
      │ echo step 0 &&
      │ echo step 1 &&
      │ echo step 2 &&
      │ echo step 3 &&
      ↓ 58 more rows: PgDn, End
       y  yes, once
       s  yes, for this session
       n  no
       c  no, and stop the turn
     Enter  answer   Esc  decline  …
    waiting for you · gpt-5.2-codex · works…"
  `);
});

test("many options are a window around the chosen one; a long question is scrolled, not cut", async () => {
  const options = Array.from({ length: 20 }, (_, index) => `option ${index}: ${"words ".repeat(10)}`);
  const text = Array.from({ length: 12 }, (_, index) => `line ${index} of the question`).join("\n");
  const questions = [{ id: "q", text, options }];
  const live = await asked({ kind: "question", choices: ["once", "decline"], questions }, 60, 20);
  expect(live.text).toContain("asks you");
  expect(live.text).toContain("option 0");
  expect(live.text).toContain("more rows of answers");
  live.press(...Array.from({ length: 15 }, () => "down"));
  expect(live.text).toContain("option 15");
  live.press("pageDown", "pageDown", "pageDown", "pageDown", "pageDown", "pageDown");
  expect(live.text).toContain("line 11 of the question");
  await live.press("enter").performs();
  expect(answers(live)).toEqual([`answer r1 once ${JSON.stringify({ q: [options[15]] })}`]);
});
