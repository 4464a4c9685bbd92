import { type Marker, partsOf } from "@reprise/model";
import type { Theme, Tone } from "../kernel/theme.ts";

/** Paints the text in the tone, and matches as such. The text must be safe and already fitted. */
export function highlight(text: string, marker: Marker | null, tone: Tone, theme: Theme): string {
  if (marker === null) return theme(tone, text);
  const parts = partsOf(text, marker(text));
  return parts.map((part) => theme(part.isMatch ? "match" : tone, part.text)).join("");
}
