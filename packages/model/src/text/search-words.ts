/** Words in any order, quoted text as it is. */
export function wordsOf(text: string): readonly string[] {
  const parts = [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, quoted]) => (quoted ?? word).trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

/** One letter matches nearly everywhere; one character of a script without spaces is a word. */
export function isSearchable(text: string): boolean {
  const letters = text.replaceAll('"', "").trim();
  return [...letters].length >= 2 || /[\u0590-\u{10ffff}]/u.test(letters);
}
