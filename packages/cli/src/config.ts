import { nearest, SessionError } from "@reprise/model";
import { parse, TomlError } from "smol-toml";
import { type Fallback, fallbacks } from "./arguments/options.ts";

/** Defaults for every call; the command line overrides them. */
interface Config {
  readonly fallback: Fallback | null;
  readonly app: AppSettings;
}

interface AppSettings {
  /** False: the mouse is the terminal's until F2. */
  readonly mouse: boolean;
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

/** Throws `bad-use` that names the line. */
export function parseConfig(file: ConfigFile): {
  readonly config: Config;
  readonly unknown: readonly UnknownSetting[];
} {
  const { fallback, app = {}, ...others } = tableIn(file);
  const { mouse = true, ...otherOfApp } = appIn(app, file);
  if (typeof mouse !== "boolean") throw refused("mouse", file, `mouse is true or false, not ${JSON.stringify(mouse)}`);
  const unknown = [
    ...unknownIn(others, ["fallback", "app", "workbench"], file).filter(({ key }) => key !== "workbench"),
    ...unknownIn(otherOfApp, ["mouse"], file),
  ].map(({ detail }): UnknownSetting => ({ kind: "unknown-setting", path: file.path, detail }));
  const config = { fallback: fallback === undefined ? null : fallbackIn(fallback, file), app: { mouse } };
  return { config, unknown };
}

function appIn(app: unknown, file: ConfigFile): Record<string, unknown> {
  if (typeof app === "object" && app !== null && !Array.isArray(app)) return app as Record<string, unknown>;
  throw refused("app", file, "app is a table: write [app], and its settings below");
}

function unknownIn(table: Record<string, unknown>, known: readonly string[], file: ConfigFile) {
  return Object.keys(table).map((key) => {
    const near = nearest(key, known);
    const hint = near === null ? "" : ` Did you mean ${near}?`;
    return { key, detail: `${placeOf(key, file)}: there is no setting ${key}.${hint}` };
  });
}

function tableIn({ path, text }: ConfigFile): Record<string, unknown> {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [problem] = cause.message.replace("Invalid TOML document: ", "").split("\n");
    const place = `${path}, line ${cause.line}, column ${cause.column}`;
    const detail = `${place}: ${problem}. Write settings as in TOML: key = "value".`;
    const origin = { file: path, line: cause.line, byteOffset: 0 };
    throw new SessionError("bad-use", detail, { cause, origin });
  }
}

function fallbackIn(value: unknown, file: ConfigFile): Fallback {
  const found = fallbacks.find((one) => one === value);
  if (found !== undefined) return found;
  const choices = fallbacks.map((one) => `"${one}"`).join(", ");
  throw refused("fallback", file, `fallback is one of ${choices}, not ${JSON.stringify(value)}`);
}

function refused(key: string, file: ConfigFile, problem: string): SessionError {
  return new SessionError("bad-use", `${file.path}, ${placeOf(key, file)}: ${problem}.`);
}

/** The parser reports no line numbers, so search for the key in its usual spelling. */
function placeOf(key: string, { text }: ConfigFile): string {
  const index = text.split("\n").findIndex((line) => firstKey.exec(line)?.[1] === key);
  return index === -1 ? "line unknown" : `line ${index + 1}`;
}

const firstKey = /^[\s[]*["']?([^\s"'.=\]]+)/;
