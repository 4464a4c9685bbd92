import type { ExecOutput } from "@reprise/model";

/** Characters of an output that are shown until the person asks for all. */
export const shownCharacters = 20_000;

export interface OutputEnd {
  /** With escape sequences, if it has any. */
  readonly text: string;
  /** Characters before it, without escape sequences. */
  readonly hidden: number;
}

/** The last lines of an output. Cut at a line, so that no escape sequence is torn. */
export function outputEnd({ text, ansi }: ExecOutput, most = shownCharacters): OutputEnd {
  const shown = lastLines(ansi ?? text, most);
  if (ansi === null) return { text: shown, hidden: text.length - shown.length };
  const lines = shown.split("\n").length;
  const plain = text.split("\n").slice(-lines).join("\n");
  return { text: shown, hidden: text.length - plain.length };
}

function lastLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(-most);
  const line = end.indexOf("\n");
  return line === -1 ? end.toWellFormed() : end.slice(line + 1);
}
