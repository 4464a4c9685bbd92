import { asThreadId, noSettings, type Settings } from "@reprise/model";
import { describe, expect, test } from "vitest";
import type { Launch } from "../../driving/driver.ts";
import { codexCommand } from "./command.ts";

const thread = asThreadId("01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b");

function argsOf(settings: Partial<Settings>, of: typeof thread | null = null): readonly string[] {
  const launch: Launch = {
    settings: { ...noSettings, ...settings },
    env: {},
    home: null,
    program: null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  return codexCommand({ thread: of, launch }).args;
}

const hidesKeys = ["-c", "shell_environment_policy.ignore_default_excludes=false"];

const trustsNone = (...folders: string[]) => [
  "-c",
  `projects={${folders.map((folder) => `"${folder}"={trust_level="untrusted"}`).join(",")}}`,
];

describe("codex exec", () => {
  test("a new thread, with nothing set", () => {
    expect(argsOf({})).toEqual(["exec", "--json", "--skip-git-repo-check", ...hidesKeys, "-"]);
  });

  test("a resumed thread: every option stands before `resume`", () => {
    const all = {
      cwd: "/srv/proj-a",
      sandbox: "workspace-write",
      model: "gpt-5.5",
      provider: "mock",
      effort: "high",
      summary: "auto",
    };
    expect(argsOf(all, thread)).toEqual([
      "exec",
      "--json",
      "--skip-git-repo-check",
      "--cd=/srv/proj-a",
      "--sandbox=workspace-write",
      "--model=gpt-5.5",
      "-c",
      'model_provider="mock"',
      "-c",
      'model_reasoning_effort="high"',
      "-c",
      'model_reasoning_summary="auto"',
      ...hidesKeys,
      ...trustsNone("/srv/proj-a", "/srv", "/"),
      "resume",
      thread,
      "-",
    ]);
  });

  test.each([
    ["read-only", "--sandbox=read-only"],
    ["workspace-write", "--sandbox=workspace-write"],
    ["danger-full-access", "--dangerously-bypass-approvals-and-sandbox"],
    ["of-tomorrow", "--sandbox=of-tomorrow"],
  ])("the sandbox %s is said in every turn", (sandbox, option) => {
    for (const of of [null, thread]) expect(argsOf({ sandbox }, of)).toContain(option);
  });

  test("no value can become an option or leave its TOML text", () => {
    const args = argsOf({
      cwd: "--help",
      model: "-x --yolo",
      provider: 'a"\nsandbox_mode="danger-full-access',
    });
    expect(args.slice(3)).toEqual([
      "--cd=--help",
      "--model=-x --yolo",
      "-c",
      'model_provider="a\\"\\nsandbox_mode=\\"danger-full-access"',
      ...hidesKeys,
      ...trustsNone("--help", "."),
      "-",
    ]);
  });
});
