import { lstatSync, readlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestOf, digestOfBytes } from "../digest.ts";
import { readStart } from "../files/open-file.ts";
import { type Environment, findProgram } from "../processes/find-program.ts";
import { objectsOf } from "./git-objects.ts";
import { bareEnvironment, makeRepository } from "./run-git.ts";

/** A file that differs from the commit. */
export interface WorktreeFile {
  /** From the worktree's root, with slashes. */
  readonly path: string;
  /** Null: it is gone. */
  readonly hash: string | null;
}

interface Worktree {
  readonly root: string;
  /** Of this worktree, with its index. */
  readonly own: string;
  /** Of all worktrees, with the objects. */
  readonly shared: string;
  readonly commit: string;
}

const mostFiles = 1000;
const mostBytes = 1024 * 1024;
const mostFileBytes = 8 * 1024 * 1024;
/** Of about a million files. A longer one is cut, which git refuses. */
const mostIndexBytes = 256 * 1024 * 1024;
const limitMs = 8000;

/**
 * The files of a worktree that differ from a commit, new ones too, without those that are ignored. Null if that cannot be
 * known, or there are very many. As in `runGit`, git gets a repository of ours, with a copy of the index: nothing that the
 * worktree's own configuration names can run, and nothing is written there.
 */
export async function worktreeFiles(
  { root, own, shared, commit }: Worktree,
  env: Environment,
): Promise<readonly WorktreeFile[] | null> {
  const program = findProgram("git", env);
  const objects = objectsOf(shared);
  if (program === null || !objects.isKnown || !/^[0-9a-f]{40,64}$/.test(commit)) return null;
  const folder = await mkdtemp(join(tmpdir(), "reprise-git-"));
  try {
    makeRepository(folder, commit.length > 40);
    const places = [`--git-dir=${folder}`, `--work-tree=${root}`, "-c", "core.fileMode=false"];
    const place = { cwd: root, env: { ...bareEnvironment(env), GIT_OBJECT_DIRECTORY: objects.folder } };
    const git = (...args: string[]) => namesFrom(program, [...places, ...args], place);
    const index = join(own, "index");
    // Only a plain file: a link or a pipe could lead anywhere, and might never end.
    const found = lstatSync(index, { throwIfNoEntry: false });
    if (found?.isFile()) writeFileSync(join(folder, "index"), readStart(index, mostIndexBytes));
    else if (found) return null;
    else await git("read-tree", commit);
    // Its exit only says that there are differences.
    await git("update-index", "-q", "--refresh");
    const diff = ["diff-index", "--name-only", "-z", "--no-renames", "--ignore-submodules=all", commit, "--"];
    const ignored = ["--exclude-per-directory=.gitignore", `--exclude-from=${join(shared, "info/exclude")}`];
    const [changed, added] = await Promise.all([
      git(...diff),
      git("ls-files", "--others", "-z", ...ignored).then(
        (names) => names ?? git("ls-files", "--others", "-z", "--exclude-per-directory=.gitignore"),
      ),
    ]);
    if (changed === null || added === null || changed.length + added.length > mostFiles) return null;
    const names = [...new Set([...changed, ...added])].filter((name) => !name.endsWith("/")).sort();
    return names.map((path) => ({ path, hash: hashAt(join(root, path)) }));
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Short, since there may be many; null if nothing is there. */
export function hashAt(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  if (found.isSymbolicLink()) return shortened(digestOf(readlinkSync(path)));
  if (!found.isFile()) return "other";
  if (found.size > mostFileBytes) return `${found.size}-${Math.trunc(found.mtimeMs)}`;
  return hashOfBytes(readStart(path, mostFileBytes));
}

export function hashOfBytes(bytes: Uint8Array): string {
  return shortened(digestOfBytes(bytes));
}

function shortened(digest: string): string {
  return digest.slice(0, 16);
}

/** Null if git fails, takes too long or says too much. */
function namesFrom(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Environment },
): Promise<string[] | null> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  const options = {
    maxBuffer: mostBytes,
    timeout: limitMs,
    killSignal: "SIGKILL" as const,
    cwd: place.cwd,
    env: place.env as NodeJS.ProcessEnv,
  };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) =>
      resolve(error === null ? stdout.split("\0").filter(Boolean) : null),
    );
  });
}
