import { parseConfig } from "../config.ts";
import { readConfigFile } from "../config-file.ts";

export function readAppSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly mouse: boolean;
  readonly warnings: readonly string[];
} {
  const file = readConfigFile(env);
  if (file === null) return { mouse: true, warnings: [] };
  const { config, unknown } = parseConfig(file);
  return { ...config.app, warnings: unknown.map(({ path, detail }) => `${path}: ${detail}`) };
}
