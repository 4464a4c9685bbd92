/**
 * The rest to print of a completed text after part of it streamed. Agents may skip parts while streaming: if the pieces do
 * not match the text, all of it is printed again.
 */
export function restOfText(streamed: string, whole: string): { readonly text: string; readonly isAgain: boolean } {
  if (whole.startsWith(streamed)) return { text: whole.slice(streamed.length), isAgain: false };
  const isThere = streamed.startsWith(whole.trimEnd());
  return { text: isThere ? "" : whole, isAgain: !isThere };
}
