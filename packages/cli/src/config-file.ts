import { nodeHost } from "@reprise/core";
import { homeFolderOf, noSettings, settingsFileOf } from "@reprise/core/folders";
import { SessionError } from "@reprise/model";
import type { ConfigFile } from "./config.ts";

const mostBytes = 1024 * 1024;

export function configPath(env: Readonly<Record<string, string | undefined>>): string {
  return settingsFileOf({ env, homeFolder: homeFolderOf(env), platform: process.platform });
}

/** Null when there is none. A file named explicitly but unreadable is an error. */
export function readConfigFile(env: Readonly<Record<string, string | undefined>>): ConfigFile | null {
  const path = configPath(env);
  if (path === noSettings) return null;
  const step = env.REPRISE_CONFIG ? "Check REPRISE_CONFIG." : "Make it readable, or remove it.";
  const text = textOf(path, env, step);
  if (text !== null && text.length > mostBytes)
    throw new SessionError("unreadable", `${path} is too large for a settings file. ${step}`);
  if (text !== null) return { path, text };
  if (!env.REPRISE_CONFIG) return null;
  throw new SessionError("unreadable", `The settings in ${path} cannot be read (ENOENT). ${step}`);
}

function textOf(path: string, env: Readonly<Record<string, string | undefined>>, step: string): string | null {
  try {
    return nodeHost(env).files.text(path, mostBytes + 1);
  } catch (cause) {
    if (!(cause instanceof SessionError)) throw cause;
    throw new SessionError("unreadable", `Your settings cannot be read: ${cause.message} ${step}`, { cause });
  }
}
