/** `3 sessions`, `1 session`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** `10,000`. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** At most four characters: `999`, `12k`, `3M`. */
export function brief(number: number): string {
  if (number < 1000) return String(number);
  return number < 999_500 ? `${Math.round(number / 1000)}k` : `${Math.round(number / 1_000_000)}M`;
}
