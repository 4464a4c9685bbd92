import { newQuestion, waitOver } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { notSeen, seenAfter } from "./seen.ts";
import { whyNotAnswer } from "./why-not-answer.ts";

const at = (top: number, height = 100, total = 300) => ({ top, height, total });

describe("a request is seen", () => {
  test("when everything was on the screen, in order", () => {
    const seen = [at(0), at(100), at(200)].reduce(seenAfter, notSeen);
    expect(seen.isWhole).toBe(true);
  });

  test("not by jumping to its end", () => {
    const jumped = [at(0), at(200)].reduce(seenAfter, notSeen);
    expect(jumped).toMatchObject({ to: 100, isWhole: false });
    expect([at(100), at(200)].reduce(seenAfter, jumped).isWhole).toBe(true);
  });

  test("not while it is hidden", () => {
    expect(seenAfter(notSeen, at(0, 0, 50))).toBe(notSeen);
    expect(seenAfter(notSeen, at(0, -20, 50))).toBe(notSeen);
  });

  test("again from the start when its layout changes, unless it was seen whole", () => {
    const half = seenAfter(notSeen, at(0, 200));
    expect(seenAfter(half, at(250, 100, 400)).to).toBe(0);
    const whole = seenAfter(notSeen, at(0, 300));
    expect(seenAfter(whole, at(0, 100, 900))).toBe(whole);
  });
});

describe("an answer", () => {
  const ready = waitOver(newQuestion, 0);
  const whole = seenAfter(notSeen, at(0, 300));

  test("waits a moment, then needs the whole request", () => {
    expect(whyNotAnswer("once", newQuestion, whole)).toMatch(/just appeared/);
    expect(whyNotAnswer("once", ready, notSeen)).toMatch(/Scroll through all/);
    expect(whyNotAnswer("always", ready, whole)).toBeNull();
  });

  test("that refuses needs no reading, but the same moment", () => {
    expect(whyNotAnswer("decline", newQuestion, whole)).toMatch(/just appeared/);
    expect(whyNotAnswer("cancel", ready, notSeen)).toBeNull();
  });
});
