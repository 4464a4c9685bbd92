import { existsSync } from "node:fs";
import { join } from "node:path";
import { codex, type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lived, restoreChosen } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("live-question");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

/** A terminal takes the second half for a window title and shows nothing of it; a shell runs it. */
const command = "echo hello \u001b]0;touch PWNED;:\u0007";
const shown = String.raw`│ echo hello \x1b]0;touch PWNED;:\x07`;

/** With the rule that the model proposes for always: Codex takes it where it can tell the words of the command. */
const asking = (cmd = command) => ({
  call: {
    name: codex.shellCall(cmd).name,
    arguments: {
      cmd,
      sandbox_permissions: "require_escalated",
      justification: "To greet.",
      prefix_rule: ["echo"],
    },
  },
});
const patch = ["*** Begin Patch", "*** Add File: note.txt", "+a \u202eline", "*** End Patch", ""].join("\n");
const rule = "adds a permanent rule: allow every command that starts with:";

function expectWhole(pty: PtyProgram): void {
  expect(pty.text()).toContain(shown);
  expect(pty.text()).toMatch(/Folder +│ .*work/);
  expect(pty.text()).toContain("│ To greet.");
  expect(pty.text().replace(/\n +┊ /, "")).toContain(
    String.raw`│ ${rule} "/bin/bash" "-lc" "echo hello \x1b]0;touch PWNED;:\x07"`,
  );
}

test("on the command line a question shows all of a command, the rule of always, and what an edit writes", async () => {
  stage.model.push(
    [asking()],
    [asking("echo one two")],
    [{ custom: { name: "apply_patch", input: patch } }],
    [{ text: "Neither was done." }],
  );
  const args = ["run", "greet", "--sandbox", "read-only", "--approval", "on-request"];
  const pty = stage.openApp(folder, { args, rows: 40 });
  await pty.shows(
    /Allow\? \[y\] yes, once {2}\[s\] yes, for this session {2}\[a\] yes, always \(adds the permanent rule/,
  );
  expectWhole(pty);
  const declines = async (next: string) => {
    await until(() => pty.raw().endsWith("stop the turn "), { what: "keys to count" });
    pty.type("n");
    await pty.shows(next);
  };
  await declines(`│ ${rule} "echo"\nAllow?`);
  expect(pty.text()).toMatch(/Command +│ echo one two\n/);
  await declines("asks to change files");
  await pty.shows("Allow? [y] yes, once  [s] yes, for this session  [n] no  [c] no, and stop the turn");
  expect(pty.text()).toMatch(/Change +│ add .*note\.txt\n +│ \+a ⟨U\+202E⟩line\n/);
  await declines("Neither was done.");
  expect((await pty.exited).code).toBe(0);
  expect(existsSync(join(folder, "note.txt"))).toBe(false);
  expect(existsSync(join(folder, "PWNED"))).toBe(false);
});

test("in the app a question shows all of a command and the rule of always", async () => {
  await lived(stage, folder, "remember the number seven", "I remember seven.");
  const pty = stage.openApp(folder, { columns: 100, rows: 30 });
  await pty.shows("1–1 of 1");
  await restoreChosen(pty);
  stage.model.push([asking()], [{ text: "It was not done." }]);
  pty.type("greet\r");
  await pty.shows("codex asks to run a command");
  await pty.ready("Enter  answer");
  expectWhole(pty);
  pty.type("n");
  await pty.shows("It was not done.");
  expect(pty.text()).toContain(String.raw`$ echo hello \x1b]0;touch PWNED;:\x07`);
  expect(existsSync(join(folder, "PWNED"))).toBe(false);
});
