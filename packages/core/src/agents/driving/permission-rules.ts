import type { Permissions, Settings } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import type { Launch } from "./driver.ts";

/** How the settings and permissions of an agent are found and compared. */
export interface PermissionRules {
  /** Approval policies or permission modes, from narrow to wide. A word that is not among them compares with nothing. */
  readonly policies: readonly string[];
  /** What another model or provider than the recorded one leads to, in words. */
  readonly onOtherModel?: string;
  /** Where nothing is configured. */
  readonly usual: Permissions;
  /** What the agent would be started with under these settings, in its own words; null leaves it to its configuration. */
  readonly under: (
    settings: Pick<Settings, "sandbox" | "approvalPolicy">,
  ) => Pick<Permissions, "sandbox" | "approvalPolicy">;
  /** What a fresh start in a folder would get. Null where that cannot be determined. Reads files only. */
  readonly configured: (place: ConfiguredFolder, files: Files) => Permissions | null;
}

export interface ConfiguredFolder extends Pick<Launch, "home" | "env"> {
  readonly folder: string | null;
}

/** The first of them; null when they compare with nothing. */
export function narrower(order: readonly string[], one: string, other: string): string | null {
  if (!order.includes(one) || !order.includes(other)) return one === other ? one : null;
  return order.indexOf(one) <= order.indexOf(other) ? one : other;
}
