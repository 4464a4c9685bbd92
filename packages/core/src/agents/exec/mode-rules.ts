import { join } from "node:path";
import { noPermissions, type Permissions } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { type ConfiguredFolder, narrower, type PermissionRules } from "../driving/permission-rules.ts";
import { settingsIn } from "../driving/settings-file.ts";
import { type WorkspaceFiles, workspaceFiles } from "../driving/workspace-files.ts";
import type { Foreign } from "../foreign.ts";
import { type PermissionModes, permissionMode } from "./permission-mode.ts";

interface ModeFiles {
  /** The mode of an unconfigured agent. */
  readonly usual: string;
  /** The mode in a settings file; undefined if it sets none. */
  readonly modeIn: (settings: Foreign) => unknown;
  /** Settings that only the user or an administrator can write; later ones override earlier ones. */
  readonly own: (place: ConfiguredFolder) => readonly string[];
  /** Settings in the workspace, relative to its folder: they can narrow, never widen. */
  readonly inWorkspace: readonly string[];
  /** Files there that name programs to start or commands to allow. */
  readonly grantedBy: (place: ConfiguredFolder) => WorkspaceFiles;
}

/** For agents whose only permission is a mode. */
export function modeRules(modes: PermissionModes, where: ModeFiles): PermissionRules {
  const permitted = (mode: string): Permissions => ({ ...noPermissions, approvalPolicy: mode });
  return {
    policies: modes.narrowToWide,
    usual: permitted(where.usual),
    under: ({ sandbox, approvalPolicy }) => ({
      sandbox: null,
      approvalPolicy: permissionMode({ sandbox, approvalPolicy }, modes),
    }),
    configured: (place, files) => {
      const mode = configuredMode(where, modes, place, files);
      return mode === null ? null : permitted(mode);
    },
    inFolder: (place, files, until) => ({
      mcpServers: null,
      workspaceFiles: workspaceFiles(where.grantedBy(place), place.folder, files, { until }),
    }),
  };
}

/** Null if a file cannot be read or names an unknown mode. */
function configuredMode(
  { usual, modeIn, own, inWorkspace }: ModeFiles,
  { narrowToWide }: PermissionModes,
  place: ConfiguredFolder,
  files: Files,
): string | null {
  try {
    const named = own(place).flatMap((path) => modeIn(settingsIn(path, files)) ?? []);
    const { folder } = place;
    const inside = folder === null ? [] : inWorkspace.map((path) => join(folder, path));
    const narrowing = inside.flatMap((path) => modeIn(settingsIn(path, files)) ?? []);
    return narrowing.reduce<string | null>(
      (mode, other) => mode && narrower(narrowToWide, mode, String(other)),
      narrower(narrowToWide, String(named.at(-1) ?? usual), narrowToWide.at(-1) ?? ""),
    );
  } catch {
    return null;
  }
}
