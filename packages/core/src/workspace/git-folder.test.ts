import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Files } from "../host/files/files.ts";
import { nodeFiles } from "../host/files/node-files.ts";
import { gitFoldersOf } from "./git-folder.ts";
import { headOf, isRefName } from "./git-head.ts";
import { remotesOf, repositoryOf } from "./repository.ts";

let folder: string;
let root: string;
let secret: string;
let read: string[];
/** Records every file read. */
const files: Files = {
  ...nodeFiles,
  text(path, maxBytes) {
    read.push(realpathSync(dirname(path)));
    return nodeFiles.text(path, maxBytes);
  },
};
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "git-folder-")));
  [root, secret] = [join(folder, "work"), join(folder, "secret")];
  mkdirSync(secret);
  writeFileSync(join(secret, "key"), `${"a".repeat(40)}\n`);
  git(folder, "init", "--quiet", "--initial-branch=main", root);
  git(root, "commit", "--quiet", "--allow-empty", "--message=x");
  read = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@b", "-c", "commit.gpgsign=false", ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
const write = (name: string, text: string) => writeFileSync(join(root, ".git", name), text);
const readOutside = () => read.filter((path) => path !== root && !path.startsWith(`${root}/`));

describe("HEAD", () => {
  it.each([
    "ref: ../../secret/key",
    "ref: refs/../../../secret/key",
    "ref: refs/heads/../../../../secret/key",
    "ref: /etc/hostname",
    "ref: config",
    "ref: refs/heads/a b",
    "ref: refs/heads/.hidden",
    "ref: refs//heads",
    "ref: refs/heads/x.lock",
    "ref: refs/heads/\u0000x",
    "not an id",
    "abc123",
    "A".repeat(40),
    `${"a".repeat(40)}\nmore`,
    "",
  ])("%j is none", (text) => {
    write("HEAD", `${text}\n`);
    expect(headOf(root, files)).toBeNull();
    expect(readOutside()).toEqual([]);
  });

  it("does not lead out of the repository by a link", () => {
    for (const name of ["HEAD", "refs/heads/main", "packed-refs"]) {
      rmSync(join(root, ".git", name), { force: true });
      symlinkSync(join(secret, "key"), join(root, ".git", name));
      const head = headOf(root, files);
      expect(head?.commit ?? null).toBeNull();
      if (name === "HEAD") {
        unlinkSync(join(root, ".git", name));
        write("HEAD", "ref: refs/heads/main\n");
      }
    }
    expect(readOutside()).toEqual([]);
  });

  it("names no commit that is not an id", () => {
    write("refs/heads/main", "secret text\n");
    write("packed-refs", "secret refs/heads/main\n");
    expect(headOf(root, files)).toEqual({ branch: "main", commit: null });
  });

  it("accepts a name only where git does", () => {
    const part = fc.stringMatching(/^[a-z.@{~^:?*[\\ /-]{1,6}$/);
    fc.assert(
      fc.property(part, part, (one, other) => {
        const name = `refs/heads/${one}/${other}`;
        const isGood = isRefName(name);
        if (isGood) expect(() => git(root, "check-ref-format", name)).not.toThrow();
      }),
      { numRuns: 60 },
    );
  });
});

describe("a .git that names a folder", () => {
  const point = (text: string) => {
    rmSync(join(root, ".git"), { recursive: true, force: true });
    writeFileSync(join(root, ".git"), text);
  };

  it("counts for a linked worktree, a submodule and a folder inside the workspace", () => {
    git(root, "worktree", "add", "--quiet", join(folder, "linked"));
    expect(gitFoldersOf(join(folder, "linked"), files)).toEqual({
      own: join(root, ".git", "worktrees", "linked"),
      shared: join(root, ".git"),
    });
    git(folder, "init", "--quiet", "outer");
    git(join(folder, "outer"), "-c", "protocol.file.allow=always", "submodule", "add", "--quiet", root, "sub");
    const inner = join(folder, "outer", ".git", "modules", "sub");
    expect(gitFoldersOf(join(folder, "outer", "sub"), files)).toEqual({ own: inner, shared: inner });
    renameSync(join(root, ".git"), join(root, "meta"));
    writeFileSync(join(root, ".git"), "gitdir: meta\n");
    expect(gitFoldersOf(root, files)).toEqual({ own: join(root, "meta"), shared: join(root, "meta") });
  });

  it("does not count when it names the repository of somebody else", () => {
    const victim = join(folder, "victim");
    git(folder, "init", "--quiet", victim);
    git(victim, "commit", "--quiet", "--allow-empty", "--message=x");
    git(victim, "worktree", "add", "--quiet", join(folder, "theirs"));
    for (const named of [join(victim, ".git"), join(victim, ".git", "worktrees", "theirs"), secret]) {
      point(`gitdir: ${named}\n`);
      expect(gitFoldersOf(root, files)).toBeNull();
      expect(headOf(root, files)).toBeNull();
    }
    rmSync(join(root, ".git"));
    symlinkSync(join(victim, ".git"), join(root, ".git"));
    expect(gitFoldersOf(root, files)).toBeNull();
    expect(repositoryOf(root, files)?.gitFolder).not.toBe(join(victim, ".git"));
  });

  it("does not count when it is itself a link to a file elsewhere", () => {
    rmSync(join(root, ".git"), { recursive: true });
    writeFileSync(join(secret, "named"), "gitdir: .\n");
    symlinkSync(join(secret, "named"), join(root, ".git"));
    expect(gitFoldersOf(root, files)).toBeNull();
    expect(readOutside()).toEqual([]);
  });

  it("may share only the repository that it is part of", () => {
    const own = join(root, "meta");
    renameSync(join(root, ".git"), own);
    writeFileSync(join(root, ".git"), "gitdir: meta\n");
    for (const shared of [secret, "../../secret", "/"]) {
      writeFileSync(join(own, "commondir"), `${shared}\n`);
      writeFileSync(join(own, "gitdir"), `${join(root, ".git")}\n`);
      expect(gitFoldersOf(root, files)).toBeNull();
    }
    expect(readOutside()).toEqual([]);
  });
});

describe("a repository", () => {
  it("has only worktrees that say so themselves, and those that are gone", () => {
    const register = (name: string, place: string) => {
      mkdirSync(join(root, ".git", "worktrees", name), { recursive: true });
      write(`worktrees/${name}/gitdir`, `${place}/.git\n`);
      write(`worktrees/${name}/commondir`, "../..\n");
      write(`worktrees/${name}/HEAD`, "ref: refs/heads/main\n");
    };
    register("disk", "");
    register("secret", secret);
    register("gone", join(folder, "gone"));
    git(folder, "init", "--quiet", "victim");
    register("victim", join(folder, "victim"));
    expect(repositoryOf(root, files)?.roots).toEqual([root, join(folder, "gone")]);
  });

  it("has no remotes from a configuration elsewhere", () => {
    writeFileSync(join(secret, "config"), '[remote "x"]\nurl = https://example.test/secret\n');
    rmSync(join(root, ".git", "config"));
    symlinkSync(join(secret, "config"), join(root, ".git", "config"));
    const repository = repositoryOf(root, files);
    expect(repository && remotesOf(repository, files)).toEqual(new Set());
    expect(readOutside()).toEqual([]);
  });

  it("is none for a recorded directory that is no absolute path, or cannot be one", () => {
    for (const directory of ["", ".", "work", "../work", `${root}\0`, `/${"x".repeat(300)}`, "C:\\work"])
      expect(repositoryOf(directory, files)).toBeNull();
  });
});
