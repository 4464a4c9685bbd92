import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReviewTarget } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeReviewRuns } from "./reviews-runs.ts";
import type { ReviewsStage } from "./reviews-stage.ts";

/** The promises of every Reviews: over this machine, over HTTP. */
export function describeReviews(name: string, open: () => Promise<ReviewsStage>): void {
  describe(`${name} reviews`, () => {
    let stage: ReviewsStage;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.close());

    const find = (target: string | null, more: { commentsFile?: string | null; folder?: string } = {}) =>
      stage.reviews.find({ target, commentsFile: null, folder: stage.cwd, ...more });
    const comments = async (target = "42") => stage.reviews.comments(await find(target));
    const ids = async (target?: string) => (await comments(target)).comments.map(({ id }) => id);
    const file = (lines: readonly (object | string)[]) => {
      const path = join(stage.folder, "comments.jsonl");
      writeFileSync(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
      return path;
    };
    const requestsTo = (path: string) => stage.github.requests.filter((request) => request.path.includes(path));

    describe("a target", () => {
      it("is found by its number in a clone, by its name, and by its URL with any tail", async () => {
        const url = `${stage.github.origin}/acme/shop/pull/42`;
        const target: ReviewTarget = {
          pullRequest: {
            host: stage.github.host,
            owner: "acme",
            repository: "shop",
            number: 42,
            url,
            title: null,
            author: null,
            state: null,
            headSha: null,
          },
          commentsFile: null,
          checkout: {
            folder: stage.cwd,
            head: expect.stringMatching(/^[0-9a-f]{40}$/),
            isOfPullRequest: true,
          },
        };
        const written = ["42", "#42", "acme/shop#42", `${stage.github.host}/acme/shop#42`, url];
        for (const text of [...written, `${url}/files`, `${url}#discussion_r1`, `${url}/changes?w=1`])
          expect(await find(text), text).toEqual(target);
        expect(stage.github.requests).toEqual([]);
      });

      it("that cannot be one is refused with examples", async () => {
        for (const text of [
          "",
          "0",
          "#0",
          "acme#42",
          "acme/shop",
          "a/b/c/d#1",
          "acme/sh op#1",
          "acme/..#1",
          "x\u001b[2J#1",
        ])
          await expect(find(text), JSON.stringify(text)).rejects.toMatchObject({
            code: "bad-use",
            message: expect.stringContaining("owner/repository#42"),
          });
        await expect(find(null)).rejects.toMatchObject({ code: "bad-use" });
      });

      it("by number needs a remote", async () => {
        await expect(find("42", { folder: stage.folder })).rejects.toMatchObject({ code: "not-found" });
      });

      it("can be only a file of comments", async () => {
        const path = file([{ id: 1 }]);
        expect(await find(null, { commentsFile: path, folder: stage.folder })).toEqual({
          pullRequest: null,
          commentsFile: path,
          checkout: { folder: stage.folder, head: null, isOfPullRequest: null },
        });
      });
    });

    describe("comments", () => {
      it("come from all pages, in order, with what the server says of the pull request", async () => {
        stage.github.pageSize = 2;
        stage.pull.comments = [
          { id: 5, path: "b.ts", line: 1 },
          { id: 4, path: "a.ts", line: 9 },
          {
            id: 3,
            path: "a.ts",
            line: 2,
            body: "Why?",
            author: "bob",
            createdAt: "2026-02-15T12:32:00+02:00",
          },
          { id: 2, path: "a.ts", line: null, originalLine: 4 },
          {
            id: 1,
            path: null,
            line: null,
            author: null,
            body: null,
            diffHunk: null,
            commit: null,
            createdAt: null,
          },
        ];
        const fetched = await comments();
        expect(fetched.comments.map(({ id }) => id)).toEqual([3, 4, 2, 5, 1]);
        expect(fetched.comments[0]).toEqual({
          id: 3,
          author: "bob",
          filePath: "a.ts",
          lineNumber: 2,
          originalLineNumber: 2,
          body: "Why?",
          diffHunk: "@@ -1 +1 @@\n-a\n+b",
          commitSha: stage.pull.headSha,
          inReplyToId: null,
          createdAt: "2026-02-15T10:32:00.000Z",
          resolved: false,
        });
        expect(fetched).toMatchObject({
          pullRequest: {
            number: 42,
            title: "Make it better",
            author: "octocat",
            state: "open",
            headSha: stage.pull.headSha,
          },
          problems: [],
          resolutionProblem: null,
        });
      });

      it("know whether their thread is resolved, replies too", async () => {
        stage.github.pageSize = 1;
        stage.pull.comments = [{ id: 1 }, { id: 2 }, { id: 3, replyTo: 2 }, { id: 3_000_000_000 }];
        stage.pull.resolved.add(2).add(3_000_000_000);
        const { comments: all } = await comments();
        expect(all.map(({ id, resolved }) => [id, resolved])).toEqual([
          ...[
            [1, false],
            [2, true],
            [3, true],
          ],
          [3_000_000_000, true],
        ]);
      });

      it("come also where resolution is refused; it is then unknown, with the reason", async () => {
        stage.pull.comments = [{ id: 1 }];
        stage.github.plays(({ path }) =>
          path === "/api/graphql" ? { status: 403, body: { message: "Resource not accessible" } } : undefined,
        );
        expect(await comments()).toMatchObject({
          comments: [{ id: 1, resolved: null }],
          resolutionProblem: expect.stringContaining("Resource not accessible"),
        });
      });

      it("that have not changed are not sent again, and cost nothing", async () => {
        stage.pull.comments = [{ id: 1 }];
        await comments();
        stage.github.limit = { remaining: 10, resetsAt: 2e9 };
        const before = stage.github.requests.length;
        expect(await ids()).toEqual([1]);
        const reads = stage.github.requests.slice(before).filter(({ method }) => method === "GET");
        expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 304));
        stage.pull.comments.push({ id: 2 });
        expect(await ids()).toEqual([1, 2]);
      });

      it("that are removed while the pages are read hide no other", async () => {
        stage.github.pageSize = 2;
        stage.pull.comments = [1, 2, 3, 4, 5].map((id) => ({ id }));
        stage.github.after("page=2", () => stage.pull.comments.shift());
        expect(await ids()).toEqual([2, 3, 4, 5]);
      });

      it("are refused with the server's reason and the time when a limit is lifted", async () => {
        stage.github.limit = { remaining: 0, resetsAt: Date.parse("2099-02-15T10:32:00Z") / 1000 };
        await expect(comments()).rejects.toMatchObject({
          code: "refused",
          resetsAt: "2099-02-15T10:32:00.000Z",
          message: expect.stringContaining("2099-02-15 10:32 UTC"),
        });
      });

      it.each([
        [401, "refused", "token"],
        [403, "refused", "permission"],
        [404, "not-found", "acme/shop#42"],
        [422, "refused", "422"],
      ])("a %i is explained, without the token", async (status, code, words) => {
        stage.github.plays(() => ({ status, body: { message: `No: ${stage.token}` } }));
        const error = await comments().catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
        expect(JSON.stringify(error) + String(error)).not.toContain(stage.token);
      });

      it("of a file are read line by line; a bad line hides no other", async () => {
        const lines = ['{"id":2,"file_path":"a.ts"', { id: 1, file_path: "b.ts", line_number: 3, resolved: true }];
        const path = file([...lines, { id: 1 }, { author: "x" }, "", { id: 7, filePath: "a.ts", lineNumber: "x" }]);
        const fetched = await stage.reviews.comments(await find("42", { commentsFile: path }));
        expect(fetched.comments).toMatchObject([
          { id: 7, filePath: "a.ts", lineNumber: null, resolved: null },
          { id: 1, filePath: "b.ts", lineNumber: 3, resolved: true },
        ]);
        expect(fetched.problems).toEqual([
          "Line 1: not JSON; left out.",
          "Line 3: the id 1 again; the first one is used.",
          "Line 4: no id; left out.",
          "Line 6: lineNumber cannot be read; taken as missing.",
        ]);
        expect(stage.github.requests).toEqual([]);
      });

      it("of no such file, or of a folder, are an error that names it", async () => {
        const at = async (path: string) => stage.reviews.comments(await find(null, { commentsFile: path }));
        await expect(at(join(stage.folder, "none"))).rejects.toMatchObject({ code: "not-found" });
        await expect(at(stage.folder)).rejects.toMatchObject({
          code: "bad-use",
          message: expect.stringContaining("a folder"),
        });
      });
    });

    describeReviewRuns(() => stage);

    describe("the server", () => {
      it("gives the whole diff", async () => {
        stage.pull.diff = "diff --git a/a b/a\n";
        expect(await stage.reviews.diff(await find("42"))).toBe("diff --git a/a b/a\n");
      });

      it("gives the commits of a range that the checkout does not have", async () => {
        stage.github.pageSize = 1;
        stage.pull.commits = ["a", "b", "c", "d"].map((sha) => sha.repeat(40));
        const target = await find("42");
        expect(await stage.reviews.commits(target, "aaaaaaa..ccccccc")).toEqual(stage.pull.commits.slice(1, 3));
        await expect(stage.reviews.commits(target, "aaaa..ffff")).rejects.toMatchObject({
          code: "not-found",
        });
        for (const range of ["", "a", "a..", "..b", "a...b", "--all..b", "a..b c"])
          await expect(stage.reviews.commits(target, range), range).rejects.toMatchObject({
            code: "bad-use",
          });
        expect(await stage.reviews.commits(target, "HEAD..HEAD")).toEqual([]);
      });

      it("gets a reply once, at the first comment of the thread", async () => {
        stage.pull.comments = [{ id: 1 }, { id: 2, replyTo: 1 }];
        const target = await find("42");
        expect(await stage.reviews.reply(target, 2, "Done.\n")).toMatchObject({
          body: "Done.",
          inReplyToId: 1,
          author: "me",
        });
        expect(requestsTo("/replies").map(({ method, path }) => `${method} ${path}`)).toEqual([
          "POST /api/v3/repos/acme/shop/pulls/42/comments/1/replies",
        ]);
        await expect(stage.reviews.reply(target, 99, "x")).rejects.toMatchObject({ code: "not-found" });
        stage.github.plays(({ method }, response) => {
          if (method !== "POST") return undefined;
          response.destroy();
          return "handled";
        });
        await expect(stage.reviews.reply(target, 1, "Again")).rejects.toMatchObject({
          code: "refused",
          message: expect.stringContaining("may have been posted"),
        });
        expect(requestsTo("/replies")).toHaveLength(2);
      });
    });
  });
}
