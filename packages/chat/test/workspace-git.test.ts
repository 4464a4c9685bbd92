import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packBundle, readBundle } from "@reprise/core/bundle";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sandbox, SandboxFile } from "../src/sandbox/sandbox.ts";
import { usualWorkspaceLimits } from "../src/workspace/limits.ts";
import { packWorkspace } from "../src/workspace/pack-workspace.ts";
import { unpackWorkspace } from "../src/workspace/unpack-workspace.ts";
import { git, stateOf, textOf, treeOf, WorkspaceStage } from "./workspace-stage.ts";

let stage: WorkspaceStage;
let sandbox: Sandbox;
let folder: string;
let at: (name: string) => string;
beforeEach(async () => {
  stage = new WorkspaceStage();
  sandbox = await stage.open();
  folder = sandbox.workspace;
  at = (name) => join(folder, name);
});
afterEach(() => stage.close());

/** Files in every state that git knows. */
function makeRepository(): void {
  if (!existsSync(at(".git"))) git(folder, "init", "-q", "-b", "main");
  for (const name of ["same", "staged", "both", "deleted", "removed", "turned"]) writeFileSync(at(name), `${name}\n`);
  writeFileSync(at(".gitignore"), "ignored/\n*.log\n");
  writeFileSync(at("binary"), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
  symlinkSync("same", at("link"));
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "first");
  git(folder, "checkout", "-qb", "topic/ü");
  writeFileSync(at("topic"), "on the topic\n");
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "second");
  git(folder, "tag", "-am", "annotated", "v1");
  writeFileSync(at("stashed"), "put away\n");
  git(folder, "add", "stashed");
  git(folder, "stash", "-q");
  writeFileSync(at("staged"), "staged change\n");
  writeFileSync(at("both"), "staged first\n");
  git(folder, "rm", "-q", "removed");
  writeFileSync(at("added 漢"), "new and staged\n");
  git(folder, "add", "staged", "both", "added 漢");
  writeFileSync(at("both"), "then changed\r\n");
  rmSync(at("deleted"));
  writeFileSync(at("binary"), Buffer.from([0, 255, 0, 10]));
  chmodSync(at("turned"), 0o755);
  mkdirSync(at("new/deep"), { recursive: true });
  writeFileSync(at("new/deep/un\ntracked"), "untracked\n");
  writeFileSync(at("new/run"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync("../same", at("new/inner"));
  mkdirSync(at("ignored"));
  writeFileSync(at("ignored/big"), "x".repeat(1000));
  writeFileSync(at("a.log"), "log");
}

/** In a second sandbox, through a bundle. */
async function travel(limits = usualWorkspaceLimits): Promise<Sandbox> {
  const { parts } = await packWorkspace(sandbox, limits);
  const sources = parts.map(({ path, sizeBytes, bytes }) => ({ path, sizeBytes, open: bytes }));
  const createdAt = "2026-01-01T00:00:00.000Z" as never;
  const bundle = packBundle({ kind: "chat", about: {}, appVersion: "1", createdAt, parts: sources });
  const fresh = await stage.open();
  const opened = await readBundle(bundle);
  const files = async function* (): AsyncGenerator<SandboxFile> {
    for await (const { part, bytes } of opened.parts)
      yield { path: part.path, sizeBytes: part.sizeBytes, isExecutable: false, bytes: () => bytes };
  };
  await unpackWorkspace(fresh, files());
  return fresh;
}

const withoutHistory = { ...usualWorkspaceLimits, mostHistoryBytes: 0 };

test("a repository is the same elsewhere: commits, refs, stash, index, changes, new files", async () => {
  makeRepository();
  const before = stateOf(folder);
  const tree = treeOf(folder);
  const repository = treeOf(folder, { withGit: true });
  const { omitted } = await packWorkspace(sandbox);
  expect(omitted).toEqual([
    { path: "a.log", why: "ignored" },
    { path: "ignored", why: "ignored" },
  ]);
  expect(treeOf(folder, { withGit: true })).toEqual(repository);
  const fresh = await travel();
  expect(stateOf(fresh.workspace)).toEqual(before);
  const { "ignored/": _, "ignored/big": __, "a.log": ___, ...kept } = tree;
  expect(treeOf(fresh.workspace)).toEqual(kept);
  git(fresh.workspace, "fsck", "--strict", "--no-dangling");
});

test("it travels on from there, any number of times", async () => {
  makeRepository();
  const before = stateOf(folder);
  for (let time = 0; time < 3; time++) sandbox = await travel();
  expect(stateOf(sandbox.workspace)).toEqual(before);
});

test("a repository without a commit, and one with a detached head", async () => {
  git(folder, "init", "-q", "-b", "start");
  writeFileSync(at("staged"), "staged");
  git(folder, "add", ".");
  writeFileSync(at("untracked"), "untracked");
  const fresh = await travel();
  const status = ["status", "--porcelain=v2", "--branch"] as const;
  expect(git(fresh.workspace, ...status)).toBe(git(folder, ...status));
  git(folder, "commit", "-qm", "one");
  git(folder, "checkout", "-q", "--detach");
  git(folder, "commit", "-q", "--allow-empty", "-m", "two");
  const other = await travel();
  expect(git(other.workspace, "log", "--format=%H %D")).toBe(git(folder, "log", "--format=%H %D"));
});

describe("with a remote", () => {
  let remote: string;
  beforeEach(() => {
    remote = join(stage.root, "remote.git");
    git(stage.root, "init", "-q", "--bare", "-b", "main", remote);
    git(folder, "init", "-q", "-b", "main");
    git(folder, "remote", "add", "origin", remote);
    writeFileSync(at("pushed"), "p".repeat(500_000));
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "pushed");
    git(folder, "push", "-q", "-u", "origin", "main");
    makeRepository();
  });

  test("only what the remote does not have travels, and the rest comes from it", async () => {
    const before = stateOf(folder);
    const { parts } = await packWorkspace(sandbox, withoutHistory);
    const manifest = JSON.parse(await textOf(parts.slice(0, 1)));
    expect(manifest.git.base).toEqual([git(folder, "rev-parse", "origin/main").trim()]);
    const fresh = await travel(withoutHistory);
    expect(stateOf(fresh.workspace)).toEqual(before);
    expect(git(fresh.workspace, "rev-parse", "--abbrev-ref", "main@{upstream}")).toBe("origin/main\n");
    git(fresh.workspace, "fsck", "--strict", "--no-dangling");
  });

  test("a head that was pushed is fetched", async () => {
    git(folder, "reset", "-q", "--hard");
    git(folder, "clean", "-qfd");
    git(folder, "checkout", "-q", "main");
    git(folder, "push", "-q", "origin", "main");
    writeFileSync(at("same"), "changed");
    const fresh = await travel(withoutHistory);
    expect(stateOf(fresh.workspace)).toEqual(stateOf(folder));
  });

  test("a base that cannot be had is an error before the turn; a small history needs none", async () => {
    const { parts } = await packWorkspace(sandbox, withoutHistory);
    rmSync(remote, { recursive: true });
    const fresh = await stage.open();
    const error = await unpackWorkspace(fresh, parts).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "WorkspaceError", code: "base-missing" });
    expect(String(error)).toContain(remote);
    expect(stateOf((await travel()).workspace)).toEqual(stateOf(folder));
  });

  test("credentials in the address of a remote stay behind", async () => {
    git(folder, "remote", "set-url", "origin", "https://person:planted-token@example.invalid/a.git");
    git(folder, "remote", "add", "other", "https://planted-token@example.invalid/b.git");
    git(folder, "config", "http.extraHeader", "Authorization: planted-token");
    const { parts } = await packWorkspace(sandbox);
    const text = await textOf(parts);
    expect(text).not.toContain("planted-token");
    expect(text).toContain("https://example.invalid/a.git");
    expect(text).toContain("https://example.invalid/b.git");
  });
});

