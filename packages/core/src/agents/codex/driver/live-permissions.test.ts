import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { noPermissions } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import { nodeHost } from "../../../host/node-host.ts";
import { codexPermissions } from "./permissions.ts";

describe("what the real Codex starts with", { timeout: 60_000 }, () => {
  const used = useStage();
  const trust = (level: string) => (config: string) =>
    `${config}\n[projects.${JSON.stringify(used.stage.scratch.workspace)}]\ntrust_level = "${level}"\n`;
  const top = (lines: string) => (config: string) => `${lines}\n${config}`;

  test.each<[string, () => (config: string) => string]>([
    ["nothing configured", () => (config) => config],
    ["a trusted project", () => trust("trusted")],
    ["an untrusted project", () => trust("untrusted")],
    ["full access", () => top('sandbox_mode = "danger-full-access"\napproval_policy = "never"')],
    ["a profile over a mode", () => top('sandbox_mode = "danger-full-access"\ndefault_permissions = ":workspace"')],
    [
      "a sandbox that grants more",
      () => (config) =>
        `sandbox_mode = "workspace-write"\n${config}\n[sandbox_workspace_write]\nnetwork_access = true\nwritable_roots = ["/srv/x"]\n`,
    ],
    [
      "a granular policy",
      () => top("approval_policy = { granular = { sandbox_approval = true, rules = true, mcp_elicitations = false } }"),
    ],
  ])("is what its configuration was read as: %s", async (_, change) => {
    const { stage } = used;
    const folder = stage.scratch.workspace;
    await mkdir(join(folder, ".git"), { recursive: true });
    await writeFile(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
    await stage.withConfig(change(), async () => {
      const { home = null, env } = stage.launch();
      const read = codexPermissions.configured({ home, env, folder }, nodeHost(env).files);
      const thread = await stage.start();
      const { mcpServers: _servers, ...reported } = thread.permissions ?? noPermissions;
      expect(read).toMatchObject(reported.sandbox === "workspace-write" ? reported : { ...reported, ...unused });
    });
  });

  const unused = { networkAccess: false, writableRoots: [] };
});
