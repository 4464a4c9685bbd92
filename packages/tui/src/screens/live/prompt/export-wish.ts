/** What follows `/export`: a file, with or without quotes, and `--force` after it. */
export function exportWish(words: string): { readonly file: string | null; readonly isForced: boolean } {
  const file = words.replace(/(?:^|\s+)--force$/, "");
  const [, quoted] = /^(["'])(.*)\1$/.exec(file)?.slice(1) ?? [];
  const name = quoted ?? file;
  return { file: name === "" ? null : name, isForced: file !== words };
}
