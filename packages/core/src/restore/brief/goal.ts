import type { Digest, Excerpt } from "./digest.ts";
import { fenced } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import type { Fill } from "./section.ts";
import { squeezed } from "./squeeze.ts";

export function goalSection({ goal }: Digest, measure: Measure): Fill {
  return (most) => quoted(goal?.text ?? null, most, measure);
}

export function summarySection({ summary }: Digest, measure: Measure): Fill {
  return (most) => quoted(summary?.text ?? null, most, measure);
}

function quoted(text: Excerpt | null, most: number, measure: Measure): readonly string[] | null {
  if (text === null) return null;
  const lines = squeezed(text, most - 4, measure);
  return lines && fenced(lines);
}
