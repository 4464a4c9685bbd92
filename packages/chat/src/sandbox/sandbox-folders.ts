import { isAbsolute, join } from "node:path";
import type { Host } from "@reprise/core";
import { makePrivateFolder } from "@reprise/core/folders";
import { entryAt } from "@reprise/core/parts";
import { SandboxError, type SandboxRequest } from "./sandbox.ts";

export interface SandboxFolders {
  readonly home: string;
  readonly workspace: string;
  readonly isWorkspaceShared: boolean;
  /** The same without symbolic links. */
  readonly real: { readonly home: string; readonly workspace: string };
}

/** Makes the folders of a sandbox that works in folders of this machine. Throws a `SandboxError`. */
export function foldersOf(
  { workspace, snapshot, scratch, signal }: SandboxRequest,
  host: Host,
  name: string,
): SandboxFolders {
  if (signal.aborted) throw new SandboxError("Cancelled before the sandbox was open.");
  if (snapshot !== null) throw new SandboxError(`The ${name} sandbox has no snapshots: open it without one.`);
  if (workspace !== null) checkWorkspace(workspace, host);
  const home = join(scratch, "home");
  const place = workspace ?? join(scratch, "workspace");
  makePrivateFolder(home);
  if (workspace === null) makePrivateFolder(place);
  const real = { home: host.files.real(home), workspace: host.files.real(place) };
  // Agents find the sessions of a folder by its real path.
  return { home, workspace: real.workspace, isWorkspaceShared: workspace !== null, real };
}

/** Throws a `SandboxError` that names it. */
export function checkWorkspace(workspace: string, host: Host): void {
  if (!isAbsolute(workspace))
    throw new SandboxError(`The workspace ${workspace} is not an absolute path. Give the whole path.`);
  if (entryAt(host.files.real(workspace))?.kind !== "folder")
    throw new SandboxError(`The workspace ${workspace} is not a folder of this machine. Give an existing one.`);
}
