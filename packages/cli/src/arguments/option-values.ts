import { type Agent, nearest } from "@reprise/model";
import { badUse } from "./bad-use.ts";

import { choicesOf, homeOption, isOptionName, type Option, optionNames, options, type Values } from "./options.ts";
import type { Given } from "./split-words.ts";

type Value = boolean | number | string | null | readonly string[];

/** Values of the known options; others are ignored. The last one given wins. */
export function valuesOf(given: readonly Given[], agents: readonly Agent[]): Values {
  const values: Record<string, Value> = {};
  for (const name of optionNames()) values[name] = unsaid(options[name]);
  for (const { spelling, name, value } of given) {
    if (!isOptionName(name)) continue;
    const option: Option = options[name];
    const said = read(option, spelling, value, agents);
    const home = name === "agent-home" ? `${agentIn(spelling, agents)}=` : "";
    values[name] = option.kind === "texts" ? [...(values[name] as string[]), `${home}${said}`] : said;
  }
  return values as unknown as Values;
}

function agentIn(spelling: string, agents: readonly Agent[]): Agent {
  const agent = homeOption.exec(spelling)?.[1] ?? "";
  checkChoice(agents, "The agent of a home", agent);
  return agent;
}

function unsaid({ kind }: Option): Value {
  if (kind === "flag") return false;
  return kind === "texts" ? [] : null;
}

function read(
  option: Option,
  spelling: string,
  value: string | null,
  agents: readonly Agent[],
): boolean | number | string {
  if (option.kind === "flag") {
    if (value !== null) throw badUse(`${spelling} takes no value.`);
    return true;
  }
  if (value === null || value === "") throw badUse(`${spelling} needs a value: ${spelling} ${option.value}.`);
  const choices = choicesOf(option, agents);
  if (choices !== undefined) checkChoice(choices, spelling, value);
  if (option.kind !== "count") return value;
  if (!/^[1-9]\d{0,14}$/.test(value)) throw badUse(`${spelling} needs a whole number from 1 on, not "${value}".`);
  return Number(value);
}

function checkChoice(choices: readonly string[], spelling: string, value: string): void {
  if (choices.includes(value)) return;
  const near = nearest(value, choices);
  const advice = near === null ? "" : ` Did you mean ${near}?`;
  throw badUse(`${spelling} is one of ${choices.join(", ")}, not "${value}".${advice}`, near === null ? [] : [near]);
}
