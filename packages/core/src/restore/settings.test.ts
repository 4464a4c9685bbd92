import { noSettings, type Settings, usualWish, type Wish } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { isWider, settingsDrift, wantedSettings } from "./settings.ts";

const recorded: Settings = {
  ...noSettings,
  model: "m1",
  sandbox: "read-only",
  approvalPolicy: "on-request",
  cwd: "/srv/a",
};
const wish = (more: Partial<Wish>): Wish => ({
  ...usualWish,
  ...more,
});

describe("wantedSettings", () => {
  it("takes what is said now, then what was recorded", () => {
    expect(wantedSettings(recorded, wish({ settings: { model: "m2" } }))).toEqual({
      ...recorded,
      model: "m2",
    });
  });

  it("leaves everything but the folder to the agent when asked to", () => {
    expect(wantedSettings(recorded, wish({ otherwise: "current" }))).toEqual({
      ...noSettings,
      cwd: "/srv/a",
    });
  });
});

describe("settingsDrift", () => {
  it("names what differs and what would be wider, and is silent on what is not known", () => {
    const now = { ...recorded, sandbox: "danger-full-access", model: "m2", effort: "high" };
    expect(settingsDrift(recorded, now).map(({ subject, widens }) => [subject, widens])).toEqual([
      ["model", false],
      ["sandbox", true],
    ]);
  });

  it.each([
    ["sandbox", "read-only", "workspace-write", true],
    ["sandbox", "danger-full-access", "workspace-write", false],
    ["sandbox", "workspace-write", "brand-new", true],
    ["approvalPolicy", "on-request", "never", true],
    ["approvalPolicy", "never", "untrusted", false],
    ["model", "a", "b", false],
  ] as const)("%s from %s to %s: wider %s", (field, before, after, wider) => {
    expect(isWider(field, before, after)).toBe(wider);
  });
});
