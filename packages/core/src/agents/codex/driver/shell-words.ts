import { commandText } from "../read/call.ts";

/** The server's command line in the form of the rollout reader: for `bash -lc SCRIPT`, the script. */
export function scriptOf(commandLine: string): string {
  const words = shellWords(commandLine);
  return words === null ? commandLine : commandText(words);
}

/** The command line to show in a request. Omits only the usual shells around a script: anything else that would run is part of the decision. */
export function shownCommand(commandLine: string): string {
  const words = shellWords(commandLine);
  const isUsual = words?.length === 3 && usualShell.test(words[0] ?? "") && /^-l?c$/.test(words[1] ?? "");
  return isUsual ? (words[2] ?? "") : commandLine;
}

const usualShell = /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:bash|zsh|sh)$/;

/** Unquotes a command line; null if a shell could not parse it. */
export function shellWords(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  const pattern = /\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)|(['"\\])/g;
  for (const [piece, single, double, escaped, plain, unfinished] of line.matchAll(pattern)) {
    if (unfinished !== undefined) return null;
    const text = single ?? double?.replace(/\\([$`"\\\n])/g, "$1") ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? "") + text;
    else if (word !== null && piece !== "") {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}
