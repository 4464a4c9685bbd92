import { noSettings, type ReviewTarget, type RunId, type Runner, type RunState } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { expect, test } from "vitest";
import { runReport } from "./run-report.ts";

const pull = { host: "git.example:8443", owner: "octo", repository: "shop", number: 42 };
const target = {
  pullRequest: { ...pull, url: "https://git.example:8443/octo/shop/pull/42" },
  commentsFile: null,
  checkout: { folder: "/srv/shop" },
} as unknown as ReviewTarget;
const journal = "/state/runs/a.jsonl";

/** A run whose scope comes from a remote of the checkout: those have no port. */
function runnerWith(scope: Partial<typeof pull>): Runner {
  const state = {
    run: "run-1" as RunId,
    agent: "codex",
    scope: { kind: "pull-request", ...pull, host: "git.example", ...scope },
    settings: noSettings,
    lineage: null,
    thread: null,
    journal,
  } as unknown as RunState;
  return { runs: async (asked?: object) => (asked === undefined ? [state] : []) } as unknown as Runner;
}

const report = (scope: Partial<typeof pull>) =>
  runReport(
    { target, comments: [], run: "run-1" as RunId },
    { host: memoryHost({ [journal]: "" }), runner: runnerWith(scope) },
  );

test("a run that continues one of frankie's on a server with a port is found by its id", async () => {
  expect((await report({})).run).toBe("run-1");
});

test("a run about another pull request is none about this review", async () => {
  await expect(report({ number: 43 })).rejects.toThrow("There is no run run-1 about this review.");
});
