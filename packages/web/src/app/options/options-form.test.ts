import type { WorkbenchOptions } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { changedIn, formOf, whyNotSave } from "./options-form.ts";

const usual: WorkbenchOptions = {
  persist: true,
  encrypt: false,
  key: "keyring",
  retentionDays: 30,
  redact: [],
  rememberApprovals: false,
  telemetry: "off",
};

describe("the form of the options", () => {
  test("changes nothing by being shown", () => {
    const custom = { ...usual, redact: ["a+", "b"], telemetry: "http://10.0.0.1:4318", retentionDays: 7 };
    for (const options of [usual, custom]) {
      expect(changedIn(options, formOf(options))).toEqual({});
      expect(whyNotSave(options, formOf(options))).toBe("Nothing has changed.");
    }
  });

  test("gives what differs, and nothing else", () => {
    const form = { ...formOf(usual), encrypt: true, redact: "secret-\\d+\n\n", hasTelemetry: true };
    expect(changedIn(usual, form)).toEqual({
      encrypt: true,
      redact: ["secret-\\d+"],
      telemetry: "http://127.0.0.1:4318",
    });
    expect(whyNotSave(usual, form)).toBeNull();
  });

  test("names what is no number and no address", () => {
    expect(whyNotSave(usual, { ...formOf(usual), retentionDays: "0" })).toMatch(/whole number/);
    expect(whyNotSave(usual, { ...formOf(usual), hasTelemetry: true, collector: "nowhere" })).toMatch(/address/);
  });
});
