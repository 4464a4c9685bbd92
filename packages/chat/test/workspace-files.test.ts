import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "../src/sandbox/sandbox.ts";
import { tarOf } from "../src/sandbox/tar/write-tar.ts";
import { usualWorkspaceLimits } from "../src/workspace/limits.ts";
import { staysInside } from "../src/workspace/links.ts";
import { packWorkspace } from "../src/workspace/pack-workspace.ts";
import { unpackWorkspace } from "../src/workspace/unpack-workspace.ts";
import { part, treeOf, WorkspaceStage } from "./workspace-stage.ts";

let stage: WorkspaceStage;
let sandbox: Sandbox;
beforeEach(async () => {
  stage = new WorkspaceStage();
  sandbox = await stage.open();
});
afterEach(() => stage.close());

function write(path: string, text = path): void {
  const place = join(sandbox.workspace, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

test("a folder is the same elsewhere, without caches and links that lead out", async () => {
  for (const path of [
    "a",
    "a-b/c",
    "Makefile",
    "makefile",
    "é",
    "ends ",
    " \n'$(x)",
    "x/y/z",
    "target/kept",
    "node_modules/kept",
  ])
    write(path);
  write("web/package.json");
  write("web/node_modules/left/out");
  write("rust/Cargo.toml");
  write("rust/target/left-out");
  write(".venv/pyvenv.cfg");
  write(".venv/bin/python");
  write("pkg/__pycache__/a.pyc");
  write("cached/CACHEDIR.TAG");
  chmodSync(join(sandbox.workspace, "a"), 0o755);
  mkdirSync(join(sandbox.workspace, "empty/inner"), { recursive: true });
  symlinkSync("x/y", join(sandbox.workspace, "inner link"));
  symlinkSync("../a", join(sandbox.workspace, "a-b/up"));
  symlinkSync("gone\n", join(sandbox.workspace, "dangling"));
  symlinkSync("/etc", join(sandbox.workspace, "outward"));
  symlinkSync("../..", join(sandbox.workspace, "x/outward"));
  const { parts, omitted } = await packWorkspace(sandbox);
  const left = [".venv", "cached", "outward", "pkg/__pycache__", "rust/target", "web/node_modules", "x/outward"];
  expect(omitted.map(({ path }) => path).sort()).toEqual(left);
  const fresh = await stage.open();
  await unpackWorkspace(fresh, parts);
  const isLeft = (path: string) => left.some((one) => path === one || path.startsWith(`${one}/`));
  const kept = Object.entries(treeOf(sandbox.workspace)).filter(([path]) => !isLeft(path));
  expect(treeOf(fresh.workspace)).toEqual({ ...Object.fromEntries(kept), "pkg/": "" });
});

test("an empty workspace stays empty", async () => {
  const { parts } = await packWorkspace(sandbox);
  expect(parts).toHaveLength(1);
  const fresh = await stage.open();
  await unpackWorkspace(fresh, parts);
  expect(readdirSync(fresh.workspace)).toEqual([]);
});

test("more than the limits allow is refused, with the biggest by name", async () => {
  write("small");
  write("folder/huge", "x".repeat(2_000_000));
  const limits = { ...usualWorkspaceLimits, mostFileBytes: 1_000_000 };
  await expect(packWorkspace(sandbox, limits)).rejects.toMatchObject({
    name: "WorkspaceError",
    code: "too-large",
    message: expect.stringContaining("folder/huge (1.9 MiB)"),
  });
});

test("a file that changes meanwhile is an error, not another file", async () => {
  write("a");
  const { parts } = await packWorkspace(sandbox);
  write("a", "longer than before");
  await expect(unpackWorkspace(await stage.open(), parts)).rejects.toThrow(/a changed/);
});

describe("hostile parts are refused, and nothing is outside", () => {
  const manifest = (more: object = {}) =>
    part("workspace.json", JSON.stringify({ v: 1, git: null, folders: [], links: [], ...more }));
  const archive = async (path: string) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of tarOf([part(path, "x")])) pieces.push(piece);
    return part("files.tar", Buffer.concat(pieces));
  };
  const git = {
    head: null,
    branch: null,
    refs: [],
    index: "0".repeat(40),
    files: "0".repeat(40),
    base: [],
    remotes: [],
    settings: [],
  };
  const remote = [{ name: "--upload-pack=x", url: "x" }];

  test.each([
    ["no parts", async () => []],
    ["no manifest", async () => [part("files.tar", "")]],
    ["broken JSON", async () => [part("workspace.json", "{")]],
    [
      "a newer version",
      async () => [part("workspace.json", JSON.stringify({ v: 2, git: null, folders: [], links: [] }))],
    ],
    ["a folder above", async () => [manifest({ folders: ["../outside"] })]],
    ["a link above", async () => [manifest({ links: [{ path: "../outside", target: "a" }] })]],
    ["a link outwards", async () => [manifest({ links: [{ path: "a", target: "../b" }] })]],
    ["a file above", async () => [manifest(), await archive("../outside")]],
    ["an absolute file", async () => [manifest(), await archive("/tmp/outside")]],
    ["no archive", async () => [manifest(), part("files.tar", "x".repeat(512))]],
    ["another part", async () => [manifest(), part("objects.pack", "")]],
    [
      "a remote that is an option",
      async () => [manifest({ git: { ...git, remotes: remote } }), part("objects.pack", "")],
    ],
    [
      "a ref that is a command",
      async () => [
        manifest({ git: { ...git, refs: [{ name: "refs/heads/a\nb", commit: git.index }] } }),
        part("objects.pack", ""),
      ],
    ],
    ["no pack", async () => [manifest({ git })]],
    ["a broken pack", async () => [manifest({ git }), part("objects.pack", "PACK")]],
  ])("%s", async (_, make) => {
    const fresh = await stage.open();
    const error = await unpackWorkspace(fresh, await make()).catch((caught: unknown) => caught);
    expect((error as Error).name).toMatch(/^(?:WorkspaceError|SandboxError)$/);
    expect(readdirSync(join(fresh.workspace, "..")).sort()).toEqual(["home", "workspace"]);
  });
});

test.each([
  ["a", "b", true],
  ["a/b", "../c", true],
  ["a/b", "../../c", false],
  ["a", "..", false],
  ["a/b", "..", true],
  ["a", "/b", false],
  ["a", "b/../c", false],
  ["a", "./b", true],
  ["a", "", false],
])("the link %s to %s stays inside: %s", (path, target, stays) => {
  expect(staysInside(path, target)).toBe(stays);
});
