import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { localSandbox } from "../src/sandbox/local-sandbox.ts";
import type { Sandbox, SandboxFile } from "../src/sandbox/sandbox.ts";

/** Local sandboxes with a workspace each, and git to make repositories. */
export class WorkspaceStage {
  readonly root = mkdtempSync(join(tmpdir(), "workspace-test-"));
  readonly #sandboxes: Sandbox[] = [];

  async open(): Promise<Sandbox> {
    const scratch = join(this.root, `${this.#sandboxes.length}`);
    mkdirSync(scratch);
    const { signal } = new AbortController();
    const request = { chat: "c", workspace: null, snapshot: null, scratch, signal };
    const sandbox = await localSandbox(nodeHost()).open(request);
    this.#sandboxes.push(sandbox);
    return sandbox;
  }

  async close(): Promise<void> {
    for (const sandbox of this.#sandboxes) await sandbox.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}

const env = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@b",
};

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** What git says about a repository: commits, refs, index and folder. */
export function stateOf(folder: string): Record<string, string> {
  return {
    head: git(folder, "rev-parse", "--symbolic-full-name", "HEAD"),
    refs: git(folder, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags"),
    log: git(folder, "log", "--all", "--format=%H %s", "--not", "--glob=refs/stash"),
    status: git(folder, "status", "--porcelain=v2", "--untracked-files=all"),
    staged: git(folder, "diff", "--cached", "--binary"),
    changed: git(folder, "diff", "--binary"),
    stash: git(folder, "stash", "show", "-p", "--include-untracked", "stash@{0}").trim(),
  };
}

/** Every file, folder and link but `.git`, with content and executable bit. */
export function treeOf(folder: string, { withGit = false } = {}): Record<string, string> {
  const tree: Record<string, string> = {};
  // By hand: the recursive option of Node follows links at times.
  const add = (below: string) => {
    for (const child of readdirSync(join(folder, below))) {
      const name = join(below, child);
      const path = join(folder, name);
      if (!withGit && name === ".git") continue;
      const found = lstatSync(path);
      if (found.isSymbolicLink()) tree[name] = `-> ${readlinkSync(path)}`;
      else if (found.isDirectory()) {
        tree[`${name}/`] = "";
        add(name);
      } else tree[name] = `${(found.mode & 0o100) !== 0} ${readFileSync(path, "latin1")}`;
    }
  };
  add("");
  return tree;
}

export function part(path: string, content: string | Uint8Array): SandboxFile {
  const bytes = Buffer.from(content);
  return {
    path,
    sizeBytes: bytes.length,
    isExecutable: false,
    bytes: async function* () {
      yield bytes;
    },
  };
}

export async function textOf(parts: readonly SandboxFile[]): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (const each of parts) for await (const piece of each.bytes()) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1");
}
