import type { WorkbenchNews } from "@reprise/model";
import type { WorkbenchChannel } from "@reprise/web/client";
import { expect, test, vi } from "vitest";
import { sampleEntry, sampleView } from "../test/sample-view.ts";
import { WorkbenchStore } from "./workbench-store.ts";

type Position = Parameters<WorkbenchChannel["news"]>[0];

/** A connection that plays the given news and is then lost; the last one stays open. */
function channelOf(connections: readonly (readonly WorkbenchNews[])[], since: Position[]) {
  let next = 0;
  const unused = () => Promise.reject(new Error("not used"));
  const channel: WorkbenchChannel = {
    async *news(position, signal) {
      since.push(position);
      yield* connections[next++] ?? [];
      if (next < connections.length) throw new Error("lost");
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    },
    earlier: async () => [sampleEntry("a")],
    output: unused,
    document: unused,
    act: unused,
    files: unused,
    keepImage: unused,
  };
  return channel;
}

const change = (number: number, text: string): WorkbenchNews => ({
  type: "change",
  number,
  change: { type: "text", entry: "b", text },
});

test("the store connects again by itself, from the last number it has", async () => {
  const since: Position[] = [];
  const view = sampleView({ entries: [sampleEntry("b")], earlierCount: 1 });
  const channel = channelOf(
    [
      [{ type: "view", view }, change(1, "1")],
      [change(1, "1"), change(2, "2")],
    ],
    since,
  );
  const store = new WorkbenchStore(
    () => channel,
    (run) => queueMicrotask(run),
  );
  const ending = new AbortController();
  const over = store.follow(ending.signal);
  await vi.waitFor(() => expect(store.view.value?.entries[0]?.item).toMatchObject({ text: "b12" }));
  expect(store.link.value).toBe("open");
  expect(since).toEqual([undefined, { epoch: "one", number: 1 }]);
  await store.loadEarlier();
  expect(store.view.value?.entries.map(({ id }) => id)).toEqual(["a", "b"]);
  ending.abort();
  await over;
});

test("after a lost connection nothing counts as connected before the server has sent its state", async () => {
  const [since, view] = [[] as Position[], sampleView({ entries: [sampleEntry("b")] })];
  const known = { ...view, epoch: "two" };
  const next = Promise.withResolvers<void>();
  const channel: WorkbenchChannel = {
    ...channelOf([], []),
    async *news(position, signal) {
      since.push(position);
      if (since.length > 1) await next.promise;
      yield { type: "view", view: since.length > 1 ? known : view };
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    },
  };
  let tell: (state: "offline" | "live") => void = () => undefined;
  const store = new WorkbenchStore(
    (onState) => {
      tell = onState;
      return channel;
    },
    (run) => queueMicrotask(run),
  );
  const ending = new AbortController();
  const over = store.follow(ending.signal);
  await vi.waitFor(() => expect(store.link.value).toBe("open"));
  tell("offline");
  expect(store.link.value).toBe("lost");
  await vi.waitFor(() => expect(since).toHaveLength(2));
  // Another server has answered a request, and not yet said that its agent is gone.
  tell("live");
  expect(store.link.value).toBe("lost");
  next.resolve();
  await vi.waitFor(() => expect(store.link.value).toBe("open"));
  expect(store.view.value?.epoch).toBe("two");
  ending.abort();
  await over;
});
