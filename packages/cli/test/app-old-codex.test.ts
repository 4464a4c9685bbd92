import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { expectGivenBack, restoreChosen } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

const modules = fileURLToPath(new URL("../../../tools/old-agents/node_modules", import.meta.url));
const old = join(modules, "codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex/codex");

let stage: LiveStage;
afterEach(() => stage.close());

test("Codex 0.120, which repeats prompts without their ids: each is shown once, also one with the same text", async ({
  skip,
}) => {
  stage = await LiveStage.open("app-old-codex");
  skip(!existsSync(old), "not installed on this kind of machine");
  stage.set({ REPRISE_CODEX_BIN: old });
  const folder = stage.folder("work");
  stage.model.push([{ text: "I remember seven." }]);
  const options = ["--sandbox", "danger-full-access", "--approval", "never", "--json"];
  const begun = await stage.run(folder, "run", "remember the number seven", ...options);
  expect(begun.code, begun.stderr).toBe(0);
  expect(begun.events.filter(({ type }) => type === "prompt-persisted")).toHaveLength(1);
  expect(begun.stdout).not.toContain('"kind":"prompt"');

  const pty = stage.openApp(folder);
  await pty.shows("remember the number");
  await restoreChosen(pty);
  const times = (text: string) =>
    pty
      .text()
      .split("\n")
      .filter((line) => line.trimEnd() === `› ${text}`).length;
  const command = "until test -e steered; do sleep 0.1; done";
  stage.model.push([{ call: { name: "shell_command", arguments: { command } } }], [{ text: "Steered." }]);
  pty.type("say it again\r");
  await pty.shows(/Esc stops/);
  await pty.shows("until test -e");
  pty.type("/steer say it again\r");
  await pty.shows(/say it again[\s\S]*say it again/);
  writeFileSync(join(folder, "steered"), "");
  await pty.shows("Steered.");
  expect(times("say it again")).toBe(2);
  stage.model.push([{ text: "Said." }]);
  pty.type("say it again\r");
  await pty.shows("Said.");
  expect(times("say it again")).toBe(3);
  pty.type("/quit\r");
  await expectGivenBack(pty, 0);
});
