import type { Baseline } from "@reprise/model";
import { expect, test } from "vitest";
import { dangerous } from "../../test/support/lines.ts";
import { plan } from "../../test/support/plans.ts";
import { handoffPlan, replayPlan } from "../../test/support/replays.ts";
import { plain } from "./paint.ts";
import { planText } from "./plan-text.ts";

const text = (given: Parameters<typeof planText>[0]) => planText(given, plain);

test.each([
  ["inject", "told to the agent, without a model call"],
  ["native", "written as a session into the agent's own store, without a model call"],
  ["segments", "sent to a model piece by piece: this uses tokens and costs money"],
] as const)("way %s says what it costs", (via, words) => {
  expect(text(replayPlan({ via }))).toContain(`  way: ${via}, ${words}\n`);
});

test("many segments stay on the screen, and none is left out of the count", () => {
  const segments = Array.from({ length: 45 }, (_, index) => ({
    ...{ number: index + 1, items: ["i"], tokens: 1000 },
  }));
  const shown = text(replayPlan({ segments, tokens: 45_000 }));
  expect(shown).toContain(
    "  6: about 1,000 tokens, 1 item\n  … 37 more segments: about 37,000 tokens\n  44: about",
  );
  expect(shown.split("\n").length).toBeLessThan(40);
});

test("one token is one token", () => {
  const segments = [{ number: 1, items: ["i"], tokens: 1 }];
  expect(text(replayPlan({ segments }))).toContain("  1: about 1 token, 1 item\n");
});

test("tokens are called estimated where they were not counted, and the limit is said where it is known", () => {
  expect(text(replayPlan())).toContain("  tokens: about 5,700, of 200,000 that the model takes\n");
  expect(text(handoffPlan({ tokens: 5700 }))).toContain("  tokens: 5,700\n");
});

test("who has it open, what is gone on with, and what a brief stands for are said", () => {
  const shown = text(
    replayPlan({ owner: { pid: 7, program: "codex" }, continues: "run-9" as never, brief: "short" }),
  );
  expect(shown).toContain("  open in codex (process 7)\n");
  expect(shown).toContain("  goes on with a replay that died: nothing is told twice\n");
  expect(shown).toContain("  a brief stands for the turns that do not fit\n");
});

test("a replay without approvals says so; a resume says nothing", () => {
  expect(text(replayPlan())).toContain("Approvals to carry over:\n  none\n");
  expect(text(plan())).not.toContain("Approvals");
});

test("permissions are in words, where they are known", () => {
  const settings = { ...plan().settings, sandbox: "danger-full-access", approvalPolicy: "never" };
  expect(text(plan({ settings }))).toContain(
    "  sandbox: danger-full-access (may change anything on this machine, without a sandbox)\n  approval policy: never (never asks)\n",
  );
  expect(text(plan({ settings: { ...settings, approvalPolicy: "constructor" } }))).toContain(
    "  approval policy: constructor\n",
  );
});

test("the baseline of the permissions is named, and so are approvals that only a log claims", () => {
  const baseline: Baseline = {
    source: "journal",
    ...{ sandbox: "read-only", approvalPolicy: "on-request", networkAccess: true },
    ...{ writableRoots: ["/srv"], mcpServers: [] },
  };
  const approvals = [
    { hash: "a", subject: "make", source: "saved" },
    { hash: "b", subject: "curl", source: "log" },
  ] as const;
  const shown = text(plan({ baseline, approvals }));
  expect(shown).toContain(
    "  Baseline: recorded by Reprise (sandbox read-only, approval policy on-request, network access, may write to /srv)\n",
  );
  expect(shown).toContain("  make\n  curl  (only the agent's log says so)\n");
  expect(text(plan({ mode: "handoff", baseline }))).not.toContain("Baseline");
});

test("nothing in a plan can act on a terminal", () => {
  const evil = "\u001b]52;c;eA==\u0007\u001b[2J\u202e";
  const shown = text(
    replayPlan({
      lost: [evil],
      prompt: evil,
      owner: { pid: 1, program: evil },
      ailments: [{ kind: "nul", onResume: null, file: evil, line: 1, byteOffset: 0, detail: evil }],
      refusals: [{ mode: "resume", reason: "other", detail: evil }],
    }),
  );
  expect(shown).not.toMatch(dangerous);
});

test("a handoff sends nothing", () => {
  expect(text(handoffPlan())).not.toContain("Will be sent");
});
