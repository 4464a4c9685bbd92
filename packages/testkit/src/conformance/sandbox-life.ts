import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SandboxError } from "@reprise/chat";
import { expect, test } from "vitest";
import { checkEither } from "./check.ts";
import type { SandboxSuite } from "./sandbox.ts";
import { anySeconds, fileOf, filesIn, processesWith, runShell, shell } from "./sandbox-stage.ts";

export function describeSandboxLife({ given, stage }: SandboxSuite): void {
  test("it can be used here", async () => {
    expect(await stage().provider.unavailable()).toBeNull();
  });

  test("a fresh one has two empty folders of its own", async () => {
    const [one, other] = [await stage().open(), await stage().open()];
    expect(one.id).not.toBe(other.id);
    await one.put("home", [fileOf("a", "a")]);
    await one.put("workspace", [fileOf("b", "b")]);
    expect(one.isWorkspaceShared).toBe(false);
    for (const root of ["home", "workspace"] as const) expect(await filesIn(other, root, ["."])).toEqual([]);
    const { stdout, code } = await runShell(one, 'cat "$1/a" "$2/b" && echo c > "$1/c" && echo d > "$2/d"', [
      one.home,
      one.workspace,
    ]);
    expect({ text: stdout.toString(), code }).toEqual({ text: "ab", code: 0 });
  });

  const sharedIsRefused = async () => {
    await expect(stage().open({ workspace: await stage().folder() })).rejects.toThrow(SandboxError);
  };
  const sharedStays = async () => {
    const workspace = await stage().folder();
    await writeFile(join(workspace, "before"), "from us");
    await mkdir(join(workspace, "folder"));
    const sandbox = await stage().open({ workspace });
    expect(sandbox.isWorkspaceShared).toBe(true);
    await runShell(sandbox, "cat before > folder/after");
    expect(await filesIn(sandbox, "workspace", ["folder"])).toEqual([["folder/after", "from us", false]]);
    await sandbox.dispose();
    expect(await readFile(join(workspace, "folder/after"), "utf8")).toBe("from us");
    const { uid } = await stat(join(workspace, "folder/after"));
    expect(uid).toBe(process.getuid?.());
  };
  checkEither("a shared workspace is the folder itself, and stays", sharedStays, {
    promise: "a shared workspace is refused",
    because: given.sharedWorkspace,
    check: sharedIsRefused,
  });

  test("a workspace that it cannot reach is refused by name", async () => {
    const missing = join(await stage().folder(), "nowhere");
    await expect(stage().open({ workspace: missing })).rejects.toThrow(SandboxError);
    await expect(stage().open({ workspace: missing })).rejects.toThrow(/nowhere/);
    await expect(stage().open({ workspace: "relative" })).rejects.toThrow(SandboxError);
    const file = join(await stage().folder(), "file");
    await writeFile(file, "");
    await expect(stage().open({ workspace: file })).rejects.toThrow(SandboxError);
  });

  test("nothing is opened when it was cancelled before", async () => {
    await expect(stage().open({ signal: AbortSignal.abort() })).rejects.toThrow(SandboxError);
  });

  test("an unknown snapshot is refused", async () => {
    await expect(stage().open({ snapshot: "no-such-snapshot" })).rejects.toThrow(SandboxError);
  });

  test("after dispose nothing of it runs, and it cannot be used", async () => {
    const sandbox = await stage().open();
    const seconds = anySeconds();
    await runShell(sandbox, '(sleep "$1" >/dev/null 2>&1 </dev/null &)', [seconds]);
    await sandbox.run(shell("trap '' INT TERM; while :; do sleep 1; done", [seconds]));
    await Promise.all([sandbox.dispose(), sandbox.dispose()]);
    await sandbox.dispose();
    expect(processesWith(seconds)).toEqual([]);
    expect((await given.leftovers?.()) ?? []).toEqual([]);
    await expect(sandbox.run(shell("true"))).rejects.toThrow(SandboxError);
  });

  const hasNoSnapshots = async () => {
    expect((await stage().open()).snapshot).toBeUndefined();
  };
  const isOpenedAgain = async () => {
    const sandbox = await stage().open();
    if (sandbox.snapshot === undefined) throw new Error("It takes no snapshots.");
    await sandbox.put("home", [fileOf("h", "home")]);
    await runShell(sandbox, "echo work > w; chmod 755 w; ln -s w link");
    const snapshot = await sandbox.snapshot();
    await sandbox.dispose();
    for (let time = 0; time < 2; time++) {
      const again = await stage().open({ snapshot });
      expect(await filesIn(again, "home", ["."])).toEqual([["h", "home", false]]);
      expect(await filesIn(again, "workspace", ["."])).toEqual([["w", "work\n", true]]);
      expect((await runShell(again, "cat link; echo more >> w")).stdout.toString()).toBe("work\n");
      await again.dispose();
    }
  };
  checkEither("a snapshot is opened again, any number of times", isOpenedAgain, {
    promise: "there are no snapshots",
    because: given.snapshots,
    check: hasNoSnapshots,
  });
}
