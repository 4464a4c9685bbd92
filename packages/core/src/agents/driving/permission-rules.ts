import type { Permissions, Settings } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import type { Launch } from "./driver.ts";

/** Finds and compares an agent's settings and permissions. */
export interface PermissionRules {
  /** Approval policies or permission modes, narrow to wide. An unlisted word is not comparable. */
  readonly policies: readonly string[];
  /** The effect of a model or provider other than the recorded one, in words. */
  readonly onOtherModel?: string;
  /** If nothing is configured. */
  readonly usual: Permissions;
  /** What the agent starts with under these settings, in its own words; null leaves it to its configuration. */
  readonly under: (
    settings: Pick<Settings, "sandbox" | "approvalPolicy">,
  ) => Pick<Permissions, "sandbox" | "approvalPolicy">;
  /** False for a policy that the agent cannot be given by its word. */
  readonly asserts?: (policy: string) => boolean;
  /** What a fresh start in a folder would get; null if it cannot be determined. Reads files only. */
  readonly configured: (place: ConfiguredFolder, files: Files) => Permissions | null;
  /** What files of the workspace add to a start there. `until`: only those that nobody has touched since. */
  readonly inFolder?: (place: ConfiguredFolder, files: Files, until?: number) => FolderGrants;
}

/** MCP servers that would be started; files that name programs to start or commands to allow. Null: unknown. */
export type FolderGrants = Pick<Permissions, "mcpServers" | "workspaceFiles">;

export interface ConfiguredFolder extends Pick<Launch, "home" | "env"> {
  readonly folder: string | null;
}

/** The narrower of the two; null if they are not comparable. */
export function narrower(order: readonly string[], one: string, other: string): string | null {
  if (!order.includes(one) || !order.includes(other)) return one === other ? one : null;
  return order.indexOf(one) <= order.indexOf(other) ? one : other;
}
