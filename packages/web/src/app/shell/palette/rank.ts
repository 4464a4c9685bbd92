/** How well typed letters fit a title: 0 is best, null is not at all. All words must occur, in any order. */
export function rankOf(typed: string, title: string, hint = ""): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [name, more] = [title.toLowerCase(), hint.toLowerCase()];
  let rank = 0;
  for (const word of words) {
    const place = name.indexOf(word);
    if (place === 0) continue;
    if (place > 0) rank += /[\s:/.-]/.test(name[place - 1] ?? "") ? 1 : 2;
    else if (more.includes(word)) rank += 4;
    else return null;
  }
  return rank;
}

/** The best first; those that fit alike stay in order. */
export function ranked<Entry>(
  entries: readonly Entry[],
  typed: string,
  wordsOf: (entry: Entry) => { readonly title: string; readonly hint?: string | undefined },
  most: number,
): readonly Entry[] {
  return entries
    .flatMap((entry) => {
      const { title, hint } = wordsOf(entry);
      const rank = rankOf(typed, title, hint);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}
