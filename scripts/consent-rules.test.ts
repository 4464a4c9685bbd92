import { expect, test } from "vitest";
import { makesConsent } from "./consent-rules.ts";
import { brokenRules } from "./import-rules.ts";

test("a consent is made in model/consent only, so that no face decides what is asked", () => {
  const root = new URL("..", import.meta.url).pathname;
  expect(brokenRules(root).filter((problem) => problem.includes("consent"))).toEqual([]);
});

test.each([
  ['const consent: Consent = { drift: "ask", canAnswer: true };', true],
  ["runner.restore(plan, { ...consent, reappliesApprovals: isYes })", true],
  ["consent.sendsRecap = true;", true],
  ["const { sendsRecap, trustsLog } = consent;", false],
  ["if (consent.sendsRecap === true) return;", false],
])("%s", (text, isMaking) => {
  expect(makesConsent(text)).toBe(isMaking);
});
