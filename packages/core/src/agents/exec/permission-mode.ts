import type { Settings } from "@reprise/model";

/** An agent's permission modes, narrow to wide, and the mode that enforces each of our sandboxes. */
export interface PermissionModes {
  readonly narrowToWide: readonly string[];
  readonly ofSandbox: Readonly<Record<string, string>>;
}

/**
 * The mode to request: the one named in the settings or the one for their sandbox, whichever is narrower.
 * Null leaves it to the agent. An unknown sandbox gives the narrowest mode.
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
