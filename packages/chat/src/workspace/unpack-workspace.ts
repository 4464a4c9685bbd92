import { tryParseJson, type WorkspaceManifest } from "@reprise/model";
import { workspaceManifestSchema } from "@reprise/model/schema";
import type { Sandbox, SandboxFile } from "../sandbox/sandbox.ts";
import { archiveName } from "./pack-files.ts";
import { packName } from "./pack-git.ts";
import { manifestName } from "./pack-workspace.ts";
import { unpackFiles } from "./unpack-files.ts";
import { unpackGit } from "./unpack-git.ts";
import { WorkspaceError } from "./workspace-error.ts";

const mostManifestBytes = 64 * 1024 * 1024;

/**
 * Rebuilds a packed workspace in a fresh sandbox, from its parts in their order. Rejects with a `WorkspaceError` if it cannot be
 * rebuilt completely; then no turn should run in it.
 */
export async function unpackWorkspace(
  sandbox: Sandbox,
  parts: AsyncIterable<SandboxFile> | Iterable<SandboxFile>,
): Promise<void> {
  let manifest: WorkspaceManifest | null = null;
  let hasContent = false;
  for await (const part of parts) {
    if (manifest === null) {
      manifest = await manifestOf(part);
      continue;
    }
    if (hasContent || part.path !== (manifest.git === null ? archiveName : packName))
      throw damaged(`unexpected part ${part.path}`);
    hasContent = true;
    if (manifest.git === null) await unpackFiles(sandbox, manifest, part);
    else await unpackGit(sandbox, manifest.git, part);
  }
  if (manifest === null) throw damaged("it is empty");
  if (hasContent) return;
  if (manifest.git !== null) throw damaged(`${packName} is missing`);
  await unpackFiles(sandbox, manifest, null);
}

async function manifestOf(part: SandboxFile): Promise<WorkspaceManifest> {
  if (part.path !== manifestName || part.sizeBytes > mostManifestBytes)
    throw damaged(`it does not start with ${manifestName}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of part.bytes()) pieces.push(piece);
  const read = workspaceManifestSchema.safeParse(tryParseJson(Buffer.concat(pieces).toString("utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw damaged(`${manifestName} is not valid (${issue?.path.join(".")}: ${issue?.message})`);
}

function damaged(why: string): WorkspaceError {
  return new WorkspaceError(
    "damaged",
    `The kept workspace is damaged: ${why}. Start a new chat, or work in a shared folder.`,
  );
}
