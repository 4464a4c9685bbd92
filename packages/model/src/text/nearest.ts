/** No mistyped command or option is longer. */
const longestWord = 64;

/** The known word most likely meant, or null when none is close. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > longestWord) return null;
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.round(word.length * 0.4)) + 1;
  for (const candidate of known) {
    const distance = isBeginning(word, candidate) ? 1 : editDistance(word.toLowerCase(), candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function isBeginning(word: string, candidate: string): boolean {
  return word.length >= 2 && candidate.startsWith(word.toLowerCase());
}

/** Insertions, deletions, replacements and swaps of neighbours from one word to the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (isSwap) steps.push((beforeLast[j - 2] ?? 0) + 1);
      row.push(Math.min(...steps));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
