import { asThreadId, noSettings, type Settings } from "@reprise/model";
import { expect, test } from "vitest";
import type { Launch } from "../../driving/driver.ts";
import { geminiCommand } from "./command.ts";
import { geminiFolder, geminiHomeEnv } from "./home.ts";

const thread = asThreadId("29458b7b-0326-4058-9586-deb20acd8ee9");
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
  const args = (isNew: boolean) => geminiCommand({ thread, isNew, launch: launchWith({}) }).args;
  expect(args(true)).toEqual([...always, "--session-id", thread]);
  expect(args(false)).toEqual([...always, "--resume", thread]);
});

test("everything is said again in every turn, and no value can become an option", () => {
  const launch = launchWith(
    { model: "--yolo", sandbox: "workspace-write" },
    { allow: ["run_shell_command(git)"] },
  );
  for (const isNew of [true, false])
    expect(geminiCommand({ thread, isNew, launch }).args.slice(4)).toEqual([
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
  expect(geminiCommand({ thread, isNew: false, launch: launchWith(settings) }).args).toContain(
    `--approval-mode=${mode}`,
  );
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
