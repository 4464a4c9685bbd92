import { expect, test } from "vitest";
import { settingChoices } from "./setting-choices.ts";

const values = (...given: Parameters<typeof settingChoices>) => settingChoices(...given).map(({ value }) => value);

test("each agent is offered the settings that it has, and no others", () => {
  expect(values("gemini", "effort", null)).toEqual([]);
  expect(values("gemini", "sandbox", null)).toEqual([]);
  expect(values("claude", "sandbox", null)).toEqual([]);
  expect(values("claude", "effort", null)).not.toContain("minimal");
  expect(values("opencode", "approvalPolicy", null)).toEqual([]);
  expect(values("opencode", "sandbox", null)).toContain("read-only");
  expect(values("codex", "approvalPolicy", null)).toContain("on-request");
  expect(values("unheard-of", "effort", null)).toEqual([]);
});

test("a value from elsewhere stays, and one that permits more is marked", () => {
  expect(values("claude", "approvalPolicy", "dontAsk")).toContain("dontAsk");
  const wide = settingChoices("gemini", "approvalPolicy", null).filter(({ isWide }) => isWide);
  expect(wide).toMatchObject([{ value: "yolo", label: expect.stringContaining("WIDER") }]);
});
