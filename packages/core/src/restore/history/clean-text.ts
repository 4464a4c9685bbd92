/** Longer texts lose their middle. */
export const mostCharacters = 200_000;

interface Cleaned {
  readonly text: string;
  readonly isCut: boolean;
}

/** No NUL, no lone surrogate, bounded length. */
export function clean(text: string, most: number = mostCharacters): Cleaned {
  const whole = (text.includes("\0") ? text.replaceAll("\0", "␀") : text).toWellFormed();
  if (whole.length <= most) return { text: whole, isCut: false };
  const half = Math.floor(most / 2);
  const left = whole.length - 2 * half;
  const stub = `\n[… ${left} characters left out …]\n`;
  // The cut may have split a pair.
  return { text: `${whole.slice(0, half)}${stub}${whole.slice(-half)}`.toWellFormed(), isCut: true };
}

/** Agents truncate longer outputs, some silently. */
export function cleanOutput(text: string, most: number = mostCharacters): Cleaned {
  return clean(text, Math.min(most, Buffer.byteLength(text) === text.length ? 40_000 : 13_000));
}

/** Cleans every string and key. `isCut`: one was truncated. */
export function cleanValue(given: unknown, most: number = mostCharacters): { value: unknown; isCut: boolean } {
  let isCut = false;
  const cleaned = (text: string): string => {
    const told = clean(text, most);
    isCut ||= told.isCut;
    return told.text;
  };
  const within = (value: unknown): unknown => {
    if (typeof value === "string") return cleaned(value);
    if (Array.isArray(value)) return value.map(within);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleaned(name), within(part)]));
  };
  return { value: within(given), isCut };
}
