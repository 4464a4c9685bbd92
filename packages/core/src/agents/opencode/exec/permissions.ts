import { join } from "node:path";
import { noPermissions, type Permissions } from "@reprise/model";
import type { Files } from "../../../host/files/files.ts";
import type { ConfiguredFolder, PermissionRules } from "../../driving/permission-rules.ts";
import { settingsIn } from "../../driving/settings-file.ts";
import { workspaceFiles } from "../../driving/workspace-files.ts";
import { fieldOf } from "../../foreign.ts";

/** OpenCode has no sandbox: rules emulate ours. Its default edits files and asks before leaving the workspace: `workspace-write`. */
export const opencodePermissions: PermissionRules = {
  policies: [],
  usual: { ...noPermissions, sandbox: "workspace-write" },
  under: ({ sandbox }) => ({ sandbox, approvalPolicy: null }),
  configured,
  inFolder: ({ folder, env }, files, until) => ({
    mcpServers: null,
    workspaceFiles: workspaceFiles(
      { files: ["opencode.json", "opencode.jsonc"], folders: [".opencode"], own: configFolder(env) },
      folder,
      files,
      { until },
    ),
  }),
};

function configFolder(env: ConfiguredFolder["env"]): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME ?? "", ".config"), "opencode");
}

function configured({ env }: ConfiguredFolder, files: Files): Permissions | null {
  const folder = configFolder(env);
  const paths = [join(folder, "opencode.json"), ...(env.OPENCODE_CONFIG ? [env.OPENCODE_CONFIG] : [])];
  try {
    const rules = paths.flatMap((path) => settingsIn(path, files).permission ?? []).at(-1);
    return { ...noPermissions, sandbox: sandboxFor(rules) };
  } catch {
    return null;
  }
}

function sandboxFor(rules: unknown): string {
  const rest = typeof rules === "string" ? rules : fieldOf(rules, "*");
  const ruleOf = (name: string) => fieldOf(rules, name) ?? rest;
  const edit = ruleOf("edit");
  if (edit === "deny" || edit === "ask") return "read-only";
  const isAll = ["edit", "bash", "external_directory"].every((name) => ruleOf(name) === "allow");
  return isAll ? "danger-full-access" : "workspace-write";
}
