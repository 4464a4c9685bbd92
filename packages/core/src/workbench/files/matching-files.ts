const mostFiles = 20;

/** The paths that fit some letters best, in either case: by file name, then by path, then with other letters between. */
export function matchingFiles(paths: readonly string[], letters: string): readonly string[] {
  const wanted = letters.toLowerCase();
  return paths
    .flatMap((path) => {
      const rank = /\p{Cc}/u.test(path) ? null : rankOf(path.toLowerCase(), wanted);
      return rank === null ? [] : [{ path, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, mostFiles)
    .map(({ path }) => path);
}

/** Null if it does not fit. */
function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(wanted)) return 0;
  if (path.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (path.includes(wanted)) return 3;
  return hasInOrder(path, wanted) ? 4 : null;
}

function hasInOrder(path: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
