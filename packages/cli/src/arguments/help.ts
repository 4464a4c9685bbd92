import { padEnd } from "../print/width.ts";
import { type CommandName, commandNames, commandSpec } from "./commands.ts";
import { type Option, type OptionName, options } from "./options.ts";

export function helpText(topic: CommandName | "all"): string {
  return topic === "all" ? overview() : commandHelp(topic);
}

function overview(): string {
  const commands = commandNames().map((name): [string, string] => [usage(name), commandSpec(name).summary]);
  const general = (["json", "help", "version"] as const).map(optionRow);
  return page([
    "Reprise lists, searches and shows every coding-agent session on this machine. It only reads.",
    "",
    "Usage: reprise [COMMAND] [OPTIONS]",
    "",
    "Commands (list, when none is given):",
    ...columns(commands),
    "",
    "Options of every command:",
    ...columns(general),
    "",
    "Example: reprise list --all",
    "More:    reprise COMMAND --help",
  ]);
}

function commandHelp(name: CommandName): string {
  const { summary, options: names, notes = [], examples } = commandSpec(name);
  return page([
    `${summary}.`,
    "",
    `Usage: reprise ${usage(name)} [OPTIONS]`,
    "",
    ...columns(names.map(optionRow)),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    ...examples.map((example) => `Example: ${example}`),
  ]);
}

function usage(name: CommandName): string {
  const { operand } = commandSpec(name);
  if (operand === null) return name;
  const word = operand.isRepeated ? `${operand.name}…` : operand.name;
  return `${name} ${operand.isRequired ? word : `[${word}]`}`;
}

function optionRow(name: OptionName): [string, string] {
  const { short, value, choices, summary }: Option = options[name];
  const spelling = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
  return [spelling, choices === undefined ? summary : `${summary}: ${choices.join(", ")}`];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${padEnd(left, width)}  ${right}`);
}

function page(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
