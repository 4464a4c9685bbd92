import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexConfiguration, codexToolServers } from "./configuration.ts";

const trusted = (path: string) => `[projects.${JSON.stringify(path)}]\ntrust_level = "trusted"\n`;
const at = (config: string | null, more: Record<string, string> = {}, folder: string | null = "/w/sub") =>
  codexConfiguration(
    { home: "/h", folder },
    memoryHost({
      ...(config === null ? {} : { "/h/config.toml": config }),
      "/w/.git/HEAD": "ref: refs/heads/main\n",
      "/w/sub/a": "",
      ...more,
    }).files,
  );
const words = (config: string | null, more?: Record<string, string>) => {
  const found = at(config, more);
  return found && [found.sandbox, found.approvalPolicy];
};

describe("what Codex would start with", () => {
  it.each<[string | null, readonly string[] | null]>([
    [null, ["read-only", "on-request"]],
    [trusted("/w"), ["workspace-write", "on-request"]],
    [trusted("/w/sub"), ["workspace-write", "on-request"]],
    [trusted("/"), ["read-only", "on-request"]],
    [trusted("/w").replace("trusted", "untrusted"), ["workspace-write", "untrusted"]],
    ['sandbox_mode = "danger-full-access"\napproval_policy = "never"', ["danger-full-access", "never"]],
    ['sandbox_mode = "danger-full-access"\ndefault_permissions = ":read-only"', ["read-only", "on-request"]],
    ['default_permissions = "mine"', null],
    ['sandbox_mode = "brand-new"', null],
    ["sandbox_mode = = ", null],
    ["approval_policy = 7", null],
    ["approval_policy = { granular = { rules = true, mcp_elicitations = false } }", ["read-only", "granular(rules)"]],
    ['profile = "p"\n[profiles.p]\nsandbox_mode = "workspace-write"', ["workspace-write", "on-request"]],
    ['profile = "q"\n[profiles.p]\nsandbox_mode = "workspace-write"', ["read-only", "on-request"]],
  ])("%j", (config, expected) => {
    expect(words(config)).toEqual(expected);
  });

  it("includes what its sandbox grants, and the MCP servers that are not switched off", () => {
    const config = `
[sandbox_workspace_write]
network_access = true
writable_roots = ["/srv", 7]
[mcp_servers.db]
command = "db"
[mcp_servers.off]
command = "off"
enabled = false
`;
    expect(at(config)).toMatchObject({ networkAccess: true, writableRoots: ["/srv"], mcpServers: ["db"] });
    expect(at("")).toMatchObject({ networkAccess: false, writableRoots: [], mcpServers: [] });
  });

  it("a file of the workspace narrows it, and never widens it", () => {
    const project = (text: string) => ({ "/w/.codex/config.toml": text });
    const wide = 'sandbox_mode = "danger-full-access"\napproval_policy = "never"\n[mcp_servers.x]\ncommand = "x"';
    expect(words(trusted("/w"), project(wide))).toEqual(["workspace-write", "on-request"]);
    expect(at(trusted("/w"), project(wide))).toMatchObject({ mcpServers: [] });
    expect(words(trusted("/w"), project('sandbox_mode = "read-only"'))).toEqual(["read-only", "on-request"]);
    expect(words(trusted("/w"), { "/w/sub/.codex/config.toml": 'sandbox_mode = "read-only"' })).toEqual([
      ...["read-only", "on-request"],
    ]);
    expect(words(null, project("not = = toml"))).toEqual(["read-only", "on-request"]); // not trusted: not read
    expect(words(trusted("/w"), project("not = = toml"))).toBeNull();
  });

  it("names the MCP servers of a trusted workspace's files, which Codex starts as well", () => {
    const servers = (config: string, text: string) =>
      codexToolServers(
        { home: "/h", folder: "/w/sub" },
        memoryHost({ "/w/.git/HEAD": "", "/h/config.toml": config, "/w/.codex/config.toml": text }).files,
      );
    const own = '[mcp_servers.db]\ncommand = "db"\n';
    const planted = '[mcp_servers.planted]\ncommand = "x"';
    expect(servers(`${own}${trusted("/w")}`, planted)).toEqual(["db", "planted"]);
    expect(servers(own, planted)).toEqual(["db"]);
    expect(servers(`${own}${trusted("/w")}`, "[mcp_servers.db]\nenabled = false")).toEqual([]);
    expect(servers(trusted("/w"), "not = = toml")).toBeNull();
    const changed = ["db, changed by .codex/config.toml of the workspace"];
    expect(servers(`${own}${trusted("/w")}`, '[mcp_servers.db]\ncommand = "x"')).toEqual(changed);
    expect(servers(`${own}${trusted("/w")}`, '[mcp_servers.db.env]\nNODE_OPTIONS = "--require ./x"')).toEqual(changed);
    expect(servers(`${own}${trusted("/w")}`, own)).toEqual(["db"]);
  });

  it("the machine's own configuration stands below and above the person's", () => {
    const wide = 'sandbox_mode = "danger-full-access"';
    expect(words(null, { "/etc/codex/config.toml": wide })).toEqual(["danger-full-access", "on-request"]);
    const above = { "/etc/codex/managed_config.toml": 'sandbox_mode = "read-only"' };
    expect(words(wide, above)).toEqual(["read-only", "on-request"]);
  });

  it("a linked worktree has the trust of its repository", () => {
    const folder = "/tree";
    const found = (pointer: string) =>
      codexConfiguration(
        { home: "/h", folder },
        memoryHost({ "/h/config.toml": trusted("/w"), "/tree/.git": pointer }).files,
      )?.sandbox;
    expect(found("gitdir: /w/.git/worktrees/tree\n")).toBe("workspace-write");
    for (const other of ["gitdir: ../w/.git/worktrees/tree\n", "gitdir: /w/.git/modules/tree\n", "nothing"])
      expect(found(other)).toBe("read-only");
  });

  it("without a folder nothing is trusted", () => {
    expect(at(trusted("/w"), {}, null)).toMatchObject({ sandbox: "read-only" });
  });
});
