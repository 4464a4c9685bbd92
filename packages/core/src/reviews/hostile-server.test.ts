import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReviewTarget } from "@reprise/model";
import { type FileReviewsStage, type LoopbackGitHub, openReviewsStage, startGitHub } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let stage: FileReviewsStage;
let other: LoopbackGitHub;
beforeEach(async () => {
  [stage, other] = await Promise.all([openReviewsStage(), startGitHub()]);
  stage.pull.comments = [{ id: 1 }];
});
afterEach(() => Promise.all([stage.close(), other.close()]));

const find = (target: string) => stage.reviews.find({ target, commentsFile: null, folder: stage.cwd });
const comments = async (target = "42") => stage.reviews.comments(await find(target));
const refusal = async (target?: string) => {
  const error = await comments(target).then(
    () => new Error("not refused"),
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: "refused" });
  expect(error.message + error.stack).not.toContain(stage.token);
  return error.message;
};
const isComments = ({ path }: { path: string }) => path.includes("/comments");

describe("the token", () => {
  it("is sent to no other server, whatever is pasted", async () => {
    other.add({ owner: "acme", repository: "shop", number: 42, comments: [{ id: 7 }] });
    const fetched = await comments(`${other.origin}/acme/shop/pull/42`);
    expect(fetched.comments).toMatchObject([{ id: 7, resolved: null }]);
    expect(fetched.resolutionProblem).toContain("token");
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual(other.requests.map(() => undefined));
  });

  it("does not follow a redirect or a next page to another server", async () => {
    const end = stage.github.plays((request) =>
      isComments(request) ? { status: 302, headers: { location: `${other.origin}${request.path}` } } : undefined,
    );
    expect(await refusal()).toContain("another address");
    end();
    stage.github.plays((request) =>
      isComments(request)
        ? { status: 200, body: [], headers: { link: `<${other.origin}${request.path}>; rel="next"` } }
        : undefined,
    );
    expect(await refusal()).toContain("another server");
    expect(other.requests).toEqual([]);
  });

  it("follows a redirect of the same server, such as of a renamed repository", async () => {
    stage.github.plays(({ path }) =>
      path.includes("/repos/old/name/")
        ? { status: 301, headers: { location: path.replace("/old/name/", "/acme/shop/") } }
        : undefined,
    );
    expect((await comments("old/name#42")).comments).toMatchObject([{ id: 1 }]);
  });

  it("is in no file, after a run and a reply", async () => {
    stage.pull.comments = [{ id: 1, body: "Use the token" }];
    const target = await find("42");
    const fetched = await stage.reviews.comments(target);
    const run = await stage.runner.run(
      await stage.reviews.prepare({
        target,
        comments: fetched.comments,
        agent: "codex",
        settings: {},
        canAnswer: false,
        isResumed: false,
        isForced: false,
      }),
    );
    for await (const _ of run.events());
    await stage.reviews.reply(target, 1, "Done");
    const report = await stage.reviews.report(target, fetched.comments);
    expect(JSON.stringify([fetched, report])).not.toContain(stage.token);
    const files = readdirSync(stage.stateFolder, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(files.some(({ name }) => name.includes("acme-shop-pr-42"))).toBe(true);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), "latin1"), name).not.toContain(stage.token);
  });
});

