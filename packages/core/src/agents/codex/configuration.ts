import { join } from "node:path";
import type { Permissions } from "@reprise/model";
import { parse } from "smol-toml";
import type { Files } from "../../host/files/files.ts";
import { narrower } from "../driving/permission-rules.ts";
import { sandboxes } from "../driving/sandboxes.ts";
import { foldersTo, rootOf, workspaceFiles } from "../driving/workspace-files.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";
import { policyWord } from "./policy-word.ts";

const mostBytes = 1024 * 1024;
const system = "/etc/codex";
/** From narrow to wide. */
export const codexPolicies: readonly string[] = ["untrusted", "on-request", "on-failure", "never"];

/**
 * What `codex` would start with in a folder: the person's configuration between the machine's, with the trust that it gives the
 * project. A project's own `.codex/config.toml` lies in the workspace: it can narrow this, never widen it. Null where a file
 * cannot be read or holds words that are not known.
 */
export function codexConfiguration(
  { home, folder }: { readonly home: string; readonly folder: string | null },
  files: Files,
): Permissions | null {
  try {
    const person = personTable(home, files);
    const trust = trustOf(person, folder, files);
    const project = trust === "trusted" ? projectTables(folder, files) : [];
    return project.reduce<Permissions | null>(
      (found, table) => found && narrowed(found, permissionsIn(layered([person, table]), trust)),
      permissionsIn(person, trust),
    );
  } catch {
    return null;
  }
}

/**
 * The MCP servers that `codex` would start in a folder, also those that a file of the workspace adds: their programs run outside of
 * the sandbox. One of the person's that such a file changes is another server, and named so. Null where a file cannot be read.
 */
export function codexToolServers(
  { home, folder }: { readonly home: string; readonly folder: string | null },
  files: Files,
): readonly string[] | null {
  try {
    const person = personTable(home, files);
    const project = trustOf(person, folder, files) === "trusted" ? projectTables(folder, files) : [];
    const [own, all] = [layered([person]), layered([person, ...project])];
    const isChanged = (name: string) => {
      const before = fieldOf(own.mcp_servers, name);
      return before !== undefined && JSON.stringify(before) !== JSON.stringify(fieldOf(all.mcp_servers, name));
    };
    return serversIn(all).map((name) =>
      isChanged(name) ? `${name}, changed by .codex/config.toml of the workspace` : name,
    );
  } catch {
    return null;
  }
}

/** Files of a trusted workspace whose rules let commands run outside of the sandbox and unasked, or that name programs. */
export function codexWorkspaceFiles(
  { home, folder }: { readonly home: string; readonly folder: string | null },
  files: Files,
  until?: number,
): readonly string[] | null {
  try {
    if (folder === null || trustOf(personTable(home, files), folder, files) !== "trusted") return [];
    const [settings, rules] = [{ files: [".codex/config.toml"] }, { files: [], folders: [".codex/rules"] }];
    return [
      ...workspaceFiles({ ...settings, own: home }, folder, files, { until, countedOf: grantsIn }),
      ...workspaceFiles({ ...rules, own: home }, folder, files, { until }),
    ];
  } catch {
    return null;
  }
}

/** What else a project's configuration decides is compared, or named at each start. */
const granting = ["agents", "features", "hooks", "mcp_servers", "plugins", "shell_environment_policy"];

function grantsIn(text: string): string {
  let table: Foreign;
  try {
    table = parse(text) as Foreign;
  } catch {
    return text; // another TOML reader may read it
  }
  const found = granting.flatMap((name) => (table[name] === undefined ? [] : [[name, table[name]]]));
  return found.length === 0 ? "" : JSON.stringify(found);
}

/** The service tier that the person or the machine configured; null: none, or a file cannot be read. */
export function configuredTier(home: string, files: Files): string | null {
  try {
    return textOf(personTable(home, files).service_tier);
  } catch {
    return null;
  }
}

function personTable(home: string, files: Files): Foreign {
  const own = [join(system, "config.toml"), join(home, "config.toml"), join(system, "managed_config.toml")];
  return layered(own.map((path) => tableAt(path, files)));
}

