import { allComments, type ReviewFilter, SessionError, type Timestamp } from "@reprise/model";
import { MemoryReviews, sampleComment } from "@reprise/testkit";
import { expect, test } from "vitest";
import { ReviewStore } from "./review-store.ts";

const wish = { target: "octo/shop#42", commentsFile: null, folder: "/srv/shop" };
const comments = [
  sampleComment(1, { resolved: true }),
  sampleComment(2, { author: "hubot", commitSha: "c1" }),
  sampleComment(3, { filePath: "src/z.ts" }),
];

async function opened(filter: Partial<ReviewFilter> = {}) {
  const reviews = new MemoryReviews(comments);
  const store = new ReviewStore(reviews, wish, { ...allComments, ...filter });
  await store.open();
  return { reviews, store };
}

const ids = (store: ReviewStore) => store.shown.value.list.map(({ id }) => id);

test("the first comment is chosen, and keys move to the ends and no further", async () => {
  const { store } = await opened();
  expect(store.shown.value.chosen).toBe(1);
  store.move(-1);
  expect(store.shown.value.chosen).toBe(1);
  store.move(Number.POSITIVE_INFINITY);
  expect(store.shown.value.chosen).toBe(3);
  store.move(1);
  expect(store.shown.value.chosen).toBe(3);
});

test("a refresh keeps the chosen comment, wherever it is now", async () => {
  const { reviews, store } = await opened();
  store.choose(2);
  reviews.list = [sampleComment(0, { lineNumber: 0 }), ...comments];
  await store.refresh();
  expect(ids(store)).toEqual([0, 1, 2, 3]);
  expect(store.shown.value.chosen).toBe(2);
});

test("the one that took its place is chosen when it is gone; none when none is left", async () => {
  const { reviews, store } = await opened();
  store.choose(2);
  reviews.list = comments.filter(({ id }) => id !== 2);
  await store.refresh();
  expect(store.shown.value.chosen).toBe(3);
  reviews.list = [];
  await store.refresh();
  expect(store.shown.value.chosen).toBeNull();
});

test("a failed refresh keeps the comments and says why until one succeeds", async () => {
  const { reviews, store } = await opened();
  reviews.failure = new Error("The server does not answer.");
  await store.refresh();
  expect(ids(store)).toEqual([1, 2, 3]);
  expect(store.problem.value).toMatchObject({ message: "The server does not answer.", until: null });
  store.choose(2);
  await store.filterBy({ state: "unresolved" });
  expect(store.problem.value).not.toBeNull();
  await store.refresh();
  expect(store.problem.value).toBeNull();
});

test("a limit is waited for, unless the person asks", async () => {
  const { reviews, store } = await opened();
  const resetsAt = "2026-02-15T10:45:00.000Z" as Timestamp;
  reviews.failure = new SessionError("refused", "Too many requests.", { resetsAt });
  await store.refresh();
  expect(store.problem.value?.until).toBe(resetsAt);
  const before = reviews.fetchCount;
  await store.refreshByItself(new Date("2026-02-15T10:44:59Z"));
  expect(reviews.fetchCount).toBe(before);
  await store.refreshByItself(new Date("2026-02-15T10:45:00Z"));
  expect(reviews.fetchCount).toBe(before + 1);
});

test("a name that means nothing is a problem that can be tried again", async () => {
  const reviews = new MemoryReviews(comments);
  reviews.failure = new SessionError("ambiguous", "Which one?", { candidates: ["a/b#42", "c/d#42"] });
  const store = new ReviewStore(reviews, wish, allComments);
  await store.open();
  expect(store.target.value).toBeNull();
  expect(store.problem.value?.candidates).toEqual(["a/b#42", "c/d#42"]);
  await store.open();
  expect(ids(store)).toEqual([1, 2, 3]);
});

test("filters hold together", async () => {
  const { store } = await opened({ state: "unresolved" });
  expect(ids(store)).toEqual([2, 3]);
  await store.filterBy({ reviewer: "HUBOT" });
  expect(ids(store)).toEqual([2]);
  await store.filterBy({ file: "src/z.ts" });
  expect(ids(store)).toEqual([]);
  await store.filterBy(allComments);
  expect(ids(store)).toEqual([1, 2, 3]);
});

test("a range counts once its commits are known; an unknown one changes nothing", async () => {
  const { reviews, store } = await opened();
  reviews.ranges = { "a..b": ["c1"] };
  await store.filterBy({ range: "a..b" });
  expect(ids(store)).toEqual([2]);
  await store.filterBy({ range: "x..y" });
  expect(store.rangeProblem.value).toContain("x..y is not a range");
  expect(store.shown.value.filter.range).toBe("a..b");
  expect(ids(store)).toEqual([2]);
  await store.filterBy({ range: null });
  expect(store.rangeProblem.value).toBeNull();
  expect(ids(store)).toEqual([1, 2, 3]);
});

test("the range of an address is looked up, and shows everything where it means nothing", async () => {
  const reviews = new MemoryReviews(comments);
  reviews.ranges = { "a..b": ["c1"] };
  const store = new ReviewStore(reviews, wish, { ...allComments, range: "a..b" });
  await store.open();
  expect(ids(store)).toEqual([2]);
  const { store: other } = await opened({ range: "x..y" });
  expect(ids(other)).toEqual([1, 2, 3]);
  expect(other.rangeProblem.value).not.toBeNull();
});
