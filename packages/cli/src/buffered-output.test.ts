import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { bufferOutput } from "./buffered-output.ts";
import type { Output } from "./output.ts";

function output(): Output & { readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    write: async (text) => {
      if (text.includes("bad")) throw new Error("closed");
      written.push(text);
    },
    flush: async () => {},
  };
}

test("what comes at once leaves together, in order", async () => {
  const out = output();
  const lines = bufferOutput(out);
  await lines.add("a");
  await lines.add("b");
  expect(out.written).toEqual([]);
  await lines.end();
  expect(out.written).toEqual(["ab"]);
});

test("nothing is held back while the program waits", async () => {
  const out = output();
  const lines = bufferOutput(out);
  await lines.add("a");
  await nextTurn();
  expect(out.written).toEqual(["a"]);
  await lines.add("b");
  await nextTurn();
  expect(out.written).toEqual(["a", "b"]);
});

test("much does not wait, and what fails is told", async () => {
  const out = output();
  const lines = bufferOutput(out);
  await lines.add("x".repeat(20_000));
  expect(out.written).toHaveLength(1);
  await expect(lines.add(`bad${"x".repeat(20_000)}`)).rejects.toThrow("closed");
  await lines.add("bad");
  await expect(lines.end()).rejects.toThrow("closed");
});
