/** UTF-16 units that one place of a pattern accepts. */
export interface CharacterSet {
  has(code: number): boolean;
}

export type Range = readonly [first: number, last: number];

export const digits: readonly Range[] = [[48, 57]];
export const wordParts: readonly Range[] = [...digits, [65, 90], [95, 95], [97, 122]];
/** As `\s` of JavaScript. */
export const blanks: readonly Range[] = [
  [9, 13],
  [32, 32],
  [160, 160],
  [5760, 5760],
  [8192, 8202],
  [8232, 8233],
  [8239, 8239],
  [8287, 8287],
  [12288, 12288],
  [65279, 65279],
];
export const lineEnds: readonly Range[] = [
  [10, 10],
  [13, 13],
  [8232, 8233],
];

export function setOf(ranges: readonly Range[], { isNegated = false, ignoresCase = false } = {}): CharacterSet {
  const isIn = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
  const has = (code: number) => (isIn(code) || (ignoresCase && isIn(otherCase(code)))) !== isNegated;
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number(has(code)));
  return { has: (code) => (code < 128 ? ascii[code] === 1 : has(code)) };
}

export function otherRanges(ranges: readonly Range[]): readonly Range[] {
  const others: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) others.push([next, first - 1]);
    next = last + 1;
  }
  others.push([next, 0xffff]);
  return others;
}

/** Of ASCII letters only: other scripts are compared as they are. */
function otherCase(code: number): number {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isLetter ? code ^ 32 : code;
}
