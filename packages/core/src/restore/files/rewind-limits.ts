import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { SessionError } from "@reprise/model";
import type { AgentDefinition } from "../../agents/definition.ts";
import { builtInAgents } from "../../agents/registry.ts";
import { catalogPath } from "../../catalog/catalog-path.ts";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Host } from "../../host/host.ts";
import { stateFolderOf, xdgFolder } from "../../host/own-folders.ts";
import { isInside } from "../../workspace/is-inside.ts";

export interface RewindLimits {
  /** Links resolved. */
  readonly root: string;
  /** Never written; paths as given by `foldedPath`. */
  readonly closed: readonly Closed[];
}

interface Closed {
  readonly path: string;
  /** Null if missing. */
  readonly id: string | null;
  readonly reason: string;
}

export interface LimitedBy {
  readonly host: Host;
  /** Ours, besides the default one. */
  readonly stateFolder: string | null;
  readonly agents?: readonly AgentDefinition[] | undefined;
  /** Agents' homes besides the known ones. */
  readonly homes: readonly string[];
}

/** Throws `refused` if nothing in the folder may be rewound. */
export function rewindLimits(recordedRoot: string, by: LimitedBy): RewindLimits {
  const { host } = by;
  const refuse = (why: string) =>
    new SessionError("refused", `Files cannot be rewound in ${recordedRoot}: ${why} Nothing was changed.`);
  if (!isAbsolute(recordedRoot) || recordedRoot.includes("\0")) throw refuse("it is no absolute path.");
  const root = host.files.real(recordedRoot);
  if (entryAt(root)?.kind !== "folder") throw refuse("it does not exist.");
  const home = host.files.real(host.homeFolder);
  if (dirname(root) === root) throw refuse("it is the root of the disk.");
  if (isInside(foldedPath(home), foldedPath(root)))
    throw refuse("it is your home folder or a parent of it. Start the agent in a folder of its own.");
  const limits = { root, closed: closedFolders(by) };
  const why = closedReason(root, limits) ?? gitReason(root, "");
  if (why !== null) throw refuse(why);
  return limits;
}

/** Null if it may be written. */
export function ownerReason(path: string, name: string, limits: RewindLimits): string | null {
  if (name.split("/").some(isGitName)) return "It belongs to git.";
  return closedReason(path, limits) ?? gitReason(dirname(path), limits.root);
}

function closedFolders({ host, stateFolder, homes, agents = builtInAgents }: LimitedBy): Closed[] {
  const { env } = host;
  const ours = [
    stateFolder,
    stateFolderOf(host),
    dirname(catalogPath(host)),
    join(xdgFolder("CONFIG", host), "reprise"),
    env.REPRISE_CONFIG || null,
  ].flatMap((path) => (path === null ? [] : [{ path, reason: "It belongs to Reprise." }]));
  const theirs = agents.flatMap(({ title, ownFolders }) =>
    ownFolders(host).map((path) => ({ path, reason: `It belongs to ${title}.` })),
  );
  const known = homes.map((path) => ({ path, reason: "It belongs to the agent that recorded the session." }));
  return [...ours, ...theirs, ...known].flatMap(({ path, reason }) => {
    const absolute = resolve(path);
    const real = host.files.real(absolute);
    const id = entryAt(real)?.id ?? null;
    return [...new Set([absolute, real])].map((one) => ({ path: foldedPath(one), id, reason }));
  });
}

/** By case-insensitive name and by identity: a folder may have several names. */
function closedReason(path: string, { closed }: RewindLimits): string | null {
  const folded = foldedPath(path);
  const named = closed.find((one) => isInside(folded, one.path));
  if (named) return named.reason;
  for (let folder = path; dirname(folder) !== folder; folder = dirname(folder)) {
    const id = entryAt(folder)?.id;
    const same = id === undefined ? undefined : closed.find((one) => one.id === id);
    if (same) return same.reason;
  }
  return null;
}

/** A repository may have any name; git runs its hooks. */
function gitReason(folder: string, root: string): string | null {
  for (let one = folder; one !== root && dirname(one) !== one; one = dirname(one)) {
    if (one.split(sep).some(isGitName) || isGitFolder(one)) return "It belongs to git.";
  }
  return null;
}

function isGitFolder(folder: string): boolean {
  const has = (name: string) => entryAt(join(folder, name)) !== null;
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

/** `.git` under any spelling: case, ignored characters, short names, streams. */
export function isGitName(part: string): boolean {
  const visible = part.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // After a colon: a stream; trailing dots and blanks are ignored.
  return /^(?:\.git|git~\d+)[. ]*(?:$|[:\\])/i.test(visible);
}

function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
