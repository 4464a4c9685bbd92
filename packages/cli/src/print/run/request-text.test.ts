import { caseCount, textAfter } from "@reprise/testkit";
import { hostileRequest, problemsOf } from "@reprise/testkit/spoofing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { request } from "../../../test/support/plans.ts";
import { requestText } from "./request-text.ts";

const numRuns = caseCount({ campaign: 3000, test: 60 });

/** Every row of the screen after the question was written to a terminal of that width. */
async function screenOf(text: string, columns: number): Promise<string[]> {
  const shown = await textAfter(text.replaceAll("\n", "\r\n"), columns, text.split("\n").length + 1);
  return shown.split("\n").filter((row, index, rows) => row !== "" || index < rows.length - 2);
}

test("whatever is asked, a terminal shows every character of it, and nothing of it passes for our words", async () => {
  const widths = fc.constantFrom(40, 47, 80, 133);
  await fc.assert(
    fc.asyncProperty(hostileRequest, widths, async (asked, columns) => {
      const [title, ...rows] = await screenOf(requestText(asked, columns), columns);
      expect(title).toMatch(/^The agent asks to (?:run a command|change files):$/);
      expect(problemsOf({ rows }, asked)).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

test("a long command and a long diff are shown whole", () => {
  const subject = Array.from({ length: 3000 }, (_, index) => `echo ${index}`).join("\n");
  const diff = Array.from({ length: 3000 }, (_, index) => `+line ${index}`).join("\n");
  const changes = [{ path: "a", change: "update", diff, movedTo: null }] as const;
  for (const [given, lines] of [
    [{ subject }, subject.split("\n")],
    [{ kind: "edit", changes } as const, diff.split("\n")],
  ] as const) {
    const text = requestText(request(given), 80);
    for (const line of lines) expect(text).toContain(`│ ${line}\n`);
  }
});
