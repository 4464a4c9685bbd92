import type { OptionsRead, WorkbenchOptions } from "@reprise/model";
import { parse, TomlError } from "smol-toml";
import { type OptionField, optionFields, usualOptions } from "./option-fields.ts";
import { tomlEntries } from "./toml-entries.ts";

type Problem = OptionsRead["problems"][number];

/** What the settings file says. */
export type FileOptions = Omit<OptionsRead, "hasKey">;

/** Reads `[workbench]` of a settings file. What cannot be used is a problem, and its default takes its place. */
export function optionsIn(text: string, path: string): FileOptions {
  let settings: Record<string, unknown>;
  try {
    settings = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what] = error.message.replace("Invalid TOML document: ", "").split("\n");
    return nothingRead(path, `${path}, line ${error.line}, column ${error.column}: ${what}.`);
  }
  const { workbench } = settings;
  if (workbench === undefined) return { path, options: usualOptions, problems: [], savingRefusal: null };
  if (typeof workbench !== "object" || workbench === null || Array.isArray(workbench))
    return nothingRead(path, `${path}${placeOf(text, [])}: workbench is a table. Write [workbench].`);
  return readTable(workbench as Record<string, unknown>, text, path);
}

/** If even the file cannot be used, it is not known whether anything may be saved in the clear. */
export function nothingRead(path: string, problem: string): FileOptions {
  const message = `${problem} The defaults are used.`;
  return {
    path,
    options: usualOptions,
    problems: [{ key: null, message }],
    savingRefusal: refusalFor(problem),
  };
}

function readTable(table: Readonly<Record<string, unknown>>, text: string, path: string): FileOptions {
  const options: Record<string, unknown> = { ...usualOptions };
  const problems: Problem[] = [];
  let savingRefusal: string | null = null;
  for (const field of optionFields) {
    const value = table[field.key];
    if (value === undefined) continue;
    const problem = field.problem(value);
    if (problem === null) options[field.name] = value;
    else {
      const message = `${path}${placeOf(text, [field.key])}: ${problemText(field, value, problem)}`;
      if (field.protects) savingRefusal ??= refusalFor(message);
      const usual = JSON.stringify(usualOptions[field.name]);
      problems.push({ key: field.key, message: `${message} The default, ${usual}, is used.` });
    }
  }
  const known = optionFields.map(({ key }) => key);
  for (const key of Object.keys(table).filter((one) => !known.includes(one))) {
    const message = `${path}${placeOf(text, [key])}: there is no setting workbench.${key}. There are ${known.join(", ")}.`;
    problems.push({ key, message });
  }
  return { path, options: options as unknown as WorkbenchOptions, problems, savingRefusal };
}

export function problemText({ key, allowed }: OptionField, value: unknown, problem: string): string {
  const shown = JSON.stringify(value) ?? String(value);
  return `workbench.${key} is ${allowed}${problem === "" ? `, not ${shown.slice(0, 100)}.` : `. ${problem}`}`;
}

function refusalFor(problem: string): string {
  return `Nothing is saved until your settings can be read. ${problem}`;
}

function placeOf(text: string, keys: readonly string[]): string {
  const path = ["workbench", ...keys];
  const { entries, sections } = tomlEntries(text);
  const isHere = (one: { readonly path: readonly string[] }) => one.path.join("\n") === path.join("\n");
  const at = entries.find(isHere)?.keyStart ?? sections.find(isHere)?.start;
  return at === undefined ? "" : `, line ${text.slice(0, at).split("\n").length}`;
}