test("nothing that the repository configures is run", async () => {
  makeRepository();
  const trap = join(stage.root, "trapped");
  const script = join(stage.root, "trap.sh");
  writeFileSync(script, `#!/bin/sh\ntouch '${trap}'\ncat\n`, { mode: 0o755 });
  for (const name of [
    "core.fsmonitor",
    "diff.external",
    "filter.x.clean",
    "filter.x.smudge",
    "core.sshCommand",
    "core.pager",
  ])
    git(folder, "config", name, script);
  git(folder, "config", "filter.x.required", "true");
  git(folder, "config", "core.hooksPath", stage.root);
  mkdirSync(at(".git/hooks"), { recursive: true });
  for (const name of ["post-index-change", "reference-transaction", "post-checkout"])
    writeFileSync(at(`.git/hooks/${name}`), `#!/bin/sh\ntouch '${trap}'\n`, { mode: 0o755 });
  writeFileSync(at(".gitattributes"), "* filter=x diff=x\n");
  const fresh = await travel();
  expect(existsSync(trap)).toBe(false);
  expect(treeOf(fresh.workspace).both).toBe(treeOf(folder).both);
});

test.each([
  [
    "an unfinished merge",
    () => {
      makeRepository();
      git(folder, "stash", "-qu");
      git(folder, "checkout", "-q", "main");
      writeFileSync(at("topic"), "other\n");
      git(folder, "add", ".");
      git(folder, "commit", "-qm", "third");
      expect(() => git(folder, "merge", "topic/ü")).toThrow();
    },
  ],
  [
    "a repository in it",
    () => {
      makeRepository();
      mkdirSync(at("nested"));
      git(at("nested"), "init", "-q");
      writeFileSync(at("nested/file"), "x");
    },
  ],
  [
    "a folder with repositories",
    () => {
      mkdirSync(at("project"));
      folder = at("project");
      makeRepository();
      folder = sandbox.workspace;
    },
  ],
])("%s travels as plain files with everything in .git", async (_, make) => {
  make();
  const tree = treeOf(folder, { withGit: true });
  const fresh = await travel();
  expect(treeOf(fresh.workspace, { withGit: true })).toEqual(tree);
});

