import { caseCount, textAfter } from "@reprise/testkit";
import { hostileRequest, problemsOf } from "@reprise/testkit/spoofing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { approvalQuestion } from "./questions.ts";

const numRuns = caseCount({ campaign: 3000, test: 60 });

test("whatever is asked, a terminal shows every character of it, and nothing of it passes for our words", async () => {
  const widths = fc.constantFrom(40, 61, 80, 120);
  await fc.assert(
    fc.asyncProperty(hostileRequest, widths, async (asked, columns) => {
      const { text, prompt } = approvalQuestion(asked, () => {}, columns);
      const all = `${text}\n${prompt}`;
      const screen = await textAfter(all.replaceAll("\n", "\r\n"), columns, all.split("\n").length + 3);
      const [title, ...lines] = screen.trimEnd().split("\n");
      const ours = lines.lastIndexOf("1. yes, once (y)");
      const rows = lines.slice(0, ours);
      expect(title).toMatch(/^The agent asks to (?:run a command|change files):$/);
      expect(lines.at(-1)).toBe(`Type 1 to ${asked.choices.length}, or the letter.`);
      expect(problemsOf({ rows }, asked)).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);
