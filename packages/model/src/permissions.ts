import type { baselineSchema, permissionsSchema } from "./schema/plan.ts";
import type { Value } from "./schema/value.ts";

/** What an agent may do without asking. Null is unknown. */
export type Permissions = Value<typeof permissionsSchema>;

export const noPermissions: Permissions = {
  sandbox: null,
  approvalPolicy: null,
  networkAccess: null,
  writableRoots: null,
  mcpServers: null,
  workspaceFiles: null,
};

/**
 * Source of a baseline. `journal`: recorded in our last run of the thread. `configuration`: what the agent would start with
 * in that folder now. `default`: what it would start with if nothing is configured.
 */
export const baselineSources = ["journal", "configuration", "default"] as const;
export type BaselineSource = (typeof baselineSources)[number];

/** Where the permissions of a project's rounds come from. `named`: the person named them for these rounds. */
export const roundSources = ["named", ...baselineSources] as const;

/** What a plan is compared with: anything wider needs its own consent. */
export type Baseline = Value<typeof baselineSchema>;
