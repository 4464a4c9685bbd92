import type { Exec } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { noon } from "../test/sample-view.ts";
import { filterExecs } from "./exec-filter.ts";
import { droppedWords, execFacts, execState } from "./exec-words.ts";
import { outputEnd } from "./output-end.ts";

const exec: Exec = {
  id: "e1",
  header: "make test",
  command: "make test",
  cwd: null,
  status: "failed",
  exitCode: 2,
  startedAt: noon,
  endedAt: null,
  process: null,
  droppedCount: 0,
  isStale: false,
};
const later = Date.parse(noon) + 65_000;

describe("an exec in words", () => {
  test("has its exit code and how long it took", () => {
    const endedAt = new Date(later).toISOString() as typeof noon;
    expect(execFacts({ ...exec, endedAt }, 0)).toBe("exit 2 · 1 min 05 s");
    expect(execFacts(exec, later)).toBe("exit 2");
  });

  test("was stopped if its exit code is none", () => {
    expect(execState({ ...exec, exitCode: -1 }).words).toBe("stopped");
    expect(execFacts({ ...exec, exitCode: -1 }, 0)).toBe("");
  });

  test("has tenths of seconds once it has ended", () => {
    const endedAt = new Date(Date.parse(noon) + 940).toISOString() as typeof noon;
    expect(execFacts({ ...exec, endedAt }, 0)).toBe("exit 2 · 0.9 s");
  });

  test("counts up while it runs", () => {
    const process = { pid: 7, startTicks: null, boot: null };
    expect(execFacts({ ...exec, status: "running", exitCode: null, process }, later)).toBe("1 min 05 s · process 7");
  });

  test("was not run if its agent is gone and nobody had answered", () => {
    const words = (isStale: boolean) => execState({ status: "waiting", isStale, exitCode: null }).words;
    expect([words(false), words(true)]).toEqual(["waiting for approval", "not run"]);
  });

  test("says what is not shown", () => {
    expect(droppedWords(exec, 0)).toBeNull();
    expect(droppedWords({ droppedCount: 12_000 }, 5)).toBe("12,000 characters were not kept, 5 characters are above");
  });
});

describe("the end of an output", () => {
  test("is whole lines, and counts what is above", () => {
    expect(outputEnd({ text: "one\ntwo\nthree", ansi: null }, 8)).toEqual({ text: "three", hidden: 8 });
    expect(outputEnd({ text: "one\ntwo", ansi: null }, 8)).toEqual({ text: "one\ntwo", hidden: 0 });
  });

  test("counts no escape sequences", () => {
    const ansi = "\x1b[31mone\x1b[0m\ntwo";
    expect(outputEnd({ text: "one\ntwo", ansi }, 8)).toEqual({ text: "two", hidden: 4 });
  });
});

test("execs are found by state and by letters", () => {
  const execs = [exec, { ...exec, id: "e2", status: "running" as const, header: "npm start", command: "npm start" }];
  const found = (...given: [Parameters<typeof filterExecs>[1], string]) =>
    filterExecs(execs, ...given).map(({ id }) => id);
  expect(found("all", "")).toEqual(["e1", "e2"]);
  expect(found("problems", "")).toEqual(["e1"]);
  expect(found("running", "")).toEqual(["e2"]);
  expect(found("all", "NPM")).toEqual(["e2"]);
});
