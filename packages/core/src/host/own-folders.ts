import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { devNull, homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

interface HomeEnvironment {
  readonly env: Environment;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
}

/** Never relative. An empty or relative HOME counts as unset: the system's user record decides. */
export function homeFolderOf(env: Environment): string {
  if (env.HOME && isAbsolute(env.HOME)) return env.HOME;
  try {
    const home = process.platform === "win32" ? homedir() : userInfo().homedir;
    if (isAbsolute(home)) return home;
  } catch {
    // No such user record.
  }
  return "/";
}

/** Relative XDG paths count as unset, as specified. */
export function xdgFolder(name: "CACHE" | "CONFIG" | "STATE", { env, homeFolder, platform }: HomeEnvironment): string {
  const named = env[`XDG_${name}_HOME`];
  if (named && isAbsolute(named)) return named;
  if (name === "CACHE" && platform === "win32" && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  const usual = { CACHE: [".cache"], CONFIG: [".config"], STATE: [".local", "state"] }[name];
  return join(homeFolder, ...usual);
}

/** May be deleted at any time. */
export function cacheFolderOf(place: HomeEnvironment): string {
  return place.env.REPRISE_CACHE || join(xdgFolder("CACHE", place), "reprise");
}

/** Named as the settings file, it means: no settings. */
export const noSettings = devNull;

export function settingsFileOf(place: HomeEnvironment): string {
  return place.env.REPRISE_CONFIG || join(xdgFolder("CONFIG", place), "reprise", "config.toml");
}

/** Creates it with 0700, or restricts ours. False if it is not ours, not a folder, or shared by design. */
export function makePrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory()) return false;
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!isOurs) return false;
  if ((found.mode & 0o077) === 0) return true;
  // Sticky folders such as /tmp are shared.
  if ((found.mode & 0o1000) !== 0) return false;
  chmodSync(folder, 0o700);
  return true;
}

/** Journals, replies and locks. */
export function stateFolderOf(host: HomeEnvironment): string {
  return host.env.REPRISE_STATE || join(xdgFolder("STATE", host), "reprise");
}
