import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { openProjects } from "@reprise/core/projects";
import { openReviews } from "@reprise/core/reviews";
import { followed, usualWish } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { type Demo, openDemo } from "./open-demo.ts";

const env = {
  PATH: process.env.PATH,
  HOME: "/home/person",
  CODEX_HOME: "/home/person/codex",
  XDG_STATE_HOME: "/home/person/state",
  OPENAI_API_KEY: "sk-own",
  ANTHROPIC_API_KEY: "sk-own",
  LANG: "C.UTF-8",
};

async function withDemo(look: (demo: Demo) => Promise<void> | void): Promise<void> {
  const demo = await openDemo({ env, now: new Date("2026-11-16T12:00:00.000Z"), program: ["/bin/false"] });
  try {
    await look(demo);
  } finally {
    await demo.cleanup();
  }
  expect(existsSync(demo.folder)).toBe(false);
}

describe("openDemo", () => {
  test("is the person's alone, and knows nothing of their machine", () =>
    withDemo((demo) => {
      expect(statSync(demo.folder).mode & 0o777).toBe(0o700);
      expect(demo.folder).toMatch(/\/reprise-demo-\w+$/);
      expect(demo.env.LANG).toBe("C.UTF-8");
      const { PATH: _, ...rest } = demo.env;
      expect(Object.values(rest).join("\n")).not.toMatch(/person|sk-own/);
      for (const name of ["HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "REPRISE_STATE", "REPRISE_CACHE"])
        expect(demo.env[name]).toContain(demo.folder);
    }));

  test("holds sessions of every kind", () =>
    withDemo(async (demo) => {
      const library = demo.openLibrary();
      const { sessions } = await library.list({ scope: "all" });
      const here = await library.list({ scope: { workspace: demo.cwd } });
      library.close();
      expect([sessions.length, here.sessions.length]).toEqual([9, 8]);
      const count = (state: string) => sessions.filter((session) => session.state === state).length;
      expect(["completed", "failed", "interrupted"].map(count)).toEqual([7, 1, 1]);
      expect(new Set(sessions.map(({ agent }) => agent))).toEqual(new Set(["codex", "claude", "gemini"]));
      expect(sessions.filter(({ damageCount }) => damageCount > 0)).toHaveLength(1);
      expect(sessions.filter(({ lineage }) => lineage?.kind === "fork")).toMatchObject([
        { lineage: { session: demo.samples.completed } },
      ]);
      expect(Math.max(...sessions.map(({ turnCount }) => turnCount))).toBe(300);
      expect(sessions[0]).toMatchObject({ id: demo.samples.interrupted, state: "interrupted" });
    }));

  test("holds a project, review comments and tokens to look at", () =>
    withDemo(async (demo) => {
      const library = demo.openLibrary();
      const runner = await demo.openRunner();
      const host = nodeHost(demo.env);
      const projects = openProjects(host, { library, runner });
      const here = { workspace: demo.cwd };
      expect(await projects.list(here)).toMatchObject([{ state: "succeeded", rounds: 2 }]);
      await projects.close();
      const reviews = openReviews(host, { library, runner });
      const target = await reviews.find({
        target: null,
        folder: demo.cwd,
        commentsFile: join(demo.cwd, "comments.jsonl"),
      });
      const { comments, problems } = await reviews.comments(target);
      expect([comments.length, problems, comments.filter(({ resolved }) => !resolved).length]).toEqual([3, [], 2]);
      const usage = await library.usage({ scope: "all", zone: "UTC" });
      expect(usage.total.tokens?.input).toBeGreaterThan(100_000);
      runner.close();
      library.close();
    }));

  test("starts no agent of the person's", () =>
    withDemo(async (demo) => {
      const runner = await demo.openRunner();
      const wish = { agent: "claude", cwd: demo.cwd, settings: {}, prompt: "go", canAnswer: false } as const;
      const events = followed(runner.run(wish));
      const failure = await events[Symbol.asyncIterator]()
        .next()
        .then(
          (step) => JSON.stringify(step),
          (error: unknown) => String(error),
        );
      expect(failure).toContain("The demo does not play claude");
      const plan = await runner.plan(demo.samples.interrupted, usualWish);
      expect(plan).toMatchObject({ mode: "resume", unfinished: [{ kind: "command", outcome: "unknown" }] });
      runner.close();
    }));
});
