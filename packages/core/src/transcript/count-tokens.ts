export type CountTokens = (text: string) => number;

/** An estimate by length, for planning. Non-ASCII letters weigh more. */
export const estimateTokens: CountTokens = (text) => {
  const extraBytes = Buffer.byteLength(text) - text.length;
  return Math.ceil(text.length / 4 + extraBytes / 2.5);
};

/** The larger count of both GPT tokenizers. Quadratic for long runs of characters: avoid those. */
export async function mostTokens(): Promise<CountTokens> {
  const [{ countTokens: today }, { countTokens: former }] = await Promise.all([
    import("gpt-tokenizer/encoding/o200k_base"),
    import("gpt-tokenizer/encoding/cl100k_base"),
  ]);
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => Math.max(today(text, options), former(text, options));
}
