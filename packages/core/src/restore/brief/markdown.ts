/** A fence longer than any run of backticks in the content, so that nothing inside can end it. */
export function fenced(lines: readonly string[]): readonly string[] {
  const fence = "`".repeat(Math.max(2, longestRun(lines)) + 1);
  return [fence, ...lines, fence];
}

export function codeSpan(text: string): string {
  const mark = "`".repeat(longestRun([text]) + 1);
  const space = /^`|`$|^ .* $/.test(text) || text === "" ? " " : "";
  return `${mark}${space}${text}${space}${mark}`;
}

function longestRun(lines: readonly string[]): number {
  let longest = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  }
  return longest;
}
