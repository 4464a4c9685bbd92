import { describe, expect, test } from "vitest";
import { lastWords } from "./stderr.ts";
import { type Ending, endOf } from "./turn-end.ts";

const bare: Ending = {
  title: "Codex",
  said: null,
  isStopped: false,
  hasBegun: true,
  exit: { code: 0, signal: null },
  stderr: "",
};
const completed = { state: "completed", failure: null } as const;
const failed = { state: "failed", failure: { kind: "server", message: "x", resetsAt: null } } as const;

describe("the end of a turn", () => {
  test("is what the agent said, whatever its exit code", () => {
    expect(endOf({ ...bare, said: completed, exit: { code: 1, signal: null } })).toEqual(completed);
    expect(endOf({ ...bare, said: failed })).toEqual(failed);
  });

  test.each([
    [{ code: 0, signal: null }, "stopped with exit code 0"],
    [{ code: 1, signal: null }, "stopped with exit code 1"],
    [{ code: null, signal: "SIGKILL" as const }, "was killed (SIGKILL)"],
  ])("is an interruption when it said nothing (%j)", (exit, way) => {
    const end = endOf({ ...bare, exit, stderr: "thread panicked\n" });
    expect(end).toMatchObject({ state: "interrupted", failure: { kind: "transport" } });
    expect(end.failure?.message).toBe(`Codex ${way} before the turn ended. Its last output: thread panicked`);
  });

  test("of a killed program is not explained by what it prints anyway", () => {
    const exit = { code: null, signal: "SIGKILL" as const };
    const end = endOf({ ...bare, exit, stderr: "Warning: 256-color support not detected.\n" });
    expect(end.failure?.message).toBe("Codex was killed (SIGKILL) before the turn ended.");
  });

  test("is an interruption also when nothing at all was printed and the exit code is 0", () => {
    expect(endOf({ ...bare, hasBegun: false })).toMatchObject({
      state: "interrupted",
      failure: { kind: "transport" },
    });
  });

  test("is a refusal when nothing had begun and a reason was given", () => {
    const end = endOf({
      ...bare,
      hasBegun: false,
      exit: { code: 1, signal: null },
      stderr: "Error: no rollout found for thread id x",
    });
    expect(end).toMatchObject({ state: "failed", failure: { kind: "thread-missing" } });
  });

  test("is no failure when we stopped it, but what was completed before stays completed", () => {
    expect(endOf({ ...bare, isStopped: true, exit: { code: 0, signal: null } })).toEqual({
      state: "interrupted",
      failure: null,
    });
    expect(endOf({ ...bare, isStopped: true, said: failed })).toEqual({
      state: "interrupted",
      failure: null,
    });
    expect(endOf({ ...bare, isStopped: true, said: completed })).toEqual(completed);
  });
});

test("last words are without colours and without what is always said", () => {
  const stderr =
    "Warning: 256-color support not detected.\n\u001b[91m\u001b[1mError: \u001b[0mSession not found\n    at file:1:2\n\n";
  expect(lastWords(stderr)).toBe("Error: Session not found");
  expect(lastWords("Warning: only this\n")).toBe("Warning: only this");
  expect(lastWords("x".repeat(5000))).toHaveLength(1001);
});
