import { expect, test } from "vitest";
import { doingOf } from "./status-row.ts";

const unfinished = [{ kind: "command", subject: "make", outcome: "unknown", evidence: "no exit recorded" }] as const;

test("a command that the list of unfinished work has is not said twice", () => {
  expect(doingOf({ doing: "$ make", unfinished })).toBeNull();
  expect(doingOf({ doing: "$ make all", unfinished })).toBe("$ make all");
  expect(doingOf({ doing: "$ make", unfinished: [] })).toBe("$ make");
});
