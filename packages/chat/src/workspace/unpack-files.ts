import type { WorkspaceManifest } from "@reprise/model";
import { argumentBatches } from "../sandbox/argument-batches.ts";
import { innerNames } from "../sandbox/inner-path.ts";
import type { Sandbox, SandboxFile } from "../sandbox/sandbox.ts";
import { entriesOf } from "../sandbox/tar/read-tar.ts";
import { staysInside } from "./links.ts";
import { outputOf, script } from "./sandbox-shell.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** Plain files, empty folders and links. Everything is checked before it is written; links last, so that nothing goes through one. */
export async function unpackFiles(
  sandbox: Sandbox,
  { folders, links }: WorkspaceManifest,
  archive: SandboxFile | null,
): Promise<void> {
  for (const path of [...folders, ...links.map((link) => link.path)]) innerNames(path);
  const outward = links.find(({ path, target }) => !staysInside(path, target));
  if (outward)
    throw new WorkspaceError("damaged", `The kept workspace has a link that leads out of it: ${outward.path}.`);
  if (archive !== null) await sandbox.put("workspace", filesOf(archive));
  const what = "Rebuilding the workspace";
  for (const batch of argumentBatches(folders.map((path) => [`./${path}`])))
    await outputOf(sandbox, what, script('mkdir -p -- "$@"', ...batch));
  const link = 'while [ $# -gt 0 ]; do mkdir -p -- "$(dirname -- "$2")" && ln -s -- "$1" "$2" || exit 1; shift 2; done';
  for (const batch of argumentBatches(links.map(({ path, target }) => [target, `./${path}`])))
    await outputOf(sandbox, what, script(link, ...batch));
}

async function* filesOf(archive: SandboxFile): AsyncGenerator<SandboxFile> {
  for await (const { kind, path, sizeBytes, isExecutable, bytes } of entriesOf(archive.bytes())) {
    if (kind !== "file")
      throw new WorkspaceError("damaged", `The kept workspace has something that is no file: ${path}.`);
    yield { path, sizeBytes, isExecutable, bytes };
  }
}
