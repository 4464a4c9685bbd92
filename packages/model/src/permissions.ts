/** What an agent may do without asking. Null is not known. */
export interface Permissions {
  /** From narrow to wide: `read-only`, `workspace-write`, `danger-full-access`. */
  readonly sandbox: string | null;
  /** When the agent asks; for agents without a sandbox, their permission mode. */
  readonly approvalPolicy: string | null;
  /** Inside the sandbox. */
  readonly networkAccess: boolean | null;
  /** Besides the workspace. */
  readonly writableRoots: readonly string[] | null;
  readonly mcpServers: readonly string[] | null;
}

export const noPermissions: Permissions = {
  sandbox: null,
  approvalPolicy: null,
  networkAccess: null,
  writableRoots: null,
  mcpServers: null,
};

/**
 * Where a baseline comes from. `journal`: what we recorded in our last run of the thread. `configuration`: what the agent would
 * start with in that folder now. `default`: what it would start with where nothing is configured.
 */
export const baselineSources = ["journal", "configuration", "default"] as const;
export type BaselineSource = (typeof baselineSources)[number];

/** What a plan is measured against: anything more needs a yes of its own. */
export interface Baseline extends Permissions {
  readonly source: BaselineSource;
}
