import { expect, test } from "vitest";
import { sampleEntry, sampleView } from "../test/sample-view.ts";
import { viewAfter, withEarlier } from "./view-after.ts";

const view = sampleView({ number: 4, entries: [sampleEntry("c"), sampleEntry("d")], earlierCount: 2 });
const idsOf = (one: typeof view | null) => one?.entries.map(({ id }) => id);

test("changes that the view has already are ignored", () => {
  const change = { type: "text", entry: "d", text: "!" } as const;
  expect(viewAfter(view, { type: "change", number: 4, change })).toBe(view);
  expect(viewAfter(view, { type: "change", number: 5, change })?.entries[1]?.item).toMatchObject({
    text: "d!",
  });
  expect(viewAfter(null, { type: "change", number: 5, change })).toBeNull();
});

test("earlier entries come before the others, each once", () => {
  const more = withEarlier(view, [sampleEntry("b"), sampleEntry("c")]);
  expect([idsOf(more), more.earlierCount]).toEqual([["b", "c", "d"], 1]);
  expect(withEarlier(view, []).earlierCount).toBe(0);
});

test("a new view keeps what was loaded before it", () => {
  const loaded = withEarlier(view, [sampleEntry("a"), sampleEntry("b")]);
  const next = viewAfter(loaded, { type: "view", view: { ...view, epoch: "two" } });
  expect([idsOf(next), next?.earlierCount, next?.epoch]).toEqual([["a", "b", "c", "d"], 0, "two"]);
});

test("a view of another conversation keeps nothing", () => {
  const other = sampleView({ entries: [sampleEntry("x")], earlierCount: 9 });
  expect(idsOf(viewAfter(view, { type: "view", view: other }))).toEqual(["x"]);
});
