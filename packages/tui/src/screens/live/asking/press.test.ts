import type { Question } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { request } from "../../../../test/support/plans.ts";
import type { Input } from "../../../kernel/input.ts";
import { type Ask, type Asking, askingAbout } from "./ask.ts";
import { type Pressed, pressAsking, questionOf, type Reach } from "./press.ts";

const asked = (given: Parameters<typeof request>[0] = {}): Ask => ({
  kind: "request",
  id: "r1",
  request: request(given),
  isAnswered: false,
});
const key = (name: string): Input => ({ type: "key", key: name, text: name.length === 1 ? name : null });
/** All of it visible. */
const whole: Reach = { top: 0, lowest: 0, room: 10, columns: 80, isTooSmall: false };
/** Twenty rows, ten visible. */
const half: Reach = { top: 0, lowest: 10, room: 10, columns: 80, isTooSmall: false };

function press(input: Input | string, ask = asked(), asking: Partial<Asking> = {}, reach = whole): Pressed {
  const given = typeof input === "string" ? key(input) : input;
  return pressAsking({ ...askingAbout("r1"), guard: { isReady: true, edition: 0 }, ...asking }, ask, given, reach);
}
/** One key after another, with all of it visible. */
function presses(ask: Ask, ...inputs: (Input | string)[]): Pressed {
  return inputs.reduce<Pressed>(({ asking }, input) => press(input, ask, asking), {
    asking: askingAbout("r1"),
    answer: null,
  });
}

describe("an answer", () => {
  test.each([
    ["y", "once"],
    ["s", "session"],
    ["n", "decline"],
    ["c", "cancel"],
    ["enter", "once"],
    ["escape", "decline"],
    ["q", "decline"],
    ["Y", "once"],
  ])("%s answers %s", (name, decision) => {
    expect(press(name).answer).toEqual({ decision });
  });

  test.each(["a", "x", "tab", "pageDown", "pageUp", "home", "end"])("%s answers nothing", (name) => {
    expect(press(name).answer).toBeNull();
  });

  test("to other settings is yes or no", () => {
    const changed: Ask = {
      kind: "drift",
      id: "d",
      drift: [],
      isAnswered: false,
    };
    expect(press("y", changed).answer).toEqual({ decision: "once" });
    expect(press("escape", changed).answer).toEqual({ decision: "decline" });
  });

  test("that the agent gives no way to say no stops the turn", () => {
    expect(press("escape", asked({ choices: ["once", "always"] })).answer).toBe("stop");
  });

  test("what is pasted or scrolled answers nothing, and nor does a resize", () => {
    for (const input of [
      { type: "paste", text: "y" },
      { type: "wheel", lines: 1, row: 0, column: 0 },
      { type: "resize" },
    ] as const)
      expect(press(input).answer).toBeNull();
    expect(press({ type: "paste", text: "y" }).asking.field.text).toBe("");
  });

  test("the arrows stay within the choices, and Enter takes the one they are at", () => {
    const all = asked();
    expect(presses(all, "up").asking.chosen).toBe(0);
    expect(presses(all, "down", "down", "up").asking.chosen).toBe(1);
    expect(presses(all, "down", "down", "down", "down", "down").asking.chosen).toBe(3);
    expect(presses(all, "down", "enter").answer).toEqual({ decision: "session" });
    expect(press("enter", all, { chosen: 9 }).answer).toBeNull();
  });
});

