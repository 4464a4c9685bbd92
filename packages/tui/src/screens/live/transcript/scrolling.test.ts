import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../../test/support/live.ts";
import { widthOf } from "../../../text/width.ts";

test("a long prompt says how many lines it has besides those shown", () => {
  const text = Array.from({ length: 16_000 }, (_, index) => `line ${index + 1}`).join("\n");
  const live = new DrivenLive(restoreBeginning()).resumed().tell({ type: "paste", text }).press("enter");
  expect(live.text).toContain("› line 1");
  expect(live.text).toContain("… 15,991 more lines");
  expect(live.text).toContain("line 16000");
});

function talkative(count = 60): DrivenLive {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"go"', "enter");
  for (let index = 1; index <= count; index += 1)
    live.item(`i${index}`, { kind: "reply", text: `reply ${index} ${"word ".repeat(30)}` });
  return live;
}

test("the end is followed; scrolled up it stays, counts what is new, and End follows again", () => {
  const live = talkative();
  expect(live.text).toContain("reply 60");
  live.press("pageUp", "pageUp");
  const before = live.text.split("\n").slice(1, 15);
  expect(live.text).not.toContain("reply 60");
  live.item("more", { kind: "reply", text: "news" }).item("more2", { kind: "reply", text: "news" });
  expect(live.text.split("\n").slice(1, 15)).toEqual(before);
  expect(live.text).toContain("↓ 2 new · End follows again");
  live.press("end");
  expect(live.text).toContain("news");
  expect(live.text).not.toContain("End follows again");
});

test("a page up and a page down is where one was; the wheel too; the top is the top", () => {
  const live = talkative().press("pageUp", "pageUp");
  const before = live.text;
  expect(live.press("pageUp", "pageDown").text).toBe(before);
  live.wheel(-3).wheel(3);
  expect(live.text).toBe(before);
  live.press(...Array.from({ length: 100 }, () => "pageUp"));
  expect(live.text).toContain("session resumed");
  const top = live.text;
  expect(live.press("pageUp").text).toBe(top);
  expect(live.press("pageDown").text).not.toBe(top);
  expect(live.press(...Array.from({ length: 100 }, () => "pageDown")).state.anchor).toBeNull();
});

test("row by row no row is passed over or shown twice", () => {
  const live = talkative(20);
  const rows = () => live.text.split("\n").slice(1, -5);
  let before = rows();
  for (let step = 0; step < 45; step += 1) {
    live.wheel(-1);
    expect(rows().slice(1)).toEqual(before.slice(0, -1));
    before = rows();
  }
});

test("another width keeps the place, and Esc leaves the scrolling before it stops the turn", async () => {
  const live = talkative().press("pageUp", "pageUp", "pageUp");
  const first = /reply (\d+)/.exec(live.text)?.[1];
  live.resize(50, 24).resize(120, 30).resize(80, 24);
  expect(/reply (\d+)/.exec(live.text)?.[1]).toBe(first);
  await live.press("escape").performs();
  expect(live.state).toMatchObject({ anchor: null, phase: "working" });
  await live.press("escape").performs();
  expect(live.controls.done.at(-1)).toBe("interrupt");
});

const bomb = "\x1b]0;owned\x07\x1b[2J\x1b[999;1H漢字 שלום\u202eabc\x00\t👩‍👩‍👧 ".repeat(30);

test.each([
  [40, 24],
  [80, 24],
  [200, 50],
  [12, 6],
])("nothing escapes and nothing is too wide or too high at %i × %i", (columns, rows) => {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"go"', "enter").resize(columns, rows);
  const command = { kind: "command", command: bomb, output: null, exitCode: null, status: "open" } as const;
  const pictures = [
    () => live.streams("r", bomb),
    () => live.streams("t", bomb, "reasoning"),
    () => live.item("c", command, false).streams("c", bomb, "output"),
    () => live.happens({ type: "notice", text: bomb }),
    () => live.tell({ type: "paste", text: bomb }),
    () => live.press("ctrl+t"),
    () => live.tell({ type: "steer-refused", text: bomb, reason: bomb }),
    () => live.turnEnds({ state: "failed", failure: { kind: "other", message: bomb, resetsAt: null } }),
  ];
  for (const next of pictures) {
    const lines = next().text.split("\n");
    expect(lines.length).toBeLessThanOrEqual(rows);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(lines.join("\n")).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
  }
});
