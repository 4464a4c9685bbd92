export type Tone = "dim" | "bold" | "red" | "green" | "yellow" | "blue" | "cyan";
/** Colours safe text; returns it unchanged where colours are off. */
export type Paint = (tone: Tone, text: string) => string;

const codes: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
};

export const plain: Paint = (_tone, text) => text;

/** Line by line, so that a pager that cuts lines shows no stray colour. */
export const coloured: Paint = (tone, text) => {
  const [on, off] = codes[tone];
  return text.replace(/[^\n]+/g, (line) => `\u001b[${on}m${line}\u001b[${off}m`);
};
