import { type Baseline, noPermissions } from "@reprise/model";
import { expect, test } from "vitest";
import { dangerous } from "../../../test/support/lines.ts";
import { plan } from "../../../test/support/plans.ts";
import { handoffPlan, replayPlan } from "../../../test/support/replays.ts";
import { plain } from "../paint.ts";
import { planText } from "./plan-text.ts";

const text = (given: Parameters<typeof planText>[0]) => planText(given, plain);

test.each([
  ["inject", "added directly, free"],
  ["native", "saved as a new session in the agent's own files, free"],
  ["segments", "sent in pieces, one paid call each"],
] as const)("way %s says what it costs", (via, words) => {
  expect(text(replayPlan({ via }))).toContain(`  History: ${via}: ${words}\n`);
});

test("many segments stay on the screen, and none is left out of the count", () => {
  const segments = Array.from({ length: 45 }, (_, index) => ({
    number: index + 1,
    items: ["i"],
    tokens: 1000,
  }));
  const shown = text(replayPlan({ segments, tokens: 45_000 }));
  expect(shown).toContain("  6: about 1,000 tokens, 1 item\n  … 37 more segments: about 37,000 tokens\n  44: about");
  expect(shown.split("\n").length).toBeLessThan(40);
});

test("one token is one token", () => {
  const segments = [{ number: 1, items: ["i"], tokens: 1 }];
  expect(text(replayPlan({ segments }))).toContain("  1: about 1 token, 1 item\n");
});

test("tokens are called estimated where they were not counted, and the limit is said where it is known", () => {
  expect(text(replayPlan())).toContain("  Context: about 5,700 of 200,000 tokens\n");
  expect(text(handoffPlan({ tokens: 5700 }))).toContain("  Context: 5,700 tokens\n");
});

test("who has it open, what is gone on with, and what a brief stands for are said", () => {
  const shown = text(
    replayPlan({
      owner: { pid: 7, program: "codex", terminal: null },
      continues: "run-9" as never,
      brief: "short",
    }),
  );
  expect(shown).toContain("  Open in: codex (process 7)\n");
  expect(shown).toContain("  Continues: a replay that stopped; nothing is sent twice\n");
  expect(shown).toContain("; a brief replaces the turns before\n");
});

test("saved approvals are named only where there are any", () => {
  for (const one of [replayPlan(), plan(), handoffPlan()]) expect(text(one)).not.toContain("Saved approvals");
});

test("permissions are in words, where they are known", () => {
  const settings = { ...plan().settings, sandbox: "danger-full-access", approvalPolicy: "never" };
  expect(text(plan({ settings }))).toContain(
    "  sandbox: danger-full-access (may change anything on this machine, without a sandbox)\n  approvals: never (never asks)\n",
  );
  expect(text(plan({ settings: { ...settings, approvalPolicy: "constructor" } }))).toContain(
    "  approvals: constructor\n",
  );
});

test("what permissions are compared with is named, and so are approvals that only a log claims", () => {
  const baseline: Baseline = {
    source: "journal",
    sandbox: "read-only",
    approvalPolicy: "on-request",
    networkAccess: true,
    writableRoots: ["/srv"],
    mcpServers: [],
    workspaceFiles: [],
  };
  const approvals = [
    { hash: "a", subject: "make", source: "saved" },
    { hash: "b", subject: "curl", source: "log" },
  ] as const;
  const shown = text(plan({ baseline, approvals }));
  expect(shown).toContain("  No more permissions than last time\n");
  expect(shown).toContain("Saved approvals, reused if you agree:\n  make\nApprovals that only the agent's log claims");
  expect(shown).toContain("reused if you agree to them:\n  curl\n");
});

test("a setting that is narrower than recorded is one line, with the option that takes what was recorded", () => {
  const baseline: Baseline = { ...noPermissions, source: "configuration", approvalPolicy: "on-request" };
  const narrowed = [{ subject: "approvalPolicy", recorded: "never", now: "on-request" }] as const;
  expect(text(plan({ baseline, narrowed }))).toContain(
    "  approvals: never → on-request, as you have it (--allow-wider takes what was recorded)\n",
  );
});

test("nothing in a plan can act on a terminal", () => {
  const evil = "\u001b]52;c;eA==\u0007\u001b[2J\u202e";
  const shown = text(
    replayPlan({
      lost: [evil],
      prompt: evil,
      owner: { pid: 1, program: evil, terminal: null },
      ailments: [{ kind: "nul", onResume: null, file: evil, line: 1, byteOffset: 0, detail: evil }],
      refusals: [{ mode: "resume", reason: "other", detail: evil }],
    }),
  );
  expect(shown).not.toMatch(dangerous);
});

test("a handoff sends nothing, and shows the whole brief", () => {
  expect(text(handoffPlan())).toContain("  Sends: nothing\n");
  expect(text(handoffPlan())).toMatch(/Brief \(12 tokens\):\n {2}> Restore this session:\n {2}> Goal: mend it\.\n$/);
});

test("a prompt that reached no agent is shown, also where nothing can be continued", () => {
  expect(text(plan({ mode: null, unsentPrompt: "fix\nit" }))).toContain("Unsent prompt:\n  > fix\n  > it\n");
});
