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
  const disallowedSpecial = new Set<string>();
  return (text) => {
    let sum = 0;
    for (let at = 0; at < text.length; ) {
      const end = endOfPiece(text, at);
      sum += countTokens(text.slice(at, end), { disallowedSpecial });
      at = end;
    }
    return sum;
  };
}

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

const longestPiece = 2000;
const longestRun = 500;
const betweenWords = /[\p{L}\p{N}](?= \p{L})/gu;

/**
 * The tokenizer takes quadratic time for a run without a break, so it gets pieces: up to the last gap between two words,
 * where a token ends anyway, else a number of characters, where one token may count as two.
 */
function endOfPiece(text: string, start: number): number {
  if (text.length - start <= longestPiece) return text.length;
  let gap = -1;
  for (const { index, 0: word } of text.slice(start, start + longestPiece).matchAll(betweenWords))
    gap = index + word.length;
  if (gap !== -1) return start + gap;
  const end = start + longestRun;
  const isBetweenSurrogates = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isBetweenSurrogates ? end + 1 : end;
}
