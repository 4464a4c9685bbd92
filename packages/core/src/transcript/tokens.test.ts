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

test("prose is counted as by the tokenizer, a run without a break at most a little higher", async () => {
  const count = await exactTokens();
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const prose =
    "The quick brown fox (it's 12 years old) jumps over\n\n  the lazy dog; naïve 🎉 façade.\n".repeat(200);
  expect(count(prose)).toBe(countTokens(prose));
  for (const run of ["a".repeat(5000), "漢字".repeat(2500), "🎉".repeat(2500), "-".repeat(5000)]) {
    const exact = countTokens(run);
    expect(count(run)).toBeGreaterThanOrEqual(exact);
    expect(count(run)).toBeLessThanOrEqual(exact * 1.02 + 10);
  }
});