function tableAt(path: string, files: Files): Foreign {
  const text = files.text(path, mostBytes);
  return text === null ? {} : (parse(text) as Foreign);
}

/** Merges tables, replaces other values; a named profile overrides the rest. */
function layered(tables: readonly Foreign[]): Foreign {
  const merged = tables.reduce(mergedWith, {});
  const name = textOf(merged.profile);
  const profile = name === null ? undefined : fieldOf(merged.profiles, name);
  return isForeign(profile) ? mergedWith(merged, profile) : merged;
}

function mergedWith(below: Foreign, above: Foreign): Foreign {
  const entries = Object.entries(above).map(([name, value]): [string, unknown] => {
    const under = below[name];
    return [name, isForeign(value) && isForeign(under) ? mergedWith(under, value) : value];
  });
  return { ...below, ...Object.fromEntries(entries) };
}

function permissionsIn(config: Foreign, trust: string | null): Permissions | null {
  const sandbox = sandboxIn(config, trust);
  const approvalPolicy =
    config.approval_policy === undefined
      ? trust === "untrusted"
        ? "untrusted"
        : "on-request"
      : policyWord(config.approval_policy);
  if (sandbox === null || approvalPolicy === null) return null;
  const grants = config.sandbox_workspace_write;
  return {
    sandbox,
    approvalPolicy,
    networkAccess: fieldOf(grants, "network_access") === true,
    writableRoots: listOf(fieldOf(grants, "writable_roots")).filter((root) => typeof root === "string"),
    mcpServers: serversIn(config),
    workspaceFiles: null,
  };
}

function serversIn(config: Foreign): readonly string[] {
  return Object.entries(isForeign(config.mcp_servers) ? config.mcp_servers : {}).flatMap(([name, server]) =>
    fieldOf(server, "enabled") === false ? [] : [name],
  );
}

function sandboxIn(config: Foreign, trust: string | null): string | null {
  const { default_permissions: profile, sandbox_mode: mode } = config;
  if (profile !== undefined) return builtIn.get(profile) ?? null;
  if (mode !== undefined) return sandboxes.find((one) => one === mode) ?? null;
  return trust === null ? "read-only" : "workspace-write";
}

const builtIn = new Map<unknown, string>([
  [":read-only", "read-only"],
  [":workspace", "workspace-write"],
  [":danger-full-access", "danger-full-access"],
]);

function trustOf(config: Foreign, folder: string | null, files: Files): string | null {
  if (folder === null) return null;
  const root = rootOf(folder, files);
  for (const path of new Set([folder, files.real(folder), root, root && mainRootOf(root, files)])) {
    const level = path === null ? null : textOf(fieldOf(config.projects, path, "trust_level"));
    if (level !== null) return level;
  }
  return null;
}

function projectTables(folder: string | null, files: Files): readonly Foreign[] {
  if (folder === null) return [];
  return foldersTo(folder, files).map((at) => tableAt(join(at, ".codex", "config.toml"), files));
}

/** For a linked worktree: its repository, which has the trust entry. */
function mainRootOf(root: string, files: Files): string | null {
  const pointer = files.list(join(root, ".git")) === null ? files.text(join(root, ".git"), mostBytes) : null;
  return /^gitdir: (\/.+)\/\.git\/worktrees\/[^/\n]+\n?$/.exec(pointer ?? "")?.[1] ?? null;
}

function narrowed(found: Permissions, other: Permissions | null): Permissions | null {
  if (other === null) return null;
  const sandbox = narrower(sandboxes, found.sandbox ?? "", other.sandbox ?? "");
  const policy = narrower(codexPolicies, found.approvalPolicy ?? "", other.approvalPolicy ?? "");
  return {
    sandbox,
    approvalPolicy: policy,
    networkAccess: found.networkAccess === true && other.networkAccess === true,
    writableRoots: (found.writableRoots ?? []).filter((root) => other.writableRoots?.includes(root)),
    mcpServers: (found.mcpServers ?? []).filter((server) => other.mcpServers?.includes(server)),
    workspaceFiles: null,
  };
}
