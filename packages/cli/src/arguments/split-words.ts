import { homeOption, isOptionName, type Option, type OptionName, optionNames, options, spellingOf } from "./options.ts";

export interface Given {
  /** As typed, for messages. */
  readonly spelling: string;
  /** The option's table name; as typed when there is none. */
  readonly name: string;
  readonly value: string | null;
}

interface Words {
  readonly given: readonly Given[];
  readonly operands: readonly string[];
}

/** `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`; `--` ends the options. `own`: the command's options, if known. */
export function splitWords(argv: readonly string[], own: readonly OptionName[] = []): Words {
  const given: Given[] = [];
  const operands: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") {
      operands.push(...argv.slice(at + 1));
      break;
    }
    if (!looksLikeOption(word)) {
      operands.push(word);
      continue;
    }
    const { inline, ...option } = readSpelling(word, own);
    const next = argv[at + 1] ?? "--";
    const takesNext = inline === null && takesValue(option.name) && !looksLikeOption(next);
    if (takesNext) at += 1;
    given.push({ ...option, value: takesNext ? next : inline });
  }
  return { given, operands };
}

function looksLikeOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function takesValue(name: string): boolean {
  return isOptionName(name) && options[name].kind !== "flag";
}

function readSpelling(
  word: string,
  own: readonly OptionName[],
): { spelling: string; name: string; inline: string | null } {
  if (word.startsWith("--")) {
    const equals = word.indexOf("=");
    const spelling = equals < 0 ? word : word.slice(0, equals);
    const typed = spelling.slice(2);
    const isHidden = isOptionName(typed) && spellingOf(typed) !== typed;
    const name = homeOption.test(spelling)
      ? "agent-home"
      : (own.find((one) => spellingOf(one) === typed) ?? (isHidden ? spelling : typed));
    return { spelling, name, inline: equals < 0 ? null : word.slice(equals + 1) };
  }
  const letter = word.slice(1, 2);
  const name = optionNames().find((candidate) => (options[candidate] as Option).short === letter);
  if (name === undefined) return { spelling: word, name: word.slice(1), inline: null };
  const rest = word.slice(2).replace(/^=/, "");
  return { spelling: `-${letter}`, name, inline: rest === "" ? null : rest };
}
