import { expect, test } from "vitest";
import { RestoreProgress } from "./restore-progress.ts";

const steps = (progress: RestoreProgress, totalCount: number) =>
  Array.from({ length: totalCount }, (_, index) => progress.next({ doneCount: index + 1, totalCount }));

test("a terminal has one line that changes and is ended once", () => {
  const progress = new RestoreProgress({ isTerminal: true });
  expect(steps(progress, 3)).toEqual([
    "\r\u001b[KRestoring: [###———————] 33%",
    "\r\u001b[KRestoring: [######————] 66%",
    "\r\u001b[KRestoring: [##########] 100%",
  ]);
  expect([progress.end(), progress.end()]).toEqual(["\n", ""]);
});

test("elsewhere there is a line at each tenth and no control character", () => {
  const shown = steps(new RestoreProgress({ isTerminal: false }), 250).filter((text) => text !== "");
  expect(shown).toHaveLength(11);
  expect(shown.slice(0, 2)).toEqual(["Restoring: [——————————] 0%\n", "Restoring: [#—————————] 10%\n"]);
  expect(shown.at(-1)).toBe("Restoring: [##########] 100%\n");
});

test("history without pieces is told at once", () => {
  const progress = new RestoreProgress({ isTerminal: false });
  expect(progress.next({ doneCount: 0, totalCount: 0 })).toBe("Restoring: [##########] 100%\n");
});
