import { allComments, SessionError } from "@reprise/model";
import { MemoryReviews, sampleComment, sampleTarget } from "@reprise/testkit";
import { httpReviews } from "@reprise/web/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Stage } from "./stage.ts";

const folder = "/srv/shop";
const comments = [sampleComment(1), sampleComment(2, { body: "Zeile\u2028zwei \u{1f6b2}", author: null })];
let memory: MemoryReviews;
let stage: Stage;
beforeEach(async () => {
  memory = new MemoryReviews(comments);
  memory.ranges = { "a..b": ["b"] };
  stage = await Stage.open({ reviews: memory });
});
afterEach(() => stage.close());

const post = (route: string, body: unknown) =>
  stage.call(`/reviews/${route}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
const find = { target: "octo/shop#42", commentsFile: null, folder };
const wish = {
  target: sampleTarget,
  comments,
  agent: "codex",
  settings: { sandbox: "read-only" },
  canAnswer: true,
  isResumed: false,
  isForced: false,
};

it("a client has what the server has", async () => {
  const reviews = httpReviews(stage.call);
  expect(await reviews.find(find)).toEqual(sampleTarget);
  expect(await reviews.comments(sampleTarget)).toEqual(await memory.comments(sampleTarget));
  expect(await reviews.commits(sampleTarget, "a..b")).toEqual(["b"]);
  expect(await reviews.diff(sampleTarget)).toBe(memory.wholeDiff);
  expect(await reviews.prepare(wish)).toEqual(await memory.prepare(wish));
  expect(await reviews.report(sampleTarget, comments)).toEqual(await memory.report(sampleTarget, comments));
});

it("a reply is posted once, as it was written", async () => {
  const body = "Done: <b>src/cart.ts</b>\n";
  expect(await httpReviews(stage.call).reply(sampleTarget, 2, body)).toMatchObject({ body, inReplyToId: 2 });
  expect(memory.replies).toEqual([{ comment: 2, body }]);
});

it("the reasons of the server arrive", async () => {
  const reviews = httpReviews(stage.call);
  memory.failure = new SessionError("refused", "GitHub allows no more requests until 10:45 UTC.");
  await expect(reviews.comments(sampleTarget)).rejects.toMatchObject({
    code: "refused",
    message: "GitHub allows no more requests until 10:45 UTC.",
  });
  await expect(reviews.prepare({ ...wish, comments: [] })).rejects.toMatchObject({ code: "bad-use" });
  await expect(reviews.commits(sampleTarget, "x..y")).rejects.toMatchObject({ code: "not-found" });
});

it("paths are absolute, and nothing is taken that is not asked for", async () => {
  const relative = { ...sampleTarget, checkout: { ...sampleTarget.checkout, folder: "shop" } };
  expect((await post("find", { ...find, folder: "shop" })).status).toBe(400);
  expect((await post("find", { ...find, commentsFile: "c.jsonl" })).status).toBe(400);
  for (const [route, more] of [
    ["comments", {}],
    ["diff", {}],
    ["commits", { range: "a..b" }],
    ["report", { comments, run: null }],
    ["reply", { comment: 1, body: "Done" }],
  ] as const)
    expect((await post(route, { target: relative, ...more })).status, route).toBe(400);
  expect((await post("prepare", { ...wish, settings: { cwd: "shop" } })).status).toBe(400);
  expect((await post("comments", { target: sampleTarget, filter: allComments })).status).toBe(400);
  expect((await post("reply", { target: sampleTarget, comment: 1, body: "" })).status).toBe(400);
  expect(memory.replies).toEqual([]);
});

it("a server without reviews has no such address", async () => {
  const without = await Stage.open();
  const answer = await without.call("/reviews/find", { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
  await without.close();
});
