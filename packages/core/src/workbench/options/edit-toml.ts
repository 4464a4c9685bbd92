import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import { type TomlEntry, type TomlSection, tomlEntries } from "./toml-entries.ts";

type TomlValue = string | number | boolean | readonly string[];

/**
 * Sets one value of a table and leaves every other character as it is, comments and order too. Null if that is not possible:
 * the result is read again, and nothing but the value may differ.
 */
export function editToml(text: string, table: string, key: string, value: TomlValue): string | null {
  const before = parse(text);
  const inner = before[table] ?? {};
  if (typeof inner !== "object" || Array.isArray(inner) || inner instanceof Date) return null;
  const written = withValue(
    text,
    table,
    key,
    stringify({ value })
      .trim()
      .replace(/^value = /, ""),
  );
  const wanted = { ...before, [table]: { ...inner, [key]: value } };
  try {
    return isDeepStrictEqual(plain(parse(written)), plain(wanted)) ? written : null;
  } catch {
    return null;
  }
}

function withValue(text: string, table: string, key: string, value: string): string {
  const { entries, sections } = tomlEntries(text);
  const there = entries.find(({ path }) => path.length === 2 && path[0] === table && path[1] === key);
  if (there) return text.slice(0, there.valueStart) + value + text.slice(there.valueEnd);
  const newLine = text.includes("\r\n") ? "\r\n" : "\n";
  const section = sections.findIndex(({ path, isArray }) => path.length === 1 && path[0] === table && !isArray);
  if (section !== -1) {
    const at = lineEnd(text, lastOf(entries, sections, section));
    return `${text.slice(0, at)}${newLine}${key} = ${value}${text.slice(at)}`;
  }
  const whole = entries.find(({ path }) => path.length === 1 && path[0] === table);
  if (whole) return withInner(text, whole, `${key} = ${value}`);
  const dotted = entries.findLast((entry) => entry.path[0] === table && entry.section === -1);
  if (dotted) {
    const at = lineEnd(text, dotted.valueEnd);
    return `${text.slice(0, at)}${newLine}${table}.${key} = ${value}${text.slice(at)}`;
  }
  const gap = text === "" ? "" : /\n\s*$/.test(text) ? newLine : newLine + newLine;
  return `${text}${gap}[${table}]${newLine}${key} = ${value}${newLine}`;
}

function lastOf(entries: readonly TomlEntry[], sections: readonly TomlSection[], section: number): number {
  const ends = entries.filter((entry) => entry.section === section).map(({ valueEnd }) => valueEnd);
  return Math.max(sections[section]?.end ?? 0, ...ends);
}

/** At the end of `{ … }`. */
function withInner(text: string, { valueStart, valueEnd }: TomlEntry, entry: string): string {
  const inner = text.slice(valueStart + 1, valueEnd - 1).trimEnd();
  return `${text.slice(0, valueStart)}{${inner.trim() === "" ? "" : `${inner},`} ${entry} }${text.slice(valueEnd)}`;
}

function lineEnd(text: string, from: number): number {
  const at = text.slice(from).search(/\r?\n/);
  return at === -1 ? text.length : from + at;
}

/** Tables of the parser have no prototype. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}
