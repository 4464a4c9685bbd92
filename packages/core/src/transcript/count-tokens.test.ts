import { countTokens as former } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as today } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens, mostTokens } from "./count-tokens.ts";

test("an estimate goes by length, a count by the tokenizers", async () => {
  const count = await mostTokens();
  expect(estimateTokens("12345")).toBe(2);
  expect(count("hello world")).toBe(2);
  expect(count("")).toBe(0);
});

test("control tokens and lone surrogates are text", async () => {
  const count = await mostTokens();
  expect(count("<|endoftext|>")).toBeGreaterThan(1);
  expect(count("a\ud800b")).toBeGreaterThan(0);
});

test("a count holds for both tokenizers", async () => {
  const count = await mostTokens();
  const prose = "The quick brown fox (it's 12 years old) jumps over\n\n  the lazy dog; naïve 🎉 façade.\n".repeat(200);
  expect(count(prose)).toBe(Math.max(today(prose), former(prose)));
});
