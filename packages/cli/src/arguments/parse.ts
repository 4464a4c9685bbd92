import { type AgentProgram, builtInAgents } from "@reprise/core";
import { type Agent, nearest } from "@reprise/model";
import { badUse } from "./bad-use.ts";
import { aliasOf, type CommandName, commandNames, commandSpec, commandsOf, isCommandName } from "./commands.ts";
import { valuesOf } from "./option-values.ts";
import { isOptionName, type OptionName, spellingOf, type Values } from "./options.ts";
import { type Given, splitWords } from "./split-words.ts";

/** One command, the commands that begin with one word, all of them in short, or one by one. */
export type HelpTopic = CommandName | { readonly group: string } | "overview" | "all";

export interface Call {
  readonly command: CommandName;
  readonly isBare: boolean;
  readonly values: Values;
  readonly operands: readonly string[];
  readonly help: HelpTopic | null;
}

/** Throws `bad-use` for anything not in the option and command tables. */
export function parseCall(argv: readonly string[], registered: readonly AgentProgram[] = builtInAgents): Call {
  const agents = registered.map(({ agent }) => agent);
  const words = splitWords(argv);
  const [first, second] = words.operands;
  if (first === "help") return helpCall(topicOf(words), words.given, agents);
  if (second === undefined && isGroup(first) && words.given.some(({ name }) => name === "help"))
    return helpCall({ group: first }, words.given, agents);
  if (isContinue(argv, words)) return continueCall(argv, agents);
  const command = first === undefined ? "list" : commandOf(first, second);
  const { given, operands } = splitWords(argv, commandSpec(command).options);
  const rest = operands.slice(command.split(" ").length);
  checkOptions(given, command, first === undefined ? ["version", "plain"] : []);
  const values = valuesOf(given, agents);
  const help = values.help ? (first === undefined ? overviewOf(given) : command) : null;
  if (help === null) checkOperands(command, rest);
  return { command, isBare: first === undefined, values, operands: rest, help };
}

/** `reprise -c [PROMPT]`: `resume --last`, or the app on it. */
function isContinue(argv: readonly string[], { given, operands }: ReturnType<typeof splitWords>): boolean {
  return argv[0] === "-c" || (operands.length === 0 && given.some(({ spelling }) => spelling === "-c"));
}

function continueCall(argv: readonly string[], agents: readonly Agent[]): Call {
  const { given, operands } = splitWords(argv, commandSpec("resume").options);
  checkOptions(given, "resume", []);
  const values = valuesOf(given, agents);
  return {
    command: "resume",
    isBare: operands.length === 0,
    values,
    operands,
    help: values.help ? "resume" : null,
  };
}

/** Whether errors are printed as JSON; works even if the rest of the line is wrong. */
export function wantsJson(argv: readonly string[]): boolean {
  return splitWords(argv).given.some(({ name }) => name === "json");
}

function helpCall(help: HelpTopic, given: readonly Given[], agents: readonly Agent[]): Call {
  return { command: "list", isBare: false, values: valuesOf(given, agents), operands: [], help };
}

function overviewOf(given: readonly Given[]): HelpTopic {
  return given.some(({ name }) => name === "all") ? "all" : "overview";
}

function topicOf({ operands: [, first, second], given }: ReturnType<typeof splitWords>): HelpTopic {
  if (first === undefined) return overviewOf(given);
  return second === undefined && isGroup(first) ? { group: first } : commandOf(first, second);
}

function isGroup(word: string | undefined): word is string {
  return word !== undefined && commandsOf(word).length > 0;
}

function commandOf(word: string, second: string | undefined): CommandName {
  if (isCommandName(word)) return word;
  const short = aliasOf(word);
  if (short !== null) return short;
  if (isGroup(word)) return commandIn(word, second);
  const near = nearest(word, [...new Set(commandNames().map((name) => name.split(" ")[0] ?? name)), "help"]);
  const advice = near === null ? "See reprise --help." : `Did you mean reprise ${near}?`;
  throw badUse(`There is no command "${word}". ${advice}`, near === null ? [] : [near]);
}

function commandIn(group: string, word: string | undefined): CommandName {
  const name = `${group} ${word}`;
  if (isCommandName(name)) return name;
  const all = commandsOf(group).map((one) => one.slice(group.length + 1));
  const near = word === undefined ? null : nearest(word, all);
  const advice = near === null ? `It has ${all.join(", ")}.` : `Did you mean reprise ${group} ${near}?`;
  const what = word === undefined ? `${group} needs a command.` : `${group} has no command "${word}".`;
  throw badUse(`${what} ${advice}`, near === null ? [] : [near]);
}

function checkOptions(given: readonly Given[], command: CommandName, besides: readonly OptionName[]): void {
  const allowed: readonly string[] = [...commandSpec(command).options, ...besides];
  for (const { spelling, name } of given) {
    if (allowed.includes(name)) continue;
    const near = nearest(
      name,
      allowed.map((one) => (isOptionName(one) ? spellingOf(one) : one)),
    );
    const advice = near === null ? `See reprise ${command} --help.` : `Did you mean --${near}?`;
    throw badUse(`${command} has no option ${spelling}. ${advice}`, near === null ? [] : [`--${near}`]);
  }
}

function checkOperands(command: CommandName, words: readonly string[]): void {
  const { operands } = commandSpec(command);
  const missing = operands.find(
    ({ isRequired, isRepeated }, index) =>
      isRequired && (isRepeated ? words.slice(index) : [words[index] ?? ""]).every((word) => word.trim() === ""),
  );
  if (missing) throw badUse(`${command} needs ${missing.name}: reprise ${command} ${missing.name}.`);
  const extra = operands.some(({ isRepeated }) => isRepeated) ? undefined : words[operands.length];
  if (extra !== undefined) throw badUse(`${command} does not take "${extra}". See reprise ${command} --help.`);
}
