import type { Sandbox, SandboxFile } from "../sandbox/sandbox.ts";
import { tarOf, tarSize } from "../sandbox/tar/write-tar.ts";
import { cacheOf, cachesIn } from "./caches.ts";
import { checkLimits, type WorkspaceLimits } from "./limits.ts";
import { staysInside } from "./links.ts";
import type { Omitted, Packed, WorkspacePart } from "./pack-workspace.ts";
import { fields, outputOf, script } from "./sandbox-shell.ts";
import { WorkspaceError } from "./workspace-error.ts";

export const archiveName = "files.tar";

type Listed = Pick<SandboxFile, "path" | "sizeBytes" | "isExecutable">;

/** A folder as plain files, repositories in it included. */
export async function packFiles(sandbox: Sandbox, limits: WorkspaceLimits): Promise<Packed> {
  const all: Listed[] = [];
  for await (const { path, sizeBytes, isExecutable } of sandbox.get("workspace", ["."]))
    all.push({ path, sizeBytes, isExecutable });
  const caches = cachesIn(all.map(({ path }) => path));
  const isKept = ({ path }: { readonly path: string }) => cacheOf(path, caches) === null;
  const files = all.filter(isKept);
  checkLimits(files, limits);
  const links = (await linksIn(sandbox)).filter(isKept);
  const inner = links.filter(({ path, target }) => staysInside(path, target));
  const folders = emptyFolders(
    (await foldersIn(sandbox)).filter((path) => isKept({ path })),
    [...files, ...inner],
  );
  const omitted: Omitted[] = [
    ...[...caches].filter((path) => !hasCacheAbove(path, caches)).map((path) => ({ path, why: "cache" }) as const),
    ...links.filter((link) => !inner.includes(link)).map(({ path }) => ({ path, why: "link" }) as const),
  ];
  return {
    manifest: { v: 1, git: null, folders, links: inner },
    content: files.length === 0 ? null : archiveOf(sandbox, files),
    omitted,
  };
}

function hasCacheAbove(path: string, caches: ReadonlySet<string>): boolean {
  return cacheOf(path, caches) !== path;
}

async function linksIn(sandbox: Sandbox) {
  // `readlink` ends with a newline, whatever the target ends with.
  const each = `for f do printf '%s\\0' "$f"; readlink "$f"; printf '\\0'; done`;
  const found = `find . -type l -exec sh -c '${each.replaceAll("'", `'\\''`)}' sh {} +`;
  const texts = fields(await outputOf(sandbox, "Listing the links of the workspace", script(found)));
  return Array.from({ length: texts.length / 2 }, (_, index) => ({
    path: inner(texts[2 * index] ?? ""),
    target: (texts[2 * index + 1] ?? "").replace(/\n$/, ""),
  })).filter(({ path, target }) => !`${path}${target}`.includes("\ufffd"));
}

async function foldersIn(sandbox: Sandbox): Promise<readonly string[]> {
  const output = await outputOf(
    sandbox,
    "Listing the folders of the workspace",
    script("find . -type d -exec printf '%s\\0' {} +"),
  );
  return fields(output)
    .map(inner)
    .filter((path) => path !== "" && !path.includes("\ufffd"));
}

function inner(path: string): string {
  return path.replace(/^\.\/?/, "");
}

/** Those that nothing else makes. */
function emptyFolders(folders: readonly string[], others: readonly { readonly path: string }[]): readonly string[] {
  const made = new Set(
    [...others.map(({ path }) => path), ...folders].map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))),
  );
  return folders.filter((path) => !made.has(path)).sort();
}

function archiveOf(sandbox: Sandbox, files: readonly Listed[]): WorkspacePart {
  return {
    path: archiveName,
    sizeBytes: tarSize(files),
    isExecutable: false,
    bytes: () => tarOf(sameFiles(sandbox, files)),
  };
}

async function* sameFiles(sandbox: Sandbox, files: readonly Listed[]): AsyncGenerator<SandboxFile> {
  let next = 0;
  for await (const file of sandbox.get("workspace", ["."])) {
    const expected = files[next];
    if (file.path !== expected?.path) continue;
    if (file.sizeBytes !== expected.sizeBytes) throw changed(file.path);
    next++;
    yield { ...file, isExecutable: expected.isExecutable };
  }
  if (next < files.length) throw changed(files[next]?.path ?? "");
}

function changed(path: string): WorkspaceError {
  return new WorkspaceError("failed", `${path} changed while the workspace was packed. Stop what writes to it.`);
}
