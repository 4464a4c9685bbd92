import type { Item } from "@reprise/model";
import { expect, it } from "vitest";
import { aroundMatch } from "./around-match.ts";

const said = (text: string): Item => ({
  id: "i",
  at: null,
  kind: "reply",
  text,
  origin: { file: "/x", line: 1, byteOffset: 0 },
});
const signal = new AbortController().signal;
const textOf = (item: Item | null) => (item?.kind === "reply" ? item.text : "");

it("cuts a long text to the part around its first match, wherever that is", async () => {
  for (const at of [10, 5_000, 199_995, 200_000, 1_234_567]) {
    const text = `${"x ".repeat(at / 2)}a café here${" y".repeat(50_000)} cafe`;
    const part = textOf(await aroundMatch(said(text), 4_000, ["cafe"], signal));
    expect(part).toContain("a café here");
    if (at > 4_000) expect(part.length).toBeLessThan(4_000);
  }
});

it("leaves a short text, and one without a match, as they are", async () => {
  const short = said("a café");
  expect(await aroundMatch(short, 4_000, ["cafe"], signal)).toBe(short);
  const other = said("x".repeat(500_000));
  expect(await aroundMatch(other, 4_000, ["cafe"], signal)).toBe(other);
});

it("finds it in the output of a command and in the input of a tool", async () => {
  const command = { ...said(""), kind: "command", command: "cat", output: `${"x".repeat(9_000)} café` };
  const part = await aroundMatch(command as unknown as Item, 4_000, ["cafe"], signal);
  expect(part?.kind === "command" && part.output?.endsWith("x café")).toBe(true);
  const tool = {
    ...said(""),
    kind: "tool",
    name: "t",
    output: null,
    input: { a: `${"x".repeat(9_000)} café` },
  };
  const input = await aroundMatch(tool as unknown as Item, 4_000, ["cafe"], signal);
  expect(input?.kind === "tool" && input.input).toMatch(/^…x+ café/);
});

it("ends when it is aborted", async () => {
  const text = `${"x".repeat(900_000)} café`;
  expect(await aroundMatch(said(text), 4_000, ["cafe"], AbortSignal.abort())).toBeNull();
});
