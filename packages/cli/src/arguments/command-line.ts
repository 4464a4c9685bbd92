import { shellWord } from "../print/words.ts";
import { type CommandName, commandSpec } from "./commands.ts";
import { homeSaid, type OptionName, spellingOf, type Values } from "./options.ts";

/** The command line that says these values: ready to be copied. */
export function commandLine(command: CommandName, values: Values, operands: readonly string[] = []): string {
  const said = commandSpec(command).options.flatMap((name) => wordsFor(name, values[name]));
  return ["reprise", command, ...[...said, ...operands].map(shellWord)].join(" ");
}

/** Operands as they have to be said again: one that begins with a dash needs the mark that ends the options. */
export function operandWords(operands: readonly string[]): string[] {
  return operands.some((word) => word.startsWith("-") && word !== "-") ? ["--", ...operands] : [...operands];
}

function wordsFor(name: OptionName, value: Values[OptionName]): string[] {
  if (value === false || value === null) return [];
  if (value === true) return [`--${spellingOf(name)}`];
  if (typeof value === "object") return value.flatMap((one) => wordsFor(name, one));
  const home = name === "agent-home" ? homeSaid(String(value)) : null;
  const spelling = home ? `${home.agent}-home` : name;
  const text = home?.path ?? String(value);
  return text.startsWith("-") ? [`--${spelling}=${text}`] : [`--${spelling}`, text];
}
