/** Without its label. */
export interface Secret {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Called where a pair of characters was seen; `index` is the second one's. */
export type Finder = (text: string, index: number) => Found | null;

export interface Found {
  /** In order; several if quotes between pieces must stay. */
  readonly secrets: readonly Secret[];
  /** Start of a value that the end of the text may truncate, or null. */
  readonly openFrom: number | null;
}

export function nothing(openFrom: number | null): Found | null {
  return openFrom === null ? null : { secrets: [], openFrom };
}

export function found(kind: string, start: number, end: number, openFrom: number | null = null): Found {
  return { secrets: [{ kind, start, end }], openFrom };
}

export function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Starts a colour code. */
export const escapeSign = String.fromCharCode(27);
const escapeBefore = new RegExp(
  `(?:\\\\[nrtbf0]|\\\\u[0-9a-fA-F]{4}|\\\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|(?:${escapeSign}|\\\\u001b|\\\\x1b|\\\\e|\\\\033)\\[[0-9;]{0,12}[A-Za-z])$`,
);

/** True where a word can start: also after a JSON `\n`, a colour code or a percent escape. */
export function startsWord(text: string, index: number): boolean {
  if (index === 0) return true;
  const before = text.charCodeAt(index - 1);
  if (!isLetterOrDigit(before) && before !== 95) return true;
  return before !== 95 && escapeBefore.test(text.slice(Math.max(0, index - 24), index));
}
