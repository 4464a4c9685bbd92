import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { claudePermissions } from "../claude/exec/permissions.ts";
import type { PermissionRules } from "../driving/permission-rules.ts";
import { geminiPermissions } from "../gemini/exec/permissions.ts";
import { opencodePermissions } from "../opencode/exec/permissions.ts";

const configured = (rules: PermissionRules, files: Record<string, string>) =>
  rules.configured(
    { home: null, env: { HOME: "/me", CLAUDE_CONFIG_DIR: undefined }, folder: "/w" },
    memoryHost(files).files,
  );

describe.each([
  [
    ...["Claude Code", claudePermissions, (mode: string) => ({ permissions: { defaultMode: mode } })],
    ...["/me/.claude/settings.json", "/w/.claude/settings.local.json", "/etc/claude-code/managed-settings.json"],
    ...["acceptEdits", "bypassPermissions"],
  ] as const,
  [
    ...["Gemini CLI", geminiPermissions, (mode: string) => ({ general: { defaultApprovalMode: mode } })],
    ...["/me/.gemini/settings.json", "/w/.gemini/settings.json", "/etc/gemini-cli/settings.json"],
    ...["auto_edit", "yolo"],
  ] as const,
])("the configured mode of %s", (_, rules, settings, own, project, machine, edits, all) => {
  const mode = (files: Record<string, string>) => configured(rules, files)?.approvalPolicy ?? null;
  const text = (word: string) => JSON.stringify(settings(word));

  it("is what the person has set, else its default", () => {
    expect(mode({})).toBe("default");
    expect(mode({ [own]: "{}" })).toBe("default");
    expect(mode({ [own]: text(all) })).toBe(all);
    expect(rules.usual.approvalPolicy).toBe("default");
  });

  it("is narrowed by a file of the workspace, and never widened", () => {
    expect(mode({ [own]: text(edits), [project]: text("plan") })).toBe("plan");
    expect(mode({ [own]: text(edits), [project]: text(all) })).toBe(edits);
    expect(mode({ [project]: text(all) })).toBe("default");
  });

  it("is what the machine's administrator says", () => {
    expect(mode({ [own]: text(all), [machine]: text("default") })).toBe("default");
  });

  it("is not known where a file cannot be read or says what is not known", () => {
    expect(configured(rules, { [own]: "{ not json" })).toBeNull();
    expect(configured(rules, { [own]: "[]" })).toBeNull();
    expect(configured(rules, { [own]: text("brand-new") })).toBeNull();
    expect(configured(rules, { [own]: text(all), [project]: text("brand-new") })).toBeNull();
  });
});

describe("the configured permissions of OpenCode", () => {
  const sandbox = (permission: unknown) =>
    configured(opencodePermissions, { "/me/.config/opencode/opencode.json": JSON.stringify({ permission }) })?.sandbox;

  it.each<[unknown, string]>([
    [undefined, "workspace-write"],
    ["allow", "danger-full-access"],
    [{ "*": "allow" }, "danger-full-access"],
    [{ "*": "allow", bash: "ask" }, "workspace-write"],
    [{ bash: "allow" }, "workspace-write"],
    [{ bash: "allow", edit: "allow", external_directory: "allow" }, "danger-full-access"],
    ["ask", "read-only"],
    [{ edit: "deny" }, "read-only"],
  ])("%j is %s", (permission, expected) => {
    expect(sandbox(permission)).toBe(expected);
  });

  it("are its default where nothing is configured, and not known where that cannot be read", () => {
    expect(configured(opencodePermissions, {})).toEqual(opencodePermissions.usual);
    expect(configured(opencodePermissions, { "/me/.config/opencode/opencode.json": "// c" })).toBeNull();
  });
});
