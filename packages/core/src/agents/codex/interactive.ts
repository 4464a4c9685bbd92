import type { Interactive, SandboxLimits } from "../driving/interactive.ts";
import { isGranular } from "./policy-word.ts";

/** Joins values to their options, so that none is parsed as an option. */
export const codexInteractive: Interactive = {
  args: (thread, { model, provider, effort, sandbox, approvalPolicy }, limits = null) => [
    "resume",
    // Else Codex takes it from its own log, which may let a model answer in the person's place.
    ...overrideOf("approvals_reviewer", "user"),
    ...(model === null ? [] : [`--model=${model}`]),
    ...overrideOf("model_provider", provider),
    ...overrideOf("model_reasoning_effort", effort),
    ...(sandbox === null ? [] : [`--sandbox=${sandbox}`]),
    ...(sandbox === "workspace-write" && limits !== null ? limitsOf(limits) : []),
    ...policyOf(approvalPolicy),
    thread,
  ],
  homeEnv: (home) => ({ CODEX_HOME: home }),
};

/** Else a file of the workspace could open the network and further folders; nothing here compares what Codex starts with. */
function limitsOf({ networkAccess, writableRoots }: SandboxLimits): string[] {
  const table = "sandbox_workspace_write";
  const roots = JSON.stringify(writableRoots ?? []);
  return ["-c", `${table}.network_access=${networkAccess === true}`, "-c", `${table}.writable_roots=${roots}`];
}

/**
 * `on-failure` is gone, and `on-request` is the one left that asks. So it is for a granular policy, whose parts no option
 * can name: without an option Codex would take the policy from its own log, whatever that says.
 */
function policyOf(policy: string | null): string[] {
  if (policy === null) return [];
  const isOther = policy === "on-failure" || isGranular(policy);
  return [`--ask-for-approval=${isOther ? "on-request" : policy}`];
}

/** A JSON string is valid TOML. */
function overrideOf(key: string, value: string | null): string[] {
  return value === null ? [] : ["-c", `${key}=${JSON.stringify(value)}`];
}
