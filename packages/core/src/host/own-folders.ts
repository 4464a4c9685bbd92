import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Host } from "./host.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the machine says the person's folders are. */
interface HomeEnvironment {
  readonly env: Environment;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
}

/**
 * The home folder; never a relative path, which would be in whatever folder Reprise is started in. An empty or relative
 * HOME counts as none: then the system's own record of the person decides.
 */
export function homeFolderOf(env: Environment): string {
  if (env.HOME && isAbsolute(env.HOME)) return env.HOME;
  try {
    const home = process.platform === "win32" ? homedir() : userInfo().homedir;
    if (isAbsolute(home)) return home;
  } catch {
    // The system knows no such person.
  }
  return "/";
}

/** A folder of the XDG specification, by which a relative path counts as none. */
export function xdgFolder(
  name: "CACHE" | "CONFIG" | "STATE",
  { env, homeFolder, platform }: HomeEnvironment,
): string {
  const named = env[`XDG_${name}_HOME`];
  if (named && isAbsolute(named)) return named;
  if (name === "CACHE" && platform === "win32" && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  const usual = { CACHE: [".cache"], CONFIG: [".config"], STATE: [".local", "state"] }[name];
  return join(homeFolder, ...usual);
}

/** Where the catalog, copies of stores and compiled code are; it may be deleted at any time. */
export function cacheFolderOf(place: HomeEnvironment): string {
  return place.env.REPRISE_CACHE || join(xdgFolder("CACHE", place), "reprise");
}

/**
 * Makes a folder that only its owner can enter; one of ours that others may enter is closed to them. False when it is
 * not ours, not a folder, or open to others and shared by design. Throws what the machine says.
 */
export function makePrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory()) return false;
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!isOurs) return false;
  if ((found.mode & 0o077) === 0) return true;
  // A sticky folder such as /tmp is for everybody.
  if ((found.mode & 0o1000) !== 0) return false;
  chmodSync(folder, 0o700);
  return true;
}

/** Where our journals, replies and locks are. */
export function stateFolderOf(host: Host): string {
  return host.env.REPRISE_STATE || join(xdgFolder("STATE", host), "reprise");
}
