import { expect, test } from "vitest";
import { approvalOf } from "./approval.ts";
import { approvedHash } from "./approved-hash.ts";

const settings = { cwd: "/srv/a", sandbox: "read-only" };
const shell = { shell: "/bin/bash", home: "/h" };
/** The hash of Codex's request for a command line. */
const asked = (command: string, cwd = "/srv/a", home = "/h") =>
  approvalOf(
    { kind: "request", id: 1, method: "item/commandExecution/requestApproval", params: { command, cwd } },
    {
      scope: { home, workspace: cwd, sandbox: { type: "read-only" } },
      changesOf: () => [],
      commandOf: () => null,
    },
  )?.request.hash;

test.each([
  [["ls"], "/bin/bash -lc ls"],
  [["git", "status"], "/bin/bash -lc 'git status'"],
  [["bash", "-lc", "npm test && echo ok"], "/bin/bash -lc 'npm test && echo ok'"],
  [["bash", "-lc", "echo 'a'"], `/bin/bash -lc "echo 'a'"`],
  [["/bin/zsh", "-lc", "npm test"], "/bin/bash -lc 'npm test'"],
  [["sh", "-c", "npm test"], "/bin/bash -lc 'npm test'"],
  [["git", "-c", "rm x"], `/bin/bash -lc "git -c 'rm x'"`],
  [["git", "-lc", "rm"], "/bin/bash -lc 'git -lc rm'"],
  [["bash", "-x", "rm"], "/bin/bash -lc 'bash -x rm'"],
  [["bash", "-lc"], "/bin/bash -lc 'bash -lc'"],
  [["bash", "-lc", "rm", "x"], "/bin/bash -lc 'bash -lc rm x'"],
  [["echo", "it's $5"], String.raw`/bin/bash -lc "echo \"it's \\\$5\""`],
  [[], "/bin/bash -lc ''"],
])("an approved %j is the request %s", (command, line) => {
  expect(approvedHash(command, settings, shell)).toBe(asked(line));
});

test("another command, folder, home or sandbox is another request", () => {
  const hash = approvedHash(["git", "status"], settings, shell);
  expect(hash).not.toBe(asked("/bin/bash -lc 'git status -s'"));
  expect(hash).not.toBe(asked("/bin/bash -lc 'git status'", "/srv/b"));
  expect(hash).not.toBe(asked("/bin/bash -lc 'git status'", "/srv/a", "/other"));
  expect(approvedHash(["git", "status"], { ...settings, sandbox: "workspace-write" }, shell)).not.toBe(hash);
});

test("where the folder or the sandbox is not known, no request is meant", () => {
  for (const unknown of [{ cwd: null }, { sandbox: null }])
    expect(approvedHash(["ls"], { ...settings, ...unknown }, shell)).toBeNull();
});