test("links that lead out are left out, and named", async () => {
  makeRepository();
  symlinkSync("/etc/passwd", at("outward"));
  symlinkSync("../../x", at("new/upward"));
  const { omitted } = await packWorkspace(sandbox);
  expect(
    omitted
      .filter(({ why }) => why === "link")
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["new/upward", "outward"]);
  const { outward: _, "new/upward": __, "ignored/": a, "ignored/big": b, "a.log": c, ...kept } = treeOf(folder);
  expect(treeOf((await travel()).workspace)).toEqual(kept);
});

test("more than the limits allow is refused, with the biggest by name", async () => {
  makeRepository();
  writeFileSync(at("big file"), Buffer.alloc(3_000_000));
  const pack = (more: object) => packWorkspace(sandbox, { ...usualWorkspaceLimits, ...more });
  const tooLarge = {
    name: "WorkspaceError",
    code: "too-large",
    message: expect.stringContaining("big file (2.9 MiB)"),
  };
  await expect(pack({ mostFileBytes: 2_000_000 })).rejects.toMatchObject(tooLarge);
  await expect(pack({ mostBytes: 2_500_000 })).rejects.toMatchObject(tooLarge);
  await expect(pack({ mostFiles: 3 })).rejects.toMatchObject(tooLarge);
  await pack({});
});

test("other files in the fresh workspace are not overwritten", async () => {
  makeRepository();
  const { parts } = await packWorkspace(sandbox);
  const fresh = await stage.open();
  writeFileSync(join(fresh.workspace, "here"), "already");
  await expect(unpackWorkspace(fresh, parts)).rejects.toMatchObject({ code: "not-empty" });
});