describe("a server", () => {
  it("that does not end its pages is left", async () => {
    let page = 1;
    stage.github.plays((request) => {
      if (!isComments(request)) return undefined;
      page += 1;
      const link = `<${stage.github.origin}/api/v3/repos/acme/shop/pulls/42/comments?page=${page}>; rel="next"`;
      return { status: 200, body: [], headers: { link } };
    });
    expect(await refusal()).toContain("does not end its pages");
    expect(page).toBeLessThan(300);
  });

  it("that does not end an answer is left", async () => {
    const piece = Buffer.alloc(1024 * 1024, " ");
    stage.github.plays((request, response) => {
      if (!isComments(request)) return undefined;
      response.writeHead(200);
      const send = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", send);
      send();
      return "handled";
    });
    expect(await refusal()).toContain("does not answer as GitHub does");
  });

  it("that is none is named", async () => {
    stage.github.plays((request) => (isComments(request) ? { status: 200, body: "<html>" } : undefined));
    expect(await refusal()).toContain(`${stage.github.host} does not answer as GitHub does`);
    const dead = await startGitHub();
    await dead.close();
    expect(await refusal(`${dead.origin}/acme/shop/pull/42`)).toMatch(
      new RegExp(`${dead.host} cannot be reached: the connection was refused`),
    );
  });

  it("that fails for a moment is asked once more, but never to post", async () => {
    let failures = 0;
    stage.github.plays((request, response) => {
      if (!isComments(request) && request.method !== "POST") return undefined;
      if (request.method === "GET" && failures > 0) return undefined;
      failures += 1;
      response.destroy();
      return "handled";
    });
    expect((await comments()).comments).toHaveLength(1);
    failures = 0;
    await expect(stage.reviews.reply(await find("42"), 1, "x")).rejects.toMatchObject({ code: "refused" });
    expect(stage.github.requests.filter(({ path }) => path.endsWith("/replies"))).toHaveLength(1);
  });

  it("that does not say whether it posted a reply is not taken to have refused it", async () => {
    const target = await find("42");
    const posting = async (answer: Parameters<typeof stage.github.plays>[0]) => {
      const end = stage.github.plays((request, response) =>
        request.method === "POST" && request.path.endsWith("/replies") ? answer(request, response) : undefined,
      );
      const error = await stage.reviews.reply(target, 1, "x").catch((thrown: Error) => thrown);
      end();
      return (error as Error).message;
    };
    const maybe = "may have been posted";
    expect(await posting(() => ({ status: 504, body: { message: "upstream" } }))).toContain(maybe);
    expect(await posting(() => ({ status: 201, body: "<html>" }))).toContain(maybe);
    expect(await posting(() => ({ status: 201, body: {} }))).toContain(maybe);
    const broken = (text: string) =>
      posting((_, { socket }) => {
        socket?.end(text);
        return "handled";
      });
    expect(await broken("no HTTP at all\r\n\r\n")).toContain(maybe);
    expect(await broken(`HTTP/1.1 201 Created\r\nx: ${"y".repeat(100_000)}\r\n\r\n`)).toContain(maybe);
    expect(await posting(() => ({ status: 422, body: { message: "no" } }))).not.toContain(maybe);
  });

  it("that asks to wait is not asked again meanwhile", async () => {
    stage.github.plays((request) =>
      isComments(request)
        ? {
            status: 403,
            headers: { "retry-after": "50" },
            body: { message: "You have exceeded a secondary rate limit." },
          }
        : undefined,
    );
    const before = Date.now();
    const error = await comments().catch((thrown: unknown) => thrown as { resetsAt: ReviewTarget["commentsFile"] });
    const waitMs = Date.parse((error as { resetsAt: string }).resetsAt) - before;
    expect(waitMs).toBeGreaterThan(40_000);
    expect(waitMs).toBeLessThan(120_000);
    const sent = stage.github.requests.length;
    await expect(comments()).rejects.toMatchObject({
      code: "refused",
      resetsAt: (error as { resetsAt: string }).resetsAt,
    });
    expect(stage.github.requests).toHaveLength(sent);
  });

  it("whose limit for threads is used up still gives the comments", async () => {
    stage.github.plays(({ path }) =>
      path === "/api/graphql"
        ? {
            status: 403,
            headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "4070000000" },
            body: {},
          }
        : undefined,
    );
    for (let time = 0; time < 2; time += 1)
      expect(await comments()).toMatchObject({
        comments: [{ id: 1, resolved: null }],
        resolutionProblem: expect.stringContaining("2098-12-21"),
      });
    expect(stage.github.requests.filter(({ path }) => path === "/api/graphql")).toHaveLength(1);
  });

  it("without long ids, or without threads, is asked what it knows", async () => {
    stage.github.hasLongIds = false;
    stage.pull.resolved.add(1);
    expect((await comments()).comments).toMatchObject([{ id: 1, resolved: true }]);
    stage.github.plays(({ path }) =>
      path === "/api/graphql"
        ? {
            status: 200,
            body: { data: { repository: null }, errors: [{ message: `no ${stage.token}\u001b[2J` }] },
          }
        : undefined,
    );
    const { resolutionProblem, comments: all } = await comments();
    expect(all).toMatchObject([{ resolved: null }]);
    expect(resolutionProblem).toMatch(/does not say which threads are resolved/);
    expect(resolutionProblem).not.toMatch(/\p{Cc}|ghp_/u);
  });

  it("may send anything as a comment", async () => {
    stage.github.plays((request) =>
      isComments(request)
        ? {
            status: 200,
            body: `[null,3,{"id":"x"},{"id":9,"user":{"login":7},"path":["a"],"line":-1,"body":"a\\ud800b\\u0000","created_at":"soon"}]`,
          }
        : undefined,
    );
    const fetched = await comments();
    expect(fetched.comments).toMatchObject([
      { id: 9, author: null, filePath: null, lineNumber: null, body: "a\ufffdb\0", createdAt: null },
    ]);
    expect(fetched.problems).toEqual(["3 comments without an id: left out."]);
  });
});
