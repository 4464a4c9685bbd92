export { count, grouped } from "@reprise/model";

/** At most four characters: `999`, `12k`, `3M`. */
export function brief(number: number): string {
  if (number < 1000) return String(number);
  return number < 999_500 ? `${Math.round(number / 1000)}k` : `${Math.round(number / 1_000_000)}M`;
}
