import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import type { ConfigFile } from "./config.ts";

/** Null when there is none. A file that was named but cannot be read is an error. */
export function readConfigFile(env: Readonly<Record<string, string | undefined>>): ConfigFile | null {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  const path = env.REPRISE_CONFIG || join(folder, "reprise", "config.toml");
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isAbsent = code === "ENOENT" || code === "ENOTDIR";
    if (isAbsent && !env.REPRISE_CONFIG) return null;
    const step = env.REPRISE_CONFIG ? "Check REPRISE_CONFIG." : "Make it readable, or remove it.";
    throw new SessionError("unreadable", `The settings in ${path} cannot be read (${code}). ${step}`, {
      cause,
    });
  }
}
