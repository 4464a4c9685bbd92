import { noSettings, type Settings, usualWish, type Wish } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { asBegun, isWider, settingsDrift, wantedSettings } from "./settings.ts";

const recorded: Settings = {
  ...noSettings,
  model: "m1",
  sandbox: "read-only",
  approvalPolicy: "on-request",
  cwd: "/srv/a",
};
const policies = ["untrusted", "on-request", "on-failure", "never"];
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

  it("what is said as unknown takes back nothing that was recorded", () => {
    const said = { sandbox: null, approvalPolicy: undefined } as unknown as Partial<Settings>;
    expect(wantedSettings(recorded, wish({ settings: said }))).toEqual(recorded);
  });

  it("leaves everything but the folder to the agent when asked to", () => {
    expect(wantedSettings(recorded, wish({ otherwise: "current" }))).toEqual({
      ...noSettings,
      cwd: "/srv/a",
    });
  });
});

describe("asBegun", () => {
  const begun = (sandbox: string | null, approvalPolicy: string | null): Settings => ({
    ...noSettings,
    model: "m0",
    cwd: "/srv/b",
    sandbox,
    approvalPolicy,
  });
  const wide = { ...recorded, sandbox: "workspace-write" };

  it("keeps what was narrower, and nothing else of it", () => {
    expect(asBegun(begun("read-only", "untrusted"), wide, wish({}), policies)).toEqual({
      ...wide,
      sandbox: "read-only",
      approvalPolicy: "untrusted",
    });
    expect(asBegun(begun("danger-full-access", "never"), wide, wish({}), policies)).toEqual(wide);
    expect(asBegun(begun(null, null), wide, wish({}), policies)).toEqual(wide);
  });

  it("what is said now holds, and what is said as unknown is not said", () => {
    const narrow = begun("read-only", "untrusted");
    const said = wish({ settings: { sandbox: "workspace-write" } });
    expect(asBegun(narrow, wide, said, policies)).toEqual({ ...wide, approvalPolicy: "untrusted" });
    const unsaid = wish({ settings: { sandbox: null } });
    expect(asBegun(narrow, wide, unsaid, policies).sandbox).toBe("read-only");
  });

  it("what is left to the agent stays so", () => {
    const current = wantedSettings(recorded, wish({ otherwise: "current" }));
    expect(asBegun(begun("read-only", "untrusted"), current, wish({ otherwise: "current" }), policies)).toEqual(
      current,
    );
  });
});

const rules = { policies, onOtherModel: "It costs one paid call." };

describe("settingsDrift", () => {
  it("names what differs and what would be wider, and is silent on what is not known", () => {
    const now = { ...recorded, sandbox: "danger-full-access", model: "m2", effort: "high" };
    expect(settingsDrift(recorded, now, rules).map(({ subject, widens }) => [subject, widens])).toEqual([
      ["model", false],
      ["sandbox", true],
    ]);
  });

  it("tells a folder from a setting, and that another model or provider costs a call", () => {
    const before = { ...recorded, provider: "p1" };
    const now = { ...before, model: "m2", provider: "p2", approvalPolicy: "untrusted", cwd: "/srv/b" };
    const paid = expect.stringContaining("one paid call");
    expect(settingsDrift(before, now, rules)).toEqual([
      { kind: "setting", subject: "model", recorded: "m1", now: "m2", widens: false, note: paid },
      { kind: "setting", subject: "provider", recorded: "p1", now: "p2", widens: false, note: paid },
      {
        kind: "setting",
        subject: "approvalPolicy",
        recorded: "on-request",
        now: "untrusted",
        widens: false,
        note: null,
      },
      { kind: "folder", subject: "cwd", recorded: "/srv/a", now: "/srv/b", widens: false, note: null },
    ]);
  });

  it("what is left to the agent is no difference", () => {
    expect(settingsDrift(recorded, noSettings, rules)).toEqual([]);
  });
});

describe("isWider", () => {
  const sandboxes = ["read-only", "workspace-write", "danger-full-access"];

  it.each([
    ["sandbox", sandboxes],
    ["approvalPolicy", policies],
  ] as const)("of every two words for %s just the one that allows more is wider", (field, order) => {
    for (const [from, before] of order.entries())
      for (const [to, after] of order.entries())
        expect(isWider(field, before, after, policies), `${before} to ${after}`).toBe(to > from);
  });

  it("a word that is not known counts as wider, whether it was recorded or comes now", () => {
    for (const field of ["sandbox", "approvalPolicy"] as const) {
      const known = field === "sandbox" ? "danger-full-access" : "never";
      expect(isWider(field, known, "brand-new", policies)).toBe(true);
      expect(isWider(field, "brand-new", known, policies)).toBe(true);
      expect(isWider(field, "brand-new", known === "never" ? "untrusted" : "read-only", policies)).toBe(true);
      expect(isWider(field, "brand-new", "brand-new", policies)).toBe(false);
    }
  });

  it("what permits nothing is never wider", () => {
    for (const field of ["model", "provider", "effort", "summary", "cwd"] as const)
      expect(isWider(field, "read-only", "never", policies)).toBe(false);
  });
});
