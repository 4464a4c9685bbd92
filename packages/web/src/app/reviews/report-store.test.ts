import type { CommentReport, RunId } from "@reprise/model";
import { MemoryReviews, sampleComment, sampleTarget } from "@reprise/testkit";
import { expect, test } from "vitest";
import { ReportStore } from "./report-store.ts";

const comment = sampleComment(1);
const reported: CommentReport = { comment, outcome: "changed", changes: [], draft: "Changed line 1." };

function opened(text: string | null = null) {
  const reviews = new MemoryReviews([comment]);
  reviews.reports = [reported];
  const place = {
    text,
    load: () => place.text,
    save(now: string) {
      place.text = now;
    },
  };
  return { reviews, place, store: new ReportStore(reviews, sampleTarget, place) };
}

test("a draft is the report's until it is edited, and what was written outlives the page", async () => {
  const { store, place } = opened();
  await store.load([comment]);
  expect(store.draftOf(1)).toBe("Changed line 1.");
  store.edit(1, "Thanks, done.");
  expect(store.draftOf(1)).toBe("Thanks, done.");
  const again = opened(place.text);
  await again.store.load([comment]);
  expect(again.store.draftOf(1)).toBe("Thanks, done.");
});

test("another run drafts anew", async () => {
  const { store, reviews } = opened();
  await store.load([comment]);
  store.edit(1, "Thanks, done.");
  const report = await reviews.report(sampleTarget, [], "run-2" as RunId);
  reviews.report = async () => report;
  await store.load([comment]);
  expect(store.draftOf(1)).toBe("Changed line 1.");
});

test("a reply is posted once, however often it is clicked", async () => {
  const { store, reviews } = opened();
  await store.load([comment]);
  await Promise.all([store.post(comment, "Done."), store.post(comment, "Done.")]);
  await store.post(comment, "Done.");
  expect(reviews.replies).toEqual([{ comment: 1, body: "Done." }]);
  expect(store.posted.value.get(1)?.body).toBe("Done.");
});

test("a reply that was refused can be posted again", async () => {
  const { store, reviews } = opened();
  await store.load([comment]);
  reviews.failure = new Error("No right to post.");
  await expect(store.post(comment, "Done.")).rejects.toThrow("No right to post.");
  expect(store.posted.value.size).toBe(0);
  expect(store.posting.value.size).toBe(0);
  await store.post(comment, "Done.");
  expect(reviews.replies).toHaveLength(1);
});

test("a failed reading keeps the report, and foreign text in the browser is no draft", async () => {
  const { store, reviews } = opened('{"a":1');
  await store.load([comment]);
  reviews.failure = new Error("Cannot be read.");
  await store.load([comment]);
  expect(store.problem.value).toBe("Cannot be read.");
  expect(store.report.value?.comments).toEqual([reported]);
});
