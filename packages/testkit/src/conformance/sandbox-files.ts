import { randomBytes } from "node:crypto";
import { SandboxError, type SandboxFile } from "@reprise/chat";
import { beforeAll, describe, expect, test } from "vitest";
import type { SandboxSuite } from "./sandbox.ts";
import { bytesOf, fileOf, filesIn, hashOf, runShell } from "./sandbox-stage.ts";

const hostilePaths = [
  "",
  "/etc/outside",
  "../outside",
  "a/../../outside",
  "a/..",
  "..",
  "./a",
  "a//b",
  "a/",
  "a\0b",
  "\ud800",
  "x".repeat(300),
  "ü".repeat(200),
  `${"a/".repeat(3000)}a`,
];

export function describeSandboxFiles({ shared, emptied }: SandboxSuite): void {
  test("files come back as they were put, sorted by path", async () => {
    const sandbox = await emptied();
    const long = Array.from({ length: 12 }, (_, index) => `folder-${index}-${"n".repeat(40)}`).join("/");
    const files: [string, string | Uint8Array, boolean][] = [
      ["a-b", "before the folder a", false],
      ["a/run.sh", "#!/bin/sh\necho ran\n", true],
      ["a/z", "", false],
      ["a0", "after it", false],
      [`${long}/deep`, "deep", false],
      ["name with\nnewline", "odd", false],
      [" -x ' \" $(y)", "hostile name", false],
      ["é-漢字-\u{1f600}", "ünïcode", false],
      ["é", "decomposed", false],
    ];
    for (const root of ["home", "workspace"] as const) {
      await sandbox.put(
        root,
        files.map((file) => fileOf(...file)),
      );
      const expected = files
        .map(([path, content, mode]) => [path, Buffer.from(content).toString("latin1"), mode] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1));
      expect(await filesIn(sandbox, root, ["."])).toEqual(expected);
    }
    const ran = await runShell(sandbox, "./a/run.sh; ls -l a/z | cut -c4");
    expect(ran.stdout.toString()).toBe("ran\n-\n");
  });

  test("50 MB are the same bytes, from a stream of files", async () => {
    const sandbox = await emptied();
    const content = randomBytes(50 * 1024 * 1024 + 7);
    const files = async function* () {
      yield fileOf("big/one", content);
      yield fileOf("big/two", "two");
    };
    await sandbox.put("workspace", files());
    const found: [string, string][] = [];
    for await (const { path, bytes } of sandbox.get("workspace", ["big"]))
      found.push([path, hashOf(await bytesOf(bytes()))]);
    expect(found).toEqual([
      ["big/one", hashOf(content)],
      ["big/two", hashOf(Buffer.from("two"))],
    ]);
  });

  test("only what is asked for comes back, each file once", async () => {
    const sandbox = await emptied();
    await sandbox.put(
      "home",
      ["a/1", "a/b/2", "ab", "c", "d/3"].map((path) => fileOf(path, path)),
    );
    const paths = (found: Awaited<ReturnType<typeof filesIn>>) => found.map(([path]) => path);
    expect(paths(await filesIn(sandbox, "home", ["d", "a", "a/b", "missing", "c/none", "a"]))).toEqual([
      "a/1",
      "a/b/2",
      "d/3",
    ]);
    expect(paths(await filesIn(sandbox, "home", ["a", "ab", "c"]))).toEqual(["a/1", "a/b/2", "ab", "c"]);
    await sandbox.put("home", [fileOf("a-b", "x")]);
    expect(paths(await filesIn(sandbox, "home", ["a", "a-b"]))).toEqual(["a-b", "a/1", "a/b/2"]);
    expect(await filesIn(sandbox, "home", [])).toEqual([]);
    expect(await filesIn(sandbox, "workspace", ["."])).toEqual([]);
  });

  test("a file that is skipped does not disturb the next one", async () => {
    const sandbox = await emptied();
    await sandbox.put("home", [fileOf("1", "x".repeat(300_000)), fileOf("2", "two"), fileOf("3", "three")]);
    const read: string[] = [];
    for await (const { path, bytes } of sandbox.get("home", ["."]))
      if (path !== "1") read.push((await bytesOf(bytes())).toString());
    expect(read).toEqual(["two", "three"]);
    for await (const { path } of sandbox.get("home", ["."])) if (path === "1") break;
  });

  test("a file is replaced, and its mode with it", async () => {
    const sandbox = await emptied();
    await sandbox.put("workspace", [fileOf("a", "the first, which is longer", true)]);
    await sandbox.put("workspace", [fileOf("a", "second")]);
    expect(await filesIn(sandbox, "workspace", ["a"])).toEqual([["a", "second", false]]);
  });

  test("links, pipes and what is behind links are left out", async () => {
    const sandbox = await emptied();
    await runShell(sandbox, "echo x > file; ln -s file link; ln -s /etc outside; ln -s nothing gone; mkfifo pipe");
    expect(await filesIn(sandbox, "workspace", ["."])).toEqual([["file", "x\n", false]]);
    expect(await filesIn(sandbox, "workspace", ["outside/passwd", "link", "pipe", "gone"])).toEqual([]);
  });

  test("nothing is written through a link of the sandbox", async () => {
    const sandbox = await emptied();
    await runShell(sandbox, 'mkdir "$1/target"; ln -s "$1/target" folder; ln -s "$1/target/file" file', [sandbox.home]);
    await expect(sandbox.put("workspace", [fileOf("folder/file", "through")])).rejects.toThrow(SandboxError);
    await sandbox.put("workspace", [fileOf("file", "in place of the link")]);
    expect(await filesIn(sandbox, "home", ["target"])).toEqual([]);
    expect(await filesIn(sandbox, "workspace", ["."])).toEqual([["file", "in place of the link", false]]);
  });

  describe("a path that leaves its root is refused before anything is written", () => {
    beforeAll(async () => void (await emptied()));
    test.each(hostilePaths.map((path) => [JSON.stringify(path.slice(0, 40)), path]))("%s", async (_, path) => {
      const sandbox = shared();
      await expect(sandbox.put("home", [fileOf("good", "x"), fileOf(path, "y")])).rejects.toThrow(SandboxError);
      const stream = async function* (): AsyncGenerator<SandboxFile> {
        yield fileOf(path, "y");
      };
      await expect(sandbox.put("home", stream())).rejects.toThrow(SandboxError);
      expect(await filesIn(sandbox, "home", ["."])).toEqual([]);
      await expect(filesIn(sandbox, "home", [path])).rejects.toThrow(SandboxError);
    });
  });

  test("a file whose bytes fail is not there afterwards", async () => {
    const sandbox = await emptied();
    const failing: SandboxFile = {
      path: "a/failing",
      sizeBytes: 10,
      isExecutable: false,
      bytes: async function* () {
        yield Buffer.from("half");
        throw new Error("the source failed");
      },
    };
    await expect(sandbox.put("home", [failing])).rejects.toThrow(SandboxError);
    expect(await filesIn(sandbox, "home", ["."])).toEqual([]);
    const short: SandboxFile = { ...fileOf("short", "only this"), sizeBytes: 100 };
    await expect(sandbox.put("home", [short])).rejects.toThrow(SandboxError);
    expect(await filesIn(sandbox, "home", ["."])).toEqual([]);
  });
}
