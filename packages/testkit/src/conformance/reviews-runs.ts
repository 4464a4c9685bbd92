import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ReviewRunWish, reviewScope, type SessionId, usualWish } from "@reprise/model";
import { beforeEach, describe, expect, it } from "vitest";
import { carefulConsent } from "../consent.ts";
import { step } from "../scripted-agent/script.ts";
import type { ReviewsStage } from "./reviews-stage.ts";
import { Listener } from "./runner-stage.ts";

/** Runs about comments: how they are prepared, and what is reported of them. */
export function describeReviewRuns(stage: () => ReviewsStage): void {
  const find = (target: string, folder = stage().cwd) => stage().reviews.find({ target, commentsFile: null, folder });
  const comments = async () => stage().reviews.comments(await find("42"));
  const wish = async (more: Partial<ReviewRunWish> = {}): Promise<ReviewRunWish> => ({
    target: await find("42"),
    agent: "codex",
    settings: { sandbox: "workspace-write" },
    canAnswer: true,
    isResumed: false,
    isForced: false,
    comments: (await comments()).comments,
    ...more,
  });
  const elsewhere = (remote: string) => {
    const folder = join(stage().folder, "clone");
    mkdirSync(join(folder, ".git"), { recursive: true });
    writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(folder, ".git/config"), `[remote "origin"]\n\turl = ${remote}\n`);
    return folder;
  };

  describe("a run", () => {
    beforeEach(() => {
      stage().pull.comments = [{ id: 1, path: "src/a.ts", line: 2, body: "Rename \u202eit" }];
    });

    it("is prepared in the checkout, about the pull request, with the comments as data", async () => {
      const prepared = await stage().reviews.prepare(await wish());
      expect(prepared).toMatchObject({
        agent: "codex",
        cwd: stage().cwd,
        canAnswer: true,
        settings: { sandbox: "workspace-write" },
        scope: {
          kind: "pull-request",
          host: stage().github.host,
          owner: "acme",
          repository: "shop",
          number: 42,
        },
      });
      expect(prepared.prompt).toContain('"body":"Rename \\u202eit"');
      expect(prepared.prompt).toContain(`Pull request URL: ${stage().github.origin}/acme/shop/pull/42`);
      expect(stage().agent.launches).toEqual([]);
    });

    it("needs comments, and not more than an agent takes", async () => {
      await expect(wish({ comments: [] }).then((made) => stage().reviews.prepare(made))).rejects.toMatchObject({
        code: "bad-use",
        message: expect.stringContaining("filter"),
      });
      stage().pull.comments = [
        { id: 1, body: "x".repeat(600_000) },
        { id: 2, body: "y".repeat(600_000) },
      ];
      const refusal = {
        code: "bad-use",
        message: expect.stringMatching(/2 comments .*1,200,\d{3} characters.*Filter/),
      };
      await expect(stage().reviews.prepare(await wish())).rejects.toMatchObject(refusal);
    });

    it("may be about thousands of long comments, as far as the prompt holds them", async () => {
      const body = "x".repeat(2000);
      stage().pull.comments = Array.from({ length: 2000 }, (_, at) => ({ id: at + 1, body, diffHunk: body }));
      const made = await wish();
      expect(made.comments).toHaveLength(2000);
      await expect(stage().reviews.prepare(made)).rejects.toMatchObject({
        code: "bad-use",
        message: expect.stringMatching(/^2,?000 comments .* Filter the comments\.$/),
      });
      expect((await stage().reviews.report(made.target, made.comments)).comments).toHaveLength(2000);
      const comments = made.comments.slice(0, 100);
      expect((await stage().reviews.prepare({ ...made, comments })).prompt.length).toBeGreaterThan(400_000);
    });

    it("is refused in a clone of another repository, unless forced", async () => {
      const folder = elsewhere("git@github.com:other/shop.git");
      const target = await find("acme/shop#42", folder);
      expect(target.checkout.isOfPullRequest).toBe(false);
      await expect(stage().reviews.prepare(await wish({ target }))).rejects.toMatchObject({
        code: "refused",
        message: expect.stringMatching(/github\.com\/other\/shop.*--force/s),
      });
      expect((await stage().reviews.prepare(await wish({ target, isForced: true }))).cwd).toBe(folder);
    });

    it("works in the fork that the commits of the pull request come from", async () => {
      stage().pull.headRepository = "Fork/Shop";
      const target = await find("acme/shop#42", elsewhere(`${stage().github.origin}/fork/shop`));
      expect(await stage().reviews.prepare(await wish({ target }))).toMatchObject({
        cwd: target.checkout.folder,
      });
    });

    it("is reported by its edits, comment by comment", async () => {
      const made = await wish();
      const target = made.target;
      const extra = { ...made.comments[0], id: 9, filePath: "other.ts" } as (typeof made.comments)[number];
      const all = [...made.comments, extra];
      expect(await stage().reviews.report(target, all)).toMatchObject({
        run: null,
        journal: null,
        others: [],
      });
      const diff = "@@ -1,3 +1,4 @@\n one\n-two\n+2\n+two and a half\n three\n";
      const edit = step.edit("e", [{ path: join(stage().cwd, "src/a.ts"), change: "update", diff }]);
      stage().agent.plays({ turns: [[edit, step.reply("r", "done")]] });
      const run = await stage().runner.run(await stage().reviews.prepare(made));
      await new Listener(run).end();
      const report = await stage().reviews.report(target, all);
      expect(report).toMatchObject({
        run: run.id,
        journal: expect.stringContaining("acme-shop-pr-42-"),
        comments: [
          {
            comment: { id: 1 },
            outcome: "changed",
            draft: "Changed `src/a.ts`, lines 2–3.",
            changes: [
              {
                path: "src/a.ts",
                kind: "update",
                added: 2,
                removed: 1,
                lines: [{ start: 2, end: 3 }],
                isByEdit: true,
              },
            ],
          },
          {
            comment: { id: 9 },
            outcome: "unchanged",
            changes: [],
            draft: expect.stringContaining("No change"),
          },
        ],
        others: [],
      });
      expect(await stage().reviews.report(target, [extra], run.id)).toMatchObject({
        others: [{ path: "src/a.ts" }],
      });
    });

    it("that was continued in a new thread is reported with what it continued", async () => {
      const made = await wish();
      const writes = (name: string) => step.does(() => writeFileSync(join(stage().cwd, name), "x\n"));
      const prepared = await stage().reviews.prepare(made);
      stage().agent.plays({ turns: [[writes("first.ts"), step.reply("a", "half")]] });
      const first = await stage().runner.run(prepared);
      await new Listener(first).end();
      const [state] = await stage().runner.runs(reviewScope(made.target));
      const session = `codex:${state?.thread}` as SessionId;
      stage().agent.plays({ turns: [[writes("second.ts")]] });
      const lineage = { kind: "handoff", session, turn: null } as const;
      const second = await stage().runner.run({ ...prepared, lineage });
      await new Listener(second).end();
      const latest = await stage().reviews.report(made.target, made.comments);
      expect(latest.run).toBe(second.id);
      expect(latest.others.map(({ path }) => path)).toEqual(["first.ts", "second.ts"]);
      const only = await stage().reviews.report(made.target, made.comments, first.id);
      expect(only.others.map(({ path }) => path)).toEqual(["first.ts"]);
    });

    it("is reported with the files that commands changed, over an interruption", async () => {
      writeFileSync(join(stage().cwd, "mine.ts"), "mine\n");
      const made = await wish();
      const writes = (name: string) => step.does(() => writeFileSync(join(stage().cwd, name), "x\n"));
      stage().agent.plays({ turns: [[writes("first.ts"), step.reply("a", "half"), step.hang]] });
      const run = await stage().runner.run(await stage().reviews.prepare(made));
      const heard = new Listener(run);
      await heard.until("item");
      await run.controls.interrupt();
      await heard.end();
      writeFileSync(join(stage().cwd, "between.ts"), "mine\n");
      const scope = reviewScope(made.target);
      const offer = await stage().runner.offer(scope, true);
      expect(offer?.run).toBe(run.id);
      const plan = await stage().runner.plan(offer?.session ?? "", { ...usualWish, prompt: "Continue." });
      stage().agent.plays({ turns: [[writes("second.ts")]] });
      await new Listener(await stage().runner.restore(plan, carefulConsent)).end();
      writeFileSync(join(stage().cwd, "after.ts"), "mine\n");
      const report = await stage().reviews.report(made.target, made.comments);
      expect(report).toMatchObject({ run: run.id, comments: [{ outcome: "unchanged" }] });
      expect(report.others.map(({ path, kind, isByEdit }) => [path, kind, isByEdit])).toEqual([
        ["first.ts", "add", false],
        ["second.ts", "add", false],
      ]);
    });
  });
}
