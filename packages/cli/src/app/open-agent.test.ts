import { noPermissions } from "@reprise/model";
import { expect, test } from "vitest";
import { plan, settings } from "../../test/support/plans.ts";
import { withoutWider } from "./open-agent.ts";

test("the agent's own interface is opened with no wider permissions than the plan's baseline", () => {
  const wide = { ...settings, sandbox: "danger-full-access", approvalPolicy: "never", model: "m" };
  const row = (subject: string, recorded: string, widens = true) => ({
    kind: "setting" as const,
    subject,
    recorded,
    now: "x",
    widens,
    note: null,
  });
  const drift = [
    row("sandbox", "read-only"),
    row("approvalPolicy", "on-request"),
    row("network access in the sandbox", "off"),
    row("model", "old", false),
  ];
  expect(withoutWider(plan({ settings: wide, drift }))).toEqual({
    ...wide,
    sandbox: "read-only",
    approvalPolicy: "on-request",
  });
  expect(withoutWider(plan({ settings: wide }))).toEqual(wide);
});

test("what its log does not say is asserted too: the agent could find there what we do not", () => {
  const baseline = { ...noPermissions, sandbox: "read-only", approvalPolicy: "on-request" };
  const open = { ...settings, sandbox: null, approvalPolicy: null };
  expect(withoutWider(plan({ settings: open, baseline: { ...baseline, source: "journal" } }))).toEqual({
    ...open,
    sandbox: "read-only",
    approvalPolicy: "on-request",
  });
});
