import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DemoStage, reprise } from "./demo-stage.ts";
import { versionOf } from "./terminals/emulators.ts";

/** In a terminal of another make, which has its own mind about modes, keys and pastes. */

let stage: DemoStage;
beforeEach(async () => {
  stage = await DemoStage.open("app-tmux");
});
afterEach(() => stage.close());

const tmux = (...words: readonly string[]) =>
  execFileSync("tmux", ["-S", join(stage.scratch.root, "tmux"), "-f", "/dev/null", ...words], {
    env: { ...stage.env, LANG: "C.UTF-8" },
    encoding: "utf8",
    stdio: "pipe",
  });
const press = (...keys: readonly string[]) => void tmux("send-keys", ...keys);
const screen = () => tmux("capture-pane", "-p");

async function shows(text: string | RegExp): Promise<void> {
  const holds = () => (typeof text === "string" ? screen().includes(text) : text.test(screen()));
  await until(holds, { what: `${text}` }).catch((error: Error) => {
    throw new Error(`${error.message}\n${screen()}`);
  });
}

test.skipIf(versionOf("tmux", "-V") === null)(
  "in tmux: list, restore, lines and a paste in the composer, resize, leaving; its modes are as before (needs tmux)",
  async () => {
    const modes = () => tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}");
    tmux("new-session", "-d", "-x", "100", "-y", "30", `${reprise} demo; echo "ended with $?"; exec cat`);
    try {
      await shows("GPT Restore");
      expect(modes()).toBe("1 1 0 0\n");
      press("Right", "Enter");
      await shows("nothing until you write a message");
      press("Enter");
      await shows("session resumed");
      press("-l", "one");
      press("C-j");
      press("-l", "two");
      tmux("set-buffer", " pasted\nas it is 👍🏽 end");
      tmux("paste-buffer", "-p");
      await shows(/one\n +two pasted\n +as it is 👍.* end/u);
      tmux("resize-window", "-x", "60", "-y", "20");
      await until(() => screen().trimEnd().split("\n").at(0)?.length === 60, {
        what: "a picture of 60 columns",
      });
      await shows(/as it is 👍.* end/u);
      press("Enter");
      const sent = JSON.stringify("one\ntwo pasted\nas it is 👍🏽 end").slice(1, -1);
      await until(() => rollouts().some((text) => text.includes(sent)), { what: `the agent to get ${sent}` });
      press("C-c");
      await shows("Ctrl-C again quits.");
      press("C-c");
      await shows("ended with 0");
      expect(modes()).toBe("0 0 1 1\n");
      expect(screen()).not.toContain("session resumed");
    } finally {
      tmux("kill-server");
    }
    await stage.expectNothingLeft();
  },
);

function rollouts(): string[] {
  return globSync(join(stage.folder, "home/.codex/sessions/**/*.jsonl")).map((path) => readFileSync(path, "utf8"));
}
