import { asThreadId, noSettings, type PlanOf, sessionIdOf, type Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { mustBeRead, needsDetails, planSummary } from "./plan-summary.ts";

const plan: PlanOf<"resume"> = {
  mode: "resume",
  session: sessionIdOf("codex", asThreadId("a")),
  target: "codex",
  basis: [],
  settings: { ...noSettings, sandbox: "read-only" },
  baseline: null,
  drift: [],
  narrowed: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
  tokens: 1,
  contextTokens: null,
  ailments: [],
  approvals: [],
  unchecked: [],
  prompt: null,
  unsentPrompt: null,
  recap: "It stopped.",
};
const context = {
  agent: "Codex",
  lastAt: "2026-11-17T07:14:05.000Z" as Timestamp,
  reason: "Some work may be unfinished.",
  now: "2026-11-17T08:00:00.000Z" as Timestamp,
};
const command = { item: "i", kind: "command", subject: "make", outcome: "unknown", evidence: "" } as const;

describe("a plan in three lines", () => {
  test("says when it was interrupted, at what, and that nothing is sent", () => {
    const [happened, how, ...more] = planSummary({ ...plan, pending: [{} as never] }, context);
    expect(happened).toMatch(/^Interrupted at \d\d:\d\d while Codex waited for your answer\.$/);
    expect([how, more]).toEqual(["Same thread, read-only, nothing is sent until you write.", []]);
    expect(planSummary({ ...plan, unfinished: [command] }, { ...context, lastAt: null })[0]).toBe(
      "Interrupted while Codex ran a command.",
    );
    const later = { ...context, now: "2026-11-19T08:00:00.000Z" as Timestamp };
    expect(planSummary(plan, later)[0]).toMatch(/^Interrupted on 2026-11-1\d at \d\d:\d\d\.$/);
  });

  test("says why the person is asked where that is not the interruption, and unfolds what must be read", () => {
    const wider = { kind: "setting", subject: "sandbox", recorded: "read-only", now: "none" } as const;
    const drift = [{ ...wider, widens: true, note: null }];
    const reason = "It would get wider permissions than before.";
    expect(planSummary({ ...plan, recap: null, drift }, { ...context, reason })).toEqual([
      "Same thread, read-only, nothing is sent until you write.",
      reason,
    ]);
    expect([needsDetails(plan), needsDetails({ ...plan, drift })]).toEqual([false, true]);
    expect(needsDetails({ ...plan, approvals: [{ hash: "h", subject: "make", source: "saved" }] })).toBe(true);
  });

  test("leaves in view what Resume agrees to: what changed, and the recap that is sent", () => {
    const head = {
      kind: "git",
      subject: "head",
      recorded: "a",
      now: "b",
      widens: false,
      note: null,
    } as const;
    expect(mustBeRead({ ...plan, recap: null })).toEqual([]);
    expect(
      mustBeRead({ ...plan, drift: [head], recap: "make was cut off" }).map(({ title, rows }) => [
        title,
        rows.map(({ text }) => text),
      ]),
    ).toEqual([
      ["Changes since", ["git head: a → b"]],
      ["Recap of unfinished work", ["make was cut off"]],
    ]);
  });
});
