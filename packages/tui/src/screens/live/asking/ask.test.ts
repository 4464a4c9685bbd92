import { describe, expect, test } from "vitest";
import { drift, request } from "../../../../test/support/plans.ts";
import { type Ask, activeAsk, askingAbout, choicesOf, refusalOf, waitingCount } from "./ask.ts";

const asked = (id: string, given: Parameters<typeof request>[0] = {}, isAnswered = false): Ask => ({
  kind: "request",
  id,
  request: request({ id, ...given }),
  isAnswered,
});
const changed: Ask = {
  kind: "drift",
  id: "d",
  drift: [drift()],
  isAnswered: false,
};

test("an ask begins unarmed, unseen and unanswered, at its first choice", () => {
  expect(askingAbout("r1")).toEqual({
    id: "r1",
    guard: { isReady: false, edition: 0 },
    chosen: 0,
    question: 0,
    scroll: 0,
    seen: { rows: 0, columns: 0, isWhole: false },
    isHurried: false,
    field: { text: "", cursor: 0 },
    answers: {},
    command: null,
  });
});

test("the first that is not answered is on the screen, and only such ones wait", () => {
  const asks = [asked("r1", {}, true), asked("r2"), asked("r3", {}, true), asked("r4"), asked("r5")];
  expect(activeAsk(asks)?.id).toBe("r2");
  expect(waitingCount(asks)).toBe(3);
  expect(activeAsk([asked("r1", {}, true)])).toBeNull();
  expect(waitingCount([])).toBe(0);
});

describe("the choices", () => {
  const decisions = (ask: Ask) => choicesOf(ask).map(({ key, decision }) => `${key} ${decision}`);

  test("are only what the agent offers, each under its own letter", () => {
    expect(decisions(asked("r1", { choices: ["cancel", "once"] }))).toEqual(["y once", "c cancel"]);
    const all = ["cancel", "decline", "always", "session", "once"] as const;
    expect(decisions(asked("r1", { choices: all }))).toEqual([
      ...["y once", "s session", "a always", "n decline", "c cancel"],
    ]);
  });

  test("are said in words, no two alike", () => {
    const words = choicesOf(asked("r1", { choices: ["once", "session", "always", "decline", "cancel"] }));
    expect(new Set(words.map((choice) => choice.words)).size).toBe(5);
  });

  test("of other settings are to go on or not", () => {
    expect(decisions(changed)).toEqual(["y once", "n decline"]);
  });
});

test("Esc says the mildest no that is offered, and none where none is", () => {
  expect(refusalOf(asked("r1", { choices: ["once", "cancel", "decline"] }))).toBe("decline");
  expect(refusalOf(asked("r1", { choices: ["once", "cancel"] }))).toBe("cancel");
  expect(refusalOf(asked("r1", { choices: ["once", "always"] }))).toBeNull();
  expect(refusalOf(changed)).toBe("decline");
});
