import { consentRules, needsWider, questionsIn } from "@reprise/model";
import { planSchema } from "@reprise/model/schema";
import { expect, test } from "vitest";
import { recordedPlans } from "./recorded-plans.ts";

const plans = recordedPlans();

test.each(plans.map(({ name, plan }) => [name, plan] as const))("%s is a plan", (_, plan) => {
  expect(planSchema.parse(plan)).toEqual(plan);
});

test("every question of the table is in a recorded plan, and so are plans without one, wider ones and refusals", () => {
  const asked = plans.map(({ plan }) => questionsIn(plan).map(({ kind }) => kind));
  expect(new Set(asked.flat())).toEqual(new Set(Object.keys(consentRules)));
  expect(asked.filter((kinds) => kinds.length === 0).length).toBeGreaterThan(3);
  expect(plans.some(({ plan }) => plan.mode !== null && needsWider(plan))).toBe(true);
  expect(plans.some(({ plan }) => plan.mode === null)).toBe(true);
});
