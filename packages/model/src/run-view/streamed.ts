/**
 * What is left to print of a completed text when a part of it has streamed. Agents may leave out parts of what they stream:
 * where the pieces do not make up the text, all of it is printed again.
 */
export function restOfText(
  streamed: string,
  whole: string,
): { readonly text: string; readonly isAgain: boolean } {
  if (whole.startsWith(streamed)) return { text: whole.slice(streamed.length), isAgain: false };
  const isThere = streamed.startsWith(whole.trimEnd());
  return { text: isThere ? "" : whole, isAgain: !isThere };
}
