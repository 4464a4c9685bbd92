import { isEmptyFolder } from "@reprise/core/parts";
import type { WorkspaceManifest } from "@reprise/model";
import type { Sandbox, SandboxFile } from "../sandbox/sandbox.ts";
import { usualWorkspaceLimits, type WorkspaceLimits } from "./limits.ts";
import { packFiles } from "./pack-files.ts";
import { packGit } from "./pack-git.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** A part of a packed workspace. `bytes` may be read any number of times and in any order while the sandbox is open. */
export type WorkspacePart = SandboxFile;

export interface PackedWorkspace {
  /** The manifest first. */
  readonly parts: readonly WorkspacePart[];
  /** What does not travel. */
  readonly omitted: readonly Omitted[];
}

export interface Omitted {
  readonly path: string;
  /** `ignored`: by git. `cache`: a build makes it again. `link`: it leads out of the workspace. */
  readonly why: "ignored" | "cache" | "link";
}

export interface Packed {
  readonly manifest: WorkspaceManifest;
  readonly content: WorkspacePart | null;
  readonly omitted: readonly Omitted[];
}

export const manifestName = "workspace.json";

/**
 * Everything that a fresh sandbox needs to have the same workspace: of a git repository its commits, refs, index and files that
 * git does not ignore; of another folder all files but caches. Changes nothing in it. Rejects with a `WorkspaceError`.
 */
export async function packWorkspace(
  sandbox: Sandbox,
  limits: WorkspaceLimits = usualWorkspaceLimits,
): Promise<PackedWorkspace> {
  if (sandbox.isWorkspaceShared)
    throw new WorkspaceError("failed", "The workspace is a folder of this machine: it stays where it is.");
  // A conversation without files takes no programs to look for them.
  const isEmpty = sandbox.real !== undefined && isEmptyFolder(sandbox.real.workspace);
  const packed = isEmpty ? nothing : ((await packGit(sandbox, limits)) ?? (await packFiles(sandbox, limits)));
  const { manifest, content, omitted } = packed;
  const first = textPart(manifestName, JSON.stringify(manifest));
  return { parts: content === null ? [first] : [first, content], omitted };
}

const nothing: Packed = { manifest: { v: 1, git: null, folders: [], links: [] }, content: null, omitted: [] };

function textPart(path: string, text: string): WorkspacePart {
  const bytes = Buffer.from(text);
  return {
    path,
    sizeBytes: bytes.length,
    isExecutable: false,
    bytes: async function* () {
      yield bytes;
    },
  };
}
