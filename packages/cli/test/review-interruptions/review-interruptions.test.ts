import { caseCount, isWhole, randomFrom } from "@reprise/testkit";
import { expect, test } from "vitest";
import { type Case, interrupted, kinds, type Result, wholeRun } from "./case.ts";

/** 200 in the campaign: `npm run campaign review-interruptions`, at other moments with another REPRISE_SEED; a sample otherwise. */
const perKind = caseCount({ campaign: 200, test: kinds.length }) / kinds.length;
const seed = Number(process.env.REPRISE_SEED ?? 20_261_118);

test("a run that is cut off anywhere, in five ways, is completed by one resume in its thread", async () => {
  const whole = await wholeRun();
  const random = randomFrom(seed);
  const cases = Array.from({ length: perKind }, (_, index) =>
    kinds.map((kind): Case => ({ kind, at: (index + random()) / perKind })),
  ).flat();
  const results: Result[] = [];
  for (const one of cases) {
    const result = await interrupted(one, whole);
    results.push(result);
    if (isWhole || result.outcome !== "completed") console.log(summary(results), JSON.stringify(result));
  }
  expect(results).toHaveLength(cases.length);
  expect(results.filter(({ outcome }) => outcome === "wrong")).toEqual([]);
  const completed = results.filter(({ outcome }) => outcome === "completed");
  // Before the agent has the thread on disk, there is nothing to continue.
  expect(completed.filter(({ detail }) => detail === "in its thread").length).toBeGreaterThan(cases.length / 2);
  expect(completed.length / cases.length).toBeGreaterThanOrEqual(0.99);
}, 7_200_000);

function summary(results: readonly Result[]): string {
  const counts = kinds.map((kind) => {
    const own = results.filter((result) => result.kind === kind);
    return `${kind} ${own.filter(({ outcome }) => outcome === "completed").length}/${own.length}`;
  });
  return `${results.length}: ${counts.join(", ")}`;
}
