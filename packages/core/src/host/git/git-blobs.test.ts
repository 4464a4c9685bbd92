import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeGit } from "./git.ts";
import { blobsAt } from "./git-blobs.ts";

let folder: string;
let root: string;
let marks: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "git-blobs-")));
  [root, marks] = [join(folder, "work"), join(folder, "marks")];
  mkdirSync(marks);
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) => {
  const who = ["-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], {
    cwd: existsSync(root) ? root : folder,
    env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 20_000,
  }).trim();
};

function makeRepository(...options: string[]): string {
  git("init", "--quiet", "--initial-branch=main", ...options, root);
  mkdirSync(join(root, "sub"));
  writeFileSync(join(root, "a.txt"), "one\n");
  writeFileSync(join(root, "sub", "b.txt"), "two\n");
  writeFileSync(join(root, ".gitattributes"), "* filter=evil diff=evil\n");
  git("add", "--all");
  git("commit", "--quiet", "--message=x");
  return git("rev-parse", "HEAD");
}

const blobs = (commit: string, names: readonly string[], below = "") =>
  blobsAt({ gitFolder: join(root, ".git"), below, commit, names, maxBytes: 1000, env: process.env });
const textsOf = (answer: ReturnType<typeof blobsAt>) =>
  answer.isKnown ? [...answer.files].map(([name, { bytes }]) => [name, bytes.toString()]) : answer.reason;

/** Every setting by which git starts a program of the repository's choice. */
function makeHostile(): void {
  const run = (name: string) => `!touch ${join(marks, name)}; cat`;
  const program = (name: string) => run(name).slice(1);
  const hooks = join(folder, "hooks");
  mkdirSync(hooks);
  for (const name of ["post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"])
    writeFileSync(join(hooks, name), `#!/bin/sh\ntouch ${join(marks, `hook-${name}`)}\n`, { mode: 0o755 });
  appendFileSync(
    join(root, ".git", "config"),
    `
[core]
  fsmonitor = "${program("fsmonitor")}"
  hooksPath = ${hooks}
  sshCommand = "${program("ssh")}"
  pager = "${program("pager")}"
  askPass = "${program("askpass")}"
  editor = "${program("editor")}"
  gitProxy = "${program("proxy")}"
  alternateRefsCommand = "${program("alternates")}"
[pager]
  cat-file = true
  ls-tree = true
[alias]
  cat-file = "${run("alias-cat")}"
  ls-tree = "${run("alias-ls")}"
[credential]
  helper = "${run("credential")}"
[gpg]
  program = "${program("gpg")}"
[diff]
  external = "${program("diff-external")}"
[diff "evil"]
  textconv = "${program("textconv")}"
  command = "${program("diff-command")}"
[filter "evil"]
  clean = "${program("clean")}"
  smudge = "${program("smudge")}"
  process = "${program("process")}"
  required = true
[uploadpack]
  packObjectsHook = "${program("pack-objects")}"
[protocol "ext"]
  allow = always
[extensions]
  partialClone = origin
[remote "origin"]
  url = "ext::sh -c touch% ${join(marks, "transport")}"
  promisor = true
`,
  );
}

describe("a repository", () => {
  it("gives the files of a commit as they were committed, also below a folder", () => {
    const commit = makeRepository();
    expect(textsOf(blobs(commit, ["a.txt", "sub/b.txt", "c.txt"]))).toEqual([
      ["a.txt", "one\n"],
      ["sub/b.txt", "two\n"],
    ]);
    expect(textsOf(blobs(commit, ["b.txt"], "sub"))).toEqual([["b.txt", "two\n"]]);
    expect(nodeGit.commitsIn(join(root, ".git"), [commit, "f".repeat(40)])).toEqual(new Set([commit]));
  });

  it("may have ids of 64 digits", () => {
    const commit = makeRepository("--object-format=sha256");
    expect(commit).toHaveLength(64);
    expect(textsOf(blobs(commit, ["a.txt"]))).toEqual([["a.txt", "one\n"]]);
    expect(nodeGit.commitsIn(join(root, ".git"), [commit])).toEqual(new Set([commit]));
  });

  it("runs nothing that its configuration names", () => {
    const commit = makeRepository();
    makeHostile();
    const missing = "d".repeat(40);
    expect(textsOf(blobs(commit, ["a.txt", "sub/b.txt"]))).toHaveLength(2);
    expect(textsOf(blobs(missing, ["a.txt"]))).toContain("is not in this folder's repository");
    expect(nodeGit.commitsIn(join(root, ".git"), [commit, missing])).toEqual(new Set([commit]));
    expect(readdirSync(marks)).toEqual([]);
    // The same repository does run programs for plain git.
    for (const args of [["status"], ["cat-file", "-p", missing]]) {
      try {
        git(...args);
      } catch {
        // Some of the programs fail; that they were started is what counts.
      }
    }
    expect(readdirSync(marks)).toEqual(expect.arrayContaining(["fsmonitor", "transport"]));
  });

  it("makes git read no configuration, so an include of a pipe does not hang it", () => {
    const commit = makeRepository();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    appendFileSync(join(root, ".git", "config"), `[include]\n  path = ${join(folder, "pipe")}\n`);
    // A git that waits for the pipe is ended by its time limit, and gives nothing.
    expect(textsOf(blobs(commit, ["a.txt"]))).toEqual([["a.txt", "one\n"]]);
  });

  it("does not lend objects of another repository", () => {
    const commit = makeRepository();
    renameSync(root, join(folder, "private"));
    git("init", "--quiet", root);
    const objects = join(root, ".git", "objects");
    writeFileSync(join(objects, "info", "alternates"), `${join(folder, "private", ".git", "objects")}\n`);
    expect(textsOf(blobs(commit, ["a.txt"]))).toContain("borrows objects");
    expect(nodeGit.commitsIn(join(root, ".git"), [commit])).toBeNull();
    rmSync(objects, { recursive: true });
    symlinkSync(join(folder, "private", ".git", "objects"), objects);
    expect(textsOf(blobs(commit, ["a.txt"]))).toContain("in another folder");
  });
});
