import { expect, test } from "vitest";
import { estimateTokens, exactTokens } from "./tokens.ts";

test("an estimate goes by length, a count by the tokenizer", async () => {
  const count = await exactTokens();
  expect(estimateTokens("12345")).toBe(2);
  expect(count("hello world")).toBe(2);
  expect(count("")).toBe(0);
});

test("control tokens and lone surrogates are text", async () => {
  const count = await exactTokens();
  expect(count("<|endoftext|>")).toBeGreaterThan(1);
  expect(count("a\ud800b")).toBeGreaterThan(0);
});
