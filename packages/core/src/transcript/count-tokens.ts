/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** By length: near enough to plan with, never to promise with. Letters beyond ASCII weigh more. */
export const estimateTokens: CountTokens = (text) => {
  const extraBytes = Buffer.byteLength(text) - text.length;
  return Math.ceil(text.length / 4 + extraBytes / 2.5);
};

/**
 * The larger of the counts of today's and of the former GPT tokenizer, of the whole text: a promise that holds for both. For texts
 * without long runs of characters, for which the tokenizers take quadratic time.
 */
export async function mostTokens(): Promise<CountTokens> {
  const [{ countTokens: today }, { countTokens: former }] = await Promise.all([
    import("gpt-tokenizer/encoding/o200k_base"),
    import("gpt-tokenizer/encoding/cl100k_base"),
  ]);
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => Math.max(today(text, options), former(text, options));
}
