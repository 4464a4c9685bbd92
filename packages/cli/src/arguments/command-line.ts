import { shellWord } from "../print/words.ts";
import { type CommandName, commandSpec } from "./commands.ts";
import { homeSaid, type OptionName, spellingOf, type Values } from "./options.ts";

/** The command line for these values, ready to copy. */
export function commandLine(command: CommandName, values: Values, operands: readonly string[] = []): string {
  const said = commandSpec(command).options.flatMap((name) => wordsFor(name, values[name]));
  return ["reprise", command, ...[...said, ...operands].map(shellWord)].join(" ");
}

/** Operands ready to repeat: one that starts with a dash needs `--` before it. */
export function operandWords(operands: readonly string[]): string[] {
  return operands.some((word) => word.startsWith("-") && word !== "-") ? ["--", ...operands] : [...operands];
}

function wordsFor(name: OptionName, value: Values[OptionName]): string[] {
  if (value === false || value === null) return [];
  if (value === true) return [`--${spellingOf(name)}`];
  if (typeof value === "object") return value.flatMap((one) => wordsFor(name, one));
  const home = name === "agent-home" ? homeSaid(String(value)) : null;
  const spelling = home ? `${home.agent}-home` : spellingOf(name);
  const text = home?.path ?? String(value);
  return text.startsWith("-") ? [`--${spelling}=${text}`] : [`--${spelling}`, text];
}
