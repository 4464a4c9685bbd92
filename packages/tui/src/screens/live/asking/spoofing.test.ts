import type { Request } from "@reprise/model";
import { caseCount, textAfter } from "@reprise/testkit";
import { hostileRequest, problemsOf } from "@reprise/testkit/spoofing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../../test/support/live.ts";

const numRuns = caseCount({ campaign: 1000, test: 40 });

interface Size {
  readonly columns: number;
  readonly rows: number;
}

async function asked(request: Request, size: Size): Promise<DrivenLive> {
  const live = new DrivenLive(restoreBeginning(), size).resumed();
  await live.press('"x"', "enter").performs();
  return live.happens({ type: "request", request }).waits();
}

/** The visible rows of the request, as drawn on a terminal. */
async function inView(live: DrivenLive, { columns, rows }: Size): Promise<string[]> {
  const screen = (await textAfter(live.text.replaceAll("\n", "\r\n"), columns, rows)).split("\n");
  const title = screen.findIndex((row) => /^ codex asks to (?:run a command|change files) /.test(row));
  const answers = screen.flatMap((row, index) => (row === "   y  yes, once" ? [index] : []));
  expect(answers).toHaveLength(1);
  return screen.slice(title + 1, (answers[0] ?? 0) - 1);
}

test("whatever is asked, the screen shows every character of it before it can be allowed, and nothing of it passes for our words", async () => {
  const sizes = fc.constantFrom({ columns: 40, rows: 24 }, { columns: 80, rows: 24 }, { columns: 133, rows: 50 });
  await fc.assert(
    fc.asyncProperty(hostileRequest, sizes, async (request, size) => {
      const live = await asked(request, size);
      const seen: string[] = [];
      const answers = () => live.controls.done.filter((one) => one.startsWith("answer"));
      for (;;) {
        const top = live.state.asking?.scroll ?? 0;
        const rows = await inView(live, size);
        seen.splice(top, rows.length, ...rows);
        if (!live.text.includes(" more row")) break;
        expect(answers()).toEqual([]);
        // Scrolls instead of allowing unseen rows.
        await live.press("y").performs();
      }
      expect(problemsOf({ rows: seen }, request)).toEqual([]);
      await live.press("y").performs();
      expect(answers()).toEqual(["answer r1 once"]);
    }),
    { numRuns },
  );
}, 600_000);
