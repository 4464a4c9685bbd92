import { type AgentProgram, builtInAgents } from "@reprise/core";
import type { Agent } from "@reprise/model";
import { padEnd } from "../print/width.ts";
import { type CommandName, commandGroups, commandSpec, commandsOf } from "./commands.ts";
import { choicesOf, type Option, type OptionName, options, spellingOf } from "./options.ts";
import type { HelpTopic } from "./parse.ts";

export function helpText(topic: HelpTopic, registered: readonly AgentProgram[] = builtInAgents): string {
  const agents = registered.map(({ agent }) => agent);
  if (topic === "overview") return overview();
  if (topic === "all") return everyCommand(agents);
  return typeof topic === "string" ? commandHelp(topic, agents) : groupHelp(topic.group);
}

/** What fits on any screen. */
function overview(): string {
  const groups = Object.entries(commandGroups).map(([group, names]): [string, string] => [
    group,
    [...new Set(names.map((name) => name.split(" ")[0]))].join(" · "),
  ]);
  return page([
    "Reprise finds, reads and continues every coding-agent session on this machine.",
    "",
    "Usage: reprise [COMMAND] [OPTIONS]     without a command: the app on this project",
    "       reprise -c [PROMPT]             continues the newest session",
    "",
    ...columns(groups),
    "",
    "More: reprise COMMAND --help · every command: reprise --help --all",
  ]);
}

function everyCommand(agents: readonly Agent[]): string {
  const rowOf = (name: CommandName): [string, string] => [usage(name), commandSpec(name).summary];
  const width = Math.max(...Object.values(commandGroups).flatMap((names) => names.map((name) => usage(name).length)));
  const commands = Object.entries(commandGroups).flatMap(([group, names]) => [
    `${group}:`,
    ...columns(names.map(rowOf), width),
    "",
  ]);
  const general = (["json", "help", "version"] as const).map((name) => optionRow(name, agents));
  return page([
    "Reprise lists, searches, shows and continues every coding-agent session on this machine.",
    "",
    "Usage: reprise [COMMAND] [OPTIONS]",
    "",
    "Without a command it opens the app on this project's sessions (--all: every project; --plain: line by line);",
    "without a terminal, or with filters, it lists them. `reprise -c [PROMPT]` continues the newest one.",
    "",
    ...commands,
    "Options of every command:",
    ...columns(general),
    "",
    "Example: reprise list --all",
    '         reprise run "fix the flaky test"',
    "More:    reprise COMMAND --help",
  ]);
}

function groupHelp(group: string): string {
  return page([
    `Usage: reprise ${group} COMMAND [OPTIONS]`,
    "",
    ...columns(commandsOf(group).map((name): [string, string] => [usage(name), commandSpec(name).summary])),
    "",
    `More: reprise ${group} COMMAND --help`,
  ]);
}

function commandHelp(name: CommandName, agents: readonly Agent[]): string {
  const { summary, options: names, meanings = {}, notes = [], examples } = commandSpec(name);
  return page([
    `${summary}.`,
    "",
    `Usage: reprise ${usage(name)} [OPTIONS]`,
    "",
    ...columns(names.map((option) => optionRow(option, agents, meanings[option]))),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    ...examples.map((example) => `Example: ${example}`),
  ]);
}

export function usage(name: CommandName): string {
  const words = commandSpec(name).operands.map((operand) => {
    const word = operand.isRepeated ? `${operand.name}…` : operand.name;
    return operand.isRequired ? word : `[${word}]`;
  });
  return [name, ...words].join(" ");
}

export function optionRow(name: OptionName, agents: readonly Agent[], meaning?: string): [string, string] {
  const option: Option = options[name];
  const { short, value, summary } = option;
  const choices = choicesOf(option, agents);
  const spelling = `${short === undefined ? "" : `-${short}, `}--${spellingOf(name)}${value === undefined ? "" : ` ${value}`}`;
  const text = meaning ?? summary;
  return [spelling, choices === undefined ? text : `${text}: ${choices.join(", ")}`];
}

function columns(
  rows: readonly (readonly [string, string])[],
  width = Math.max(...rows.map(([left]) => left.length)),
): string[] {
  return rows.map(([left, right]) => `  ${padEnd(left, width)}  ${right}`);
}

function page(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
