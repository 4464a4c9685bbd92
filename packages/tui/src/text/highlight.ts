import type { Theme, Tone } from "../kernel/theme.ts";

/** Matches the text as typed, or any of its words. Null if empty. */
export function searchPattern(text: string): RegExp | null {
  const words = text.split(/[\s"]+/).filter((word) => word !== "");
  const whole = text.trim();
  const wanted = [whole, ...words].filter((word) => word !== "").sort((a, b) => b.length - a.length);
  return wanted.length === 0 ? null : new RegExp([...new Set(wanted)].map(escaped).join("|"), "giu");
}

/** Paints the text in the tone, and matches as such. The text must be safe and already fitted. */
export function highlight(text: string, sought: RegExp | null, tone: Tone, theme: Theme): string {
  if (sought === null) return theme(tone, text);
  let painted = "";
  let end = 0;
  for (const found of text.matchAll(sought)) {
    painted += theme(tone, text.slice(end, found.index)) + theme("match", found[0]);
    end = found.index + found[0].length;
  }
  return painted + theme(tone, text.slice(end));
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
