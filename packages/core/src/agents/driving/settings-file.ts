import { parseJson } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { type Foreign, isForeign } from "../foreign.ts";

const mostBytes = 1024 * 1024;

/** Settings from a JSON file; empty if there is no file. Throws if it cannot be read. */
export function settingsIn(path: string, files: Files): Foreign {
  const text = files.text(path, mostBytes);
  const settings: unknown = text === null || text.trim() === "" ? {} : parseJson(text);
  if (!isForeign(settings)) throw new SyntaxError(`${path} has no settings.`);
  return settings;
}
