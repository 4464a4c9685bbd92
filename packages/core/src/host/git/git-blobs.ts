import type { Environment } from "../processes/find-program.ts";
import { objectsOf } from "./git-objects.ts";
import { runGit } from "./run-git.ts";

interface Blob {
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** Files of a commit by path, or why they are unavailable. */
export type Blobs =
  | { readonly isKnown: true; readonly files: ReadonlyMap<string, Blob> }
  | { readonly isKnown: false; readonly reason: string };

const limitMs = 20_000;
/** Limit of names on one command line. */
const mostNameBytes = 64 * 1024;

interface BlobQuestion {
  readonly gitFolder: string;
  /** Folder below the worktree's root; empty for the root. */
  readonly below: string;
  readonly commit: string;
  readonly names: readonly string[];
  readonly maxBytes: number;
  readonly env: Environment;
}

/** Plain files without filters, from disk only. Skips files larger than `maxBytes`. */
export function blobsAt({ gitFolder, below, commit, names, maxBytes, env }: BlobQuestion): Blobs {
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return { isKnown: false, reason: "no commit was recorded" };
  const objects = objectsOf(gitFolder);
  if (!objects.isKnown) return objects;
  const git = (args: readonly string[], input: string, most: number) =>
    runGit(objects.folder, {
      args,
      input,
      env,
      maxBytes: most,
      timeoutMs: limitMs,
      isSha256: commit.length > 40,
    });
  const prefix = below === "" ? "" : `${below}/`;
  const found: Listed[] = [];
  for (const some of portionsOf(names.map((name) => prefix + name))) {
    const listed = git(["ls-tree", "-z", "-l", commit, "--", ...some], "", 1 << 24);
    if (!listed.isDone) return { isKnown: false, reason: reasonFor(listed.reason, commit) };
    found.push(...listedIn(listed.output).filter(({ sizeBytes }) => sizeBytes <= maxBytes));
  }
  if (found.length === 0) return { isKnown: true, files: new Map() };
  const sizeBytes = found.reduce((sum, one) => sum + one.sizeBytes + 256, 1024);
  const told = git(["cat-file", "--batch"], found.map(({ hash }) => `${hash}\n`).join(""), sizeBytes);
  if (!told.isDone) return { isKnown: false, reason: reasonFor(told.reason, commit) };
  const plain = found.map((one) => ({ ...one, name: one.name.slice(prefix.length) }));
  return { isKnown: true, files: blobsIn(told.output, plain) };
}

/** One `<hash> blob <size>\n<bytes>\n` per request, in order; a blob that a partial clone lacks is one line. */
function blobsIn(output: Buffer, asked: readonly Listed[]): Map<string, Blob> {
  const files = new Map<string, Blob>();
  let at = 0;
  for (const { hash, name, isExecutable, sizeBytes } of asked) {
    const start = output.indexOf("\n", at) + 1;
    const isThere = output.toString("latin1", at, start - 1) === `${hash} blob ${sizeBytes}`;
    if (isThere) files.set(name, { bytes: output.subarray(start, start + sizeBytes), isExecutable });
    at = isThere ? start + sizeBytes + 1 : start;
  }
  return files;
}

function reasonFor(reason: "missing" | "failed", commit: string): string {
  return reason === "missing"
    ? "git is not installed here"
    : `the recorded commit ${commit.slice(0, 12)} is not in this folder's repository`;
}

interface Listed {
  readonly hash: string;
  readonly name: string;
  readonly isExecutable: boolean;
  readonly sizeBytes: number;
}

/** NUL-terminated `100644 blob <hash> <size>\t<name>`. Skips links and submodules. */
function listedIn(output: Buffer): Listed[] {
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((row) => {
      const [, mode, hash, size, name] = /^(100\d{3}) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(row) ?? [];
      if (mode === undefined || hash === undefined || name === undefined) return [];
      return [{ hash, name, isExecutable: mode === "100755", sizeBytes: Number(size) }];
    });
}

function portionsOf(names: readonly string[]): string[][] {
  const portions: string[][] = [];
  let room = 0;
  for (const name of names) {
    const size = Buffer.byteLength(name) + 1;
    if (size > room) {
      portions.push([]);
      room = mostNameBytes;
    }
    room -= size;
    portions.at(-1)?.push(name);
  }
  return portions;
}
