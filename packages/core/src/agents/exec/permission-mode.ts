import type { Settings } from "@reprise/model";

/** An agent's permission modes from narrow to wide, and which one keeps what a sandbox of ours promises. */
export interface PermissionModes {
  readonly narrowToWide: readonly string[];
  readonly ofSandbox: Readonly<Record<string, string>>;
}

/**
 * The mode to ask for: the one that the settings name in the agent's own word, or the one for their sandbox; of two the
 * narrower. Null leaves it to the agent. A sandbox nobody knows gives the narrowest mode.
 */
export function permissionMode(
  { sandbox, approvalPolicy }: Pick<Settings, "sandbox" | "approvalPolicy">,
  modes: PermissionModes,
): string | null {
  const own = approvalPolicy !== null && modes.narrowToWide.includes(approvalPolicy) ? approvalPolicy : null;
  const kept = sandbox === null ? null : (modes.ofSandbox[sandbox] ?? modes.narrowToWide[0] ?? null);
  if (own === null || kept === null) return own ?? kept;
  return modes.narrowToWide.indexOf(own) < modes.narrowToWide.indexOf(kept) ? own : kept;
}
