import type { Decision } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { narrowToOffered } from "./translated-request.ts";

describe("offered", () => {
  const all: readonly Decision[] = ["once", "session", "always", "decline", "cancel"];

  test.each(all)("%s is given as it is where it was offered, with all that was said with it", (decision) => {
    const answer = { decision, answers: { q: ["a"] } };
    expect(narrowToOffered(answer, all)).toEqual(answer);
    expect(narrowToOffered({ decision }, [decision])).toEqual({ decision });
  });

  test.each(["session", "always"] as const)("%s becomes just once where no more was offered", (decision) => {
    expect(narrowToOffered({ decision }, ["once", "decline"])).toEqual({ decision: "once" });
    expect(narrowToOffered({ decision }, ["decline", "cancel"])).toEqual({ decision: "decline" });
    expect(narrowToOffered({ decision }, [])).toEqual({ decision: "decline" });
  });

  test("a no is never a yes, and nothing becomes more than was said", () => {
    for (const decision of ["decline", "cancel"] as const)
      expect(narrowToOffered({ decision }, ["once", "session", "always"])).toEqual({ decision: "decline" });
    expect(narrowToOffered({ decision: "once" }, ["session", "always", "decline"])).toEqual({
      decision: "decline",
    });
  });
});
