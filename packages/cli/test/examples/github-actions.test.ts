import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseCall } from "../../src/arguments/parse.ts";

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

const file = new URL("../../../../examples/github-actions/review-comments.yml", import.meta.url);
const text = readFileSync(file, "utf8");
const workflow = parse(text) as { permissions: unknown; jobs: Readonly<Record<string, Job>> };

describe("the workflow that works on review comments", () => {
  const jobs = Object.entries(workflow.jobs);
  const runs = (job: Job) => job.steps.map(({ run }) => run ?? "").join("\n");

  test("grants nothing by default, and the job with the agent can only read", () => {
    expect(workflow.permissions).toEqual({});
    const withAgent = jobs.filter(([, job]) => /reprise review .*--run/.test(runs(job)));
    expect(withAgent.map(([, { permissions }]) => permissions)).toEqual([
      { contents: "read", "pull-requests": "read" },
    ]);
    expect(withAgent[0]?.[1].steps.some(({ uses }) => uses?.includes("checkout"))).toBe(true);
    expect(text).toContain("persist-credentials: false");
  });

  test("names every command as this program takes it", () => {
    const commands = jobs
      .flatMap(([, job]) => runs(job).replaceAll("\\\n", " ").split("\n"))
      .filter((line) => line.trim().startsWith("reprise "));
    expect(commands).toHaveLength(2);
    for (const line of commands) {
      const words = line
        .trim()
        .split(/\s+(?:>>?\s.*)?/)
        .filter((word) => word !== "" && word !== "reprise");
      expect(parseCall(words).command).toBe("review");
    }
  });

  test("puts nothing that others write into a shell", () => {
    for (const [, job] of jobs) expect(runs(job)).not.toMatch(/\$\{\{/);
  });
});
