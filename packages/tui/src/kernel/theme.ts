/** The meaning of a piece of text; the theme decides its look. Meaning never depends on colour alone. */
export type Tone =
  | "plain"
  | "bold"
  | "dim"
  | "highlight"
  | "good"
  | "bad"
  | "warn"
  | "accent"
  | "match"
  | "added"
  | "removed";

export interface Theme {
  (tone: Tone, text: string): string;
  readonly hasColor: boolean;
  /** Whether `clickable` marks text. */
  readonly isClickable: boolean;
}

/** Sixteen colours, so that the user's palette keeps them readable on light and dark. */
const codes: Readonly<Record<Tone, readonly [string, string]>> = {
  plain: ["", ""],
  bold: ["1", "22"],
  dim: ["2", "22"],
  highlight: ["30;46", "39;49"],
  good: ["32", "39"],
  bad: ["31", "39"],
  warn: ["33", "39"],
  accent: ["36", "39"],
  match: ["30;43", "39;49"],
  added: ["32", "39"],
  removed: ["31", "39"],
};

/** Without colour, the selection is shown in reverse and the rest in words. */
const withoutColor: Readonly<Partial<Record<Tone, readonly [string, string]>>> = {
  bold: ["1", "22"],
  dim: ["2", "22"],
  highlight: ["7", "27"],
  match: ["4", "24"],
};

export function makeTheme(options: { readonly hasColor: boolean }): Theme {
  const table = options.hasColor ? codes : withoutColor;
  const paint = (tone: Tone, text: string): string => {
    const code = table[tone];
    return code === undefined || code[0] === "" || text === "" ? text : `\x1b[${code[0]}m${text}\x1b[${code[1]}m`;
  };
  return Object.assign(paint, { hasColor: options.hasColor, isClickable: true });
}

/** Plain text: for tests and for terminals without any styling. */
export const bareTheme: Theme = Object.assign((_: Tone, text: string) => text, {
  hasColor: false,
  isClickable: false,
});
