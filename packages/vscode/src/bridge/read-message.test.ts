import { expect, it } from "vitest";
import { readMessage } from "./read-message.ts";

const request = { type: "request", id: 1, path: "/sessions", method: "GET", headers: {}, body: null };

it("messages of the page are read, without anything that does not belong to them", () => {
  expect(readMessage({ ...request, token: "x" })).toEqual(request);
  expect(readMessage({ ...request, body: new Uint8Array([1]).buffer })).toEqual({
    ...request,
    body: new Uint8Array([1]),
  });
  expect(readMessage({ type: "taken", id: 3 })).toEqual({ type: "taken", id: 3 });
  expect(readMessage({ type: "open-file", path: "a.ts", line: 7 })).toEqual({
    type: "open-file",
    path: "a.ts",
    line: 7,
  });
  expect(readMessage({ type: "open-file", path: "a.ts", line: -1 })).toEqual({
    type: "open-file",
    path: "a.ts",
    line: null,
  });
  const diff = { type: "open-diff", path: "a.ts", title: "a.ts", before: "1", after: null };
  expect(readMessage(diff)).toEqual(diff);
});

it("anything else is no message", () => {
  for (const value of [
    ...[null, undefined, "start", 1, [], {}],
    ...[{ type: "unknown" }, { type: "cancel" }, { type: "taken", id: "1" }],
    ...[
      { ...request, id: 1.5 },
      { ...request, path: 1 },
      { ...request, headers: { a: 1 } },
      { ...request, body: "x" },
    ],
    ...[
      { type: "open-file", path: "" },
      { type: "open-diff", path: "a", title: "a", before: 1, after: null },
    ],
  ])
    expect(readMessage(value)).toBeNull();
});
