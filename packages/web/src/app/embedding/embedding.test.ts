import { expect, it } from "vitest";
import { embeddingIn } from "./embedding.ts";
import type { PageMessage } from "./protocol.ts";

type Listener = (event: { data?: unknown }) => void;

/** A window that a program shows, with a state it has saved. */
function windowWith(state: unknown) {
  const posted: PageMessage[] = [];
  const saved: unknown[] = [];
  const listeners = new Map<string, Listener>();
  const window = {
    repriseHost: {
      postMessage: (message: PageMessage) => void posted.push(message),
      getState: () => state,
      setState: (next: unknown) => void saved.push(next),
    },
    location: { hash: "" },
    document: {
      querySelector: () => ({ getAttribute: () => "/?folder=%2Fwork" }),
      addEventListener: () => {},
      removeEventListener: () => {},
    },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  };
  return { window, posted, saved, receive: (data: unknown) => listeners.get("message")?.({ data }) };
}

it("there is no embedding in a browser", () => {
  const { repriseHost, ...browser } = windowWith(null).window;
  expect(embeddingIn(browser)).toBeNull();
});

it("a new panel starts with the folder of its window, one that was loaded again where it was", () => {
  for (const [state, address] of [
    [undefined, "/?folder=%2Fwork"],
    [{ route: 7 }, "/?folder=%2Fwork"],
    [{ route: "#/usage" }, "#/usage"],
  ] as const) {
    const { window, posted } = windowWith(state);
    expect(embeddingIn(window)?.startRoute).toBe("/?folder=%2Fwork");
    expect(window.location.hash).toBe(address);
    expect(posted).toEqual([{ type: "start" }]);
  }
});

it("the program can lead to another route; other messages are ignored", () => {
  const { window, saved, receive } = windowWith(null);
  const embedding = embeddingIn(window);
  for (const message of [null, "show", { type: "unknown" }, { type: "show", route: "/status" }]) receive(message);
  expect(window.location.hash).toBe("/status");
  embedding?.saveRoute("#/status");
  expect(saved).toEqual([{ route: "#/status" }]);
});

it("files and diffs are opened by the program", () => {
  const { window, posted } = windowWith(null);
  const embedding = embeddingIn(window);
  embedding?.openFile({ path: "a.ts", line: 3 });
  embedding?.openDiff({ path: "a.ts", title: "a.ts", before: "1", after: null });
  expect(posted.slice(1)).toEqual([
    { type: "open-file", path: "a.ts", line: 3 },
    { type: "open-diff", path: "a.ts", title: "a.ts", before: "1", after: null },
  ]);
});
