import { asThreadId, noSettings, type Settings } from "@reprise/model";
import { expect, test } from "vitest";
import type { Launch } from "../../driving/driver.ts";
import { geminiCommand } from "./command.ts";
import { geminiFolder, geminiHomeEnv } from "./home.ts";

const thread = asThreadId("29458b7b-0326-4058-9586-deb20acd8ee9");
const prompt = { id: "p", text: "go on" };
const always = ["--output-format", "stream-json"];

function launchWith(settings: Partial<Settings>, more: Partial<Launch> = {}): Launch {
  const signal = new AbortController().signal;
  return {
    settings: { ...noSettings, ...settings },
    env: { HOME: "/home/dev" },
    home: null,
    program: null,
    onLine: () => undefined,
    signal,
    ...more,
  };
}

test("a new thread gets its id, an old one is resumed by it; there is no prompt among the arguments", () => {
  const args = (isNew: boolean) => geminiCommand({ thread, isNew, prompt, launch: launchWith({}) }).args;
  expect(args(true)).toEqual([...always, "--session-id", thread]);
  expect(args(false)).toEqual([...always, "--resume", thread]);
});

test("everything is said again in every turn, and no value can become an option", () => {
  const launch = launchWith({ model: "--yolo", sandbox: "workspace-write" }, { allow: ["run_shell_command(git)"] });
  for (const isNew of [true, false])
    expect(geminiCommand({ thread, isNew, prompt, launch }).args.slice(4)).toEqual([
      "--model=--yolo",
      "--approval-mode=auto_edit",
      "--allowed-tools=run_shell_command(git)",
    ]);
});

test.each([
  [{ sandbox: "read-only" }, "plan"],
  [{ sandbox: "workspace-write" }, "auto_edit"],
  [{ sandbox: "danger-full-access" }, "yolo"],
  [{ approvalPolicy: "yolo", sandbox: "workspace-write" }, "auto_edit"],
  [{ approvalPolicy: "default" }, "default"],
])("%j asks for %s", (settings, mode) => {
  expect(geminiCommand({ thread, isNew: false, prompt, launch: launchWith(settings) }).args).toContain(
    `--approval-mode=${mode}`,
  );
});

test("images and files are mentioned behind the prompt, and nothing in a path ends the mention", () => {
  const inputs = [
    { kind: "image", path: "/srv/a/-x y, (1).png" },
    { kind: "file", path: "/srv/a/é.\u{1f600}." },
  ] as const;
  const turn = { thread, isNew: true, prompt: { ...prompt, inputs } };
  const { input } = geminiCommand({ ...turn, launch: launchWith({}) });
  expect(input).toBe("go on\n\n@/srv/a/-x\\ y\\,\\ \\(1\\).png @/srv/a/é.\\\u{1f600}\\.");
});

test("instructions come before the first prompt of a thread, and not again", () => {
  const launch = launchWith({}, { instructions: "be brief" });
  const inputOf = (isNew: boolean) => geminiCommand({ thread, isNew, prompt, launch }).input;
  expect(inputOf(true)).toBe("Instructions:\nbe brief\n\nPrompt:\ngo on");
  expect(inputOf(false)).toBe("go on");
});

test("its home is the folder, or the one above it", () => {
  expect(geminiFolder(launchWith({}))).toBe("/home/dev/.gemini");
  expect(geminiFolder(launchWith({}, { env: { GEMINI_CLI_HOME: "/srv/g" } }))).toBe("/srv/g/.gemini");
  for (const home of ["/srv/x", "/srv/x/.gemini"]) {
    const launch = launchWith({}, { home });
    expect(geminiFolder(launch)).toBe("/srv/x/.gemini");
    expect(geminiHomeEnv(home, launch)).toEqual({ GEMINI_CLI_HOME: "/srv/x" });
  }
});
