import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { SessionError } from "@reprise/model";
import type { AgentDefinition } from "../../agents/definition.ts";
import { usualAgents } from "../../agents/registry.ts";
import { catalogPath } from "../../catalog/catalog-path.ts";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Host } from "../../host/host.ts";
import { stateFolderOf, xdgFolder } from "../../host/own-folders.ts";
import { isInside } from "../../workspace/is-inside.ts";

/** Where files may be rewound: in the workspace, except for what does not belong to the work in it. */
export interface RewindLimits {
  /** The workspace, symbolic links resolved. */
  readonly root: string;
  /** Folders, and files, that are never written, by their path as `foldedPath` gives it. */
  readonly closed: readonly Closed[];
}

interface Closed {
  readonly path: string;
  /** Null when it is not there. */
  readonly id: string | null;
  readonly reason: string;
}

export interface LimitedBy {
  readonly host: Host;
  /** Ours; beside the usual one. */
  readonly stateFolder: string | null;
  readonly agents?: readonly AgentDefinition[] | undefined;
  /** Of agents, beside those that the environment and the defaults name. */
  readonly homes: readonly string[];
}

/** Throws `refused` when no file of the folder may be rewound at all. */
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

/** Why a path below the root may not be written, by what it belongs to; null when nothing is against it. */
export function ownerReason(path: string, name: string, limits: RewindLimits): string | null {
  if (name.split("/").some(isGitName)) return "It belongs to git.";
  return closedReason(path, limits) ?? gitReason(dirname(path), limits.root);
}

function closedFolders({ host, stateFolder, homes, agents = usualAgents }: LimitedBy): Closed[] {
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

/** By name, whatever its case, and by identity: a folder may have several names. */
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

/** A repository may have any name: git runs the hooks in it. */
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

/** `.git` under every name by which some file system knows it: other cases, ignored characters, short names, streams. */
export function isGitName(part: string): boolean {
  const visible = part.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // What comes after a colon names a stream; dots and blanks at the end count for nothing.
  return /^(?:\.git|git~\d+)[. ]*(?:$|[:\\])/i.test(visible);
}

function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