describe("what was not yet in view as a whole", () => {
  test.each(["y", "s", "enter"])("is not allowed by %s: it is scrolled on, and the hurry is told", (name) => {
    const { answer, asking } = press(name, asked(), {}, half);
    expect(answer).toBeNull();
    expect(asking).toMatchObject({ scroll: 9, isHurried: true, seen: { rows: 10, isWhole: false } });
  });

  test.each([
    ["n", { decision: "decline" }],
    ["c", { decision: "cancel" }],
    ["escape", { decision: "decline" }],
  ])("is refused by %s at once", (name, answer) => {
    expect(press(name, asked(), {}, half).answer).toEqual(answer);
  });

  test("stops the turn at once where there is no way to say no", () => {
    expect(press("escape", asked({ choices: ["once"] }), {}, half).answer).toBe("stop");
  });

  test("is allowed once its end was in view, also when it was scrolled back", () => {
    const first = press("pageDown", asked(), {}, half).asking;
    expect(press("y", asked(), first, { ...half, top: 9 }).answer).toBeNull();
    expect(press("y", asked(), first, { ...half, top: 10 }).answer).toEqual({ decision: "once" });
    const { asking } = press("pageUp", asked(), first, { ...half, top: 10 });
    expect(press("y", asked(), asking, { ...half, top: asking.scroll }).answer).toEqual({ decision: "once" });
  });

  test("is not allowed where only its end was in view: it is scrolled to what was not", () => {
    const { answer, asking } = press("y", asked(), {}, { ...half, top: 10 });
    expect([answer, asking.scroll, asking.isHurried]).toEqual([null, 0, true]);
  });

  test("a key that answers nothing is no hurry", () => {
    expect(press("x", asked(), {}, half).asking.isHurried).toBe(false);
    expect(press("pageDown", asked(), {}, half).asking.isHurried).toBe(false);
  });

  test.each<[Input | string, number, number]>([
    ["pageDown", 0, 9],
    ["pageDown", 5, 10],
    ["pageUp", 5, 0],
    ["pageUp", 10, 1],
    ["end", 0, 10],
    ["ctrl+end", 0, 10],
    ["home", 7, 0],
    ["ctrl+home", 7, 0],
    [{ type: "wheel", lines: 3, row: 0, column: 0 }, 0, 3],
    [{ type: "wheel", lines: -3, row: 0, column: 0 }, 2, 0],
    [{ type: "wheel", lines: 30, row: 0, column: 0 }, 2, 10],
  ])("%j from row %i shows row %i first", (input, top, scroll) => {
    expect(press(input, asked(), {}, { ...half, top }).asking.scroll).toBe(scroll);
  });

  test("a page is at least a row, however little room there is", () => {
    for (const room of [0, 1, 2]) expect(press("pageDown", asked(), {}, { ...half, room }).asking.scroll).toBe(1);
  });
});

describe("questions in words", () => {
  const questions: readonly Question[] = [
    { id: "q1", text: "Which?", options: ["red", "blue"] },
    { id: "q2", text: "Why?", options: [] },
  ];
  const ask = asked({ kind: "question", questions });

  test("one after another; the last answer sends them all", () => {
    const first = presses(ask, "down", "enter");
    expect(first.answer).toBeNull();
    expect(first.asking).toMatchObject({
      question: 1,
      chosen: 0,
      scroll: 0,
      seen: { rows: 0, isWhole: false },
      isHurried: false,
    });
    expect(questionOf(first.asking, ask)?.id).toBe("q2");
    const last = presses(ask, "down", "enter", "s", "o", "enter");
    expect(last.answer).toEqual({ decision: "once", answers: { q1: ["blue"], q2: ["so"] } });
  });

  test("letters are words here, and no answers; what is written is chosen", () => {
    const { answer, asking } = presses(ask, "y", { type: "paste", text: "es" });
    expect(answer).toBeNull();
    expect(asking).toMatchObject({ chosen: 2, field: { text: "yes" } });
    expect(presses(ask, "y", "enter", "n", "enter").answer).toEqual({
      decision: "once",
      answers: { q1: ["y"], q2: ["n"] },
    });
  });

  test("the field stands behind the options, and an empty one is no answer", () => {
    expect(presses(ask, "down", "down", "down").asking.chosen).toBe(2);
    const empty = presses(ask, "down", "down", { type: "paste", text: "  " }, "enter");
    expect([empty.answer, empty.asking.question]).toEqual([null, 0]);
  });

  test("Home and End are keys of the field; a key that is none of its own changes nothing", () => {
    const { asking } = presses(ask, "b", "home", "a", "end", "c", "f5");
    expect(asking.field.text).toBe("abc");
    expect(presses(ask, "f5").asking.chosen).toBe(0);
  });

  test("Esc says no to all of them", () => {
    expect(presses(ask, "enter", "escape").answer).toEqual({ decision: "decline" });
  });
});
