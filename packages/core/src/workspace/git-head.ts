import type { Files } from "../host/files/files.ts";
import { gitFoldersOf, textIn } from "./git-folder.ts";

/** The checked-out state of a folder, read from files only. */
interface Head {
  readonly branch: string | null;
  readonly commit: string | null;
}

const mostBytes = 4 * 1024 * 1024;
const refBytes = 4096;
const id = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Null if the folder is not the root of a worktree, or its HEAD is neither a commit nor a ref of the repository. */
export function headOf(root: string, files: Files): Head | null {
  const folders = gitFoldersOf(root, files);
  const head = folders && textIn(folders.own, "HEAD", refBytes, files)?.trim();
  if (!folders || !head) return null;
  if (id.test(head)) return { branch: null, commit: head };
  const ref = /^ref: +(.+)$/.exec(head)?.[1];
  if (ref === undefined || !isRefName(ref)) return null;
  return { branch: ref.replace(/^refs\/heads\//, ""), commit: commitOf(ref, folders, files) };
}

/** The commit of `HEAD`, a tag, a branch or a remote's branch; null if there is none of that name, or a tag has a text. */
export function refCommit(root: string, name: string, files: Files): string | null {
  if (name === "HEAD") return headOf(root, files)?.commit ?? null;
  const folders = gitFoldersOf(root, files);
  if (!folders) return null;
  const refs = [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`];
  for (const ref of refs.filter(isRefName)) {
    const commit = commitOf(ref, folders, files);
    if (commit !== null) return commit;
  }
  return null;
}

function commitOf(
  ref: string,
  { own, shared }: { readonly own: string; readonly shared: string },
  files: Files,
): string | null {
  const places = [...new Set([own, shared])];
  const loose = places.map((folder) => textIn(folder, ref, refBytes, files)?.trim());
  return loose.find((text) => text && id.test(text)) ?? packed(places, ref, files);
}

/** A name below `refs/` by git's own rules, so it cannot lead out of the repository. */
export function isRefName(ref: string): boolean {
  if (!ref.startsWith("refs/") || ref.length > 1024) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/.test(ref)) return false;
  return ref.split("/").every((part) => part !== "" && !/^\.|\.$|\.lock$/i.test(part));
}

function packed(folders: readonly string[], ref: string, files: Files): string | null {
  for (const folder of folders) {
    const rows = textIn(folder, "packed-refs", mostBytes, files)?.split("\n") ?? [];
    const commit = rows.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
    if (commit !== undefined && id.test(commit)) return commit;
  }
  return null;
}
