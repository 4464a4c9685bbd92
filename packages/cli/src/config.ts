import { nearest, SessionError } from "@reprise/model";
import { parse, TomlError } from "smol-toml";
import { type Fallback, fallbacks } from "./arguments/options.ts";

/** Defaults for every call; the command line overrides them. */
interface Config {
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

/** Throws `bad-use` that names the line. */
export function parseConfig(file: ConfigFile): {
  readonly config: Config;
  readonly unknown: readonly UnknownSetting[];
} {
  const { fallback, ...others } = tableIn(file);
  const unknownKeys = Object.keys(others).filter((key) => key !== "workbench");
  const unknown = unknownKeys.map((key): UnknownSetting => {
    const near = nearest(key, ["fallback", "workbench"]);
    const detail = `${placeOf(key, file)}: there is no setting ${key}.${near === null ? "" : ` Did you mean ${near}?`}`;
    return { kind: "unknown-setting", path: file.path, detail };
  });
  return { config: { fallback: fallback === undefined ? null : fallbackIn(fallback, file) }, unknown };
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
  const place = `${file.path}, ${placeOf("fallback", file)}`;
  throw new SessionError("bad-use", `${place}: fallback is one of ${choices}, not ${JSON.stringify(value)}.`);
}

/** The parser reports no line numbers, so search for the key in its usual spelling. */
function placeOf(key: string, { text }: ConfigFile): string {
  const index = text.split("\n").findIndex((line) => firstKey.exec(line)?.[1] === key);
  return index === -1 ? "line unknown" : `line ${index + 1}`;
}

const firstKey = /^[\s[]*["']?([^\s"'.=\]]+)/;
