/** Never write files unless redirected. */
const readers = new Set(
  `[ basename cat cd cmp column cut date df diff dirname du echo egrep false fgrep file grep head hexdump id jq ls
  md5sum nl od printenv printf ps pwd readlink realpath rg seq sha1sum sha256sum sleep stat strings tail test tr tree
  true type uname wc which whoami`.split(/\s+/),
);
const gitReaders = new Set(
  "blame cat-file describe diff grep log ls-files ls-tree rev-parse shortlog show status".split(" "),
);
const writingArguments: Readonly<Record<string, RegExp>> = {
  awk: /system\s*\(|^-i|inplace/,
  find: /^-(?:exec|ok|delete|fprint|fls)/,
  sed: /^(?:-\w*i|--in-place)|(?:^|[\s;}/\d])w\s/,
  sort: /^(?:-\w*o|--output)/,
  uniq: /^[^-]/,
};

/** False only if every part is known to only read. */
export function mayWrite(command: string): boolean {
  const commands = simpleCommands(command);
  return commands === null || commands.some((words) => !isReading(words));
}

function isReading(words: readonly string[]): boolean {
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  if (start === -1) return true;
  const [program = "", ...given] = words.slice(start);
  if (readers.has(program)) return true;
  if (program === "git") return gitReaders.has(given[0] ?? "") && !given.some((word) => /^--output/.test(word));
  const writing = writingArguments[program];
  return writing !== undefined && !given.some((word) => writing.test(word));
}

/** Null if something cannot be analysed. */
function simpleCommands(text: string): readonly (readonly string[])[] | null {
  const harmless = text.replace(/(?:\d|&)?>{1,2}\s*\/dev\/null\b|\d?>&\d/g, " ");
  const commands: string[][] = [[]];
  const part = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\([\s\S])|([;&|\n]+)|(\s+)|([^\s;&|'"\\]+)/y;
  let isInWord = false;
  while (part.lastIndex < harmless.length) {
    const found = part.exec(harmless);
    if (!found) return null;
    const [, single, double, escaped, end, blank, bare] = found;
    if (/[<>`()]|\$\(/.test(bare ?? "") || /`|\$\(/.test(double ?? "")) return null;
    const words = commands.at(-1) ?? [];
    if (end !== undefined) commands.push([]);
    else if (blank === undefined) {
      const piece = single ?? double ?? escaped ?? bare ?? "";
      if (isInWord) words.push(`${words.pop() ?? ""}${piece}`);
      else words.push(piece);
    }
    isInWord = end === undefined && blank === undefined;
  }
  return commands.filter((words) => words.length > 0);
}
