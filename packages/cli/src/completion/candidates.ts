import type { Agent } from "@reprise/model";
import type { Operand } from "../arguments/command-spec.ts";
import {
  aliases,
  aliasOf,
  type CommandName,
  commandNames,
  commandSpec,
  commandsOf,
  isCommandName,
} from "../arguments/commands.ts";
import { choicesOf, type Option, type OptionName, options, spellingOf } from "../arguments/options.ts";
import { splitWords } from "../arguments/split-words.ts";

export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** What may stand at the cursor. `before`: the part of the word that is not the value, such as `--output=`. */
export type Completion =
  | { readonly kind: "words"; readonly words: readonly Candidate[] }
  | { readonly kind: "files" | "folders" | "sessions" | "schemas" | "tags"; readonly before: string };

const nothing: Completion = { kind: "words", words: [] };

/** `words`: after `reprise`; the last one is being typed. From the tables alone. */
export function completionOf(words: readonly string[], agents: readonly Agent[]): Completion {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const isOver = before.includes("--");
  const [first, second] = splitWords(before).operands;
  const command = commandIn(first, second);
  const own: readonly OptionName[] = command === null ? bare : commandSpec(command).options;
  if (!isOver) {
    const waiting = optionFor(before.at(-1) ?? "", own, agents);
    if (waiting !== null) return valuesOf(waiting, "", agents);
    const [, spelling, equals] = /^(--[^=]+)(=)/.exec(current) ?? [];
    const inline = equals === undefined ? null : optionFor(spelling ?? "", own, agents);
    if (inline !== null) return valuesOf(inline, `${spelling}=`, agents);
    if (current.startsWith("-")) return { kind: "words", words: optionWords(command, own, agents) };
  }
  if (first === undefined) return { kind: "words", words: firstWords() };
  if (first === "help") return { kind: "words", words: helpWords(second) };
  if (command === null) return { kind: "words", words: groupWords(first) };
  const { operands } = splitWords(before, own);
  const place = operands.length - command.split(" ").length;
  const spec = commandSpec(command).operands;
  return operandOf(spec[place] ?? (spec.at(-1)?.isRepeated ? spec.at(-1) : undefined), command);
}

const bare: readonly OptionName[] = [...commandSpec("list").options, "plain", "version"];

function commandIn(first: string | undefined, second: string | undefined): CommandName | null {
  if (first === undefined) return null;
  if (isCommandName(first)) return first;
  const name = `${first} ${second}`;
  return aliasOf(first) ?? (isCommandName(name) ? name : null);
}

function firstWords(): Candidate[] {
  const names = new Map<string, string>();
  for (const name of commandNames()) {
    const [word = name] = name.split(" ");
    const isGroup = word !== name;
    if (!names.has(word))
      names.set(
        word,
        isGroup
          ? `${commandsOf(word)
              .map((one) => one.slice(word.length + 1))
              .join(", ")}`
          : commandSpec(name).summary,
      );
  }
  for (const [alias, name] of Object.entries(aliases)) names.set(alias, `Short for ${name}`);
  names.set("help", "Show the help of a command");
  return [...names].map(([value, about]) => ({ value, about }));
}

function helpWords(group: string | undefined): Candidate[] {
  return group === undefined ? firstWords() : groupWords(group);
}

function groupWords(group: string): Candidate[] {
  return commandsOf(group).map((name) => ({
    value: name.slice(group.length + 1),
    about: commandSpec(name).summary,
  }));
}

function optionWords(command: CommandName | null, own: readonly OptionName[], agents: readonly Agent[]): Candidate[] {
  const meanings: Readonly<Partial<Record<OptionName, string>>> =
    command === null ? {} : (commandSpec(command).meanings ?? {});
  return own.flatMap((name) => {
    const about = meanings[name] ?? options[name].summary;
    if (name !== "agent-home") return [{ value: `--${spellingOf(name)}`, about }];
    return agents.map((agent) => ({ value: `--${agent}-home`, about: about.replace("AGENT", agent) }));
  });
}

/** The option that a word names, if its value is still to come. */
function optionFor(word: string, own: readonly OptionName[], agents: readonly Agent[]): Option | null {
  const name = own.find((one) => {
    const option: Option = options[one];
    if (one === "agent-home") return agents.some((agent) => word === `--${agent}-home`);
    return word === `--${spellingOf(one)}` || (option.short !== undefined && word === `-${option.short}`);
  });
  const option: Option | null = name === undefined ? null : options[name];
  return option === null || option.kind === "flag" ? null : option;
}

function valuesOf(option: Option, before: string, agents: readonly Agent[]): Completion {
  const choices = choicesOf(option, agents);
  if (choices !== undefined)
    return { kind: "words", words: choices.map((value) => ({ value: before + value, about: "" })) };
  if (option.value === "TAG") return { kind: "tags", before };
  if (option.value === "DIR") return { kind: "folders", before };
  return /FILE|PATH/.test(option.value ?? "") ? { kind: "files", before } : nothing;
}

function operandOf(operand: Operand | undefined, command: CommandName): Completion {
  if (operand === undefined) return nothing;
  const { name, choices } = operand;
  if (choices !== undefined) return { kind: "words", words: choices.map((value) => ({ value, about: "" })) };
  if (name === "TAG") return { kind: "tags", before: "" };
  if (name === "ID") return { kind: "sessions", before: "" };
  if (command === "schema") return { kind: "schemas", before: "" };
  return name === "FILE" || name === "PATH" ? { kind: "files", before: "" } : nothing;
}
