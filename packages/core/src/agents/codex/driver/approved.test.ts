import { expect, test } from "vitest";
import { approvedHash } from "./approved.ts";
import { hashOf } from "./asked.ts";

const settings = { cwd: "/srv/a", sandbox: "read-only" };
const asked = (line: string, cwd = "/srv/a") => hashOf(["command", line, cwd, "read-only"]);

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
  expect(approvedHash(command, settings, "/bin/bash")).toBe(asked(line));
});

test("another command, folder or sandbox is another request", () => {
  const hash = approvedHash(["git", "status"], settings, "/bin/bash");
  expect(hash).not.toBe(asked("/bin/bash -lc 'git status -s'"));
  expect(hash).not.toBe(asked("/bin/bash -lc 'git status'", "/srv/b"));
  expect(approvedHash(["git", "status"], { ...settings, sandbox: "workspace-write" }, "/bin/bash")).not.toBe(
    hash,
  );
});
