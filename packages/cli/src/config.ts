import { SessionError } from "@reprise/model";
import { nearest } from "./arguments/nearest.ts";
import { type Fallback, fallbacks } from "./arguments/options.ts";

/** What the person has set for every call. What a command line says counts more. */
export interface Config {
  readonly fallback: Fallback | null;
}

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

export interface UnknownSetting {
  readonly kind: "unknown-setting";
  readonly path: string;
  /** Names the line. */
  readonly detail: string;
}

type Value = string | boolean;

/** The part of TOML that settings need: `key = "value"`, `key = true`, comments. Throws `bad-use` that names the line. */
export function parseConfig({ path, text }: ConfigFile): {
  readonly config: Config;
  readonly unknown: readonly UnknownSetting[];
} {
  const unknown: UnknownSetting[] = [];
  const seen = new Set<string>();
  let config: Config = { fallback: null };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const bad = (problem: string) =>
      new SessionError("bad-use", `${path}, line ${index + 1}: ${problem}`, {
        origin: { file: path, line: index + 1, byteOffset: 0 },
      });
    const setting = settingIn(line, bad);
    if (setting === null) continue;
    const { key, value } = setting;
    if (seen.has(key)) throw bad(`${key} is set twice. Remove one of them.`);
    seen.add(key);
    if (key === "fallback") config = { ...config, fallback: fallbackIn(value, bad) };
    else unknown.push({ kind: "unknown-setting", path, detail: unknownDetail(key, index + 1) });
  }
  return { config, unknown };
}

type Bad = (problem: string) => SessionError;

function settingIn(line: string, bad: Bad): { readonly key: string; readonly value: Value } | null {
  if (/^\s*(?:#.*)?$/.test(line)) return null;
  const found = pair.exec(line);
  const [, key, quoted, literal, word] = found ?? [];
  if (key === undefined)
    throw bad(`this is no setting. Write it as key = "value", key = true or key = false.`);
  if (literal !== undefined) return { key, value: literal };
  if (word !== undefined) return { key, value: word === "true" };
  try {
    return { key, value: JSON.parse(quoted ?? "") as string };
  } catch {
    throw bad(`the value of ${key} has an escape that is none.`);
  }
}

const pair = /^\s*([\w-]+)\s*=\s*(?:("(?:[^"\\]|\\.)*")|'([^']*)'|(true|false))\s*(?:#.*)?$/;

function fallbackIn(value: Value, bad: Bad): Fallback {
  const found = fallbacks.find((one) => one === value);
  if (found !== undefined) return found;
  const choices = fallbacks.map((one) => `"${one}"`).join(", ");
  throw bad(`fallback is one of ${choices}, not ${JSON.stringify(value)}.`);
}

function unknownDetail(key: string, line: number): string {
  const near = nearest(key, ["fallback"]);
  return `line ${line}: there is no setting ${key}.${near === null ? "" : ` Did you mean ${near}?`}`;
}
