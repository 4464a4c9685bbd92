/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** By length: near enough to plan with, never to promise with. Letters beyond ASCII weigh more. */
export const estimateTokens: CountTokens = (text) => {
  const extraBytes = Buffer.byteLength(text) - text.length;
  return Math.ceil(text.length / 4 + extraBytes / 2.5);
};

/** With the tokenizer of today's GPT models; other vendors' count within a tenth or two of it. Loaded when it is needed. */
export async function exactTokens(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // What looks like a control token is text like any other.
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}
