import { noPermissions, noSettings, type Permissions, type Settings } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { isGranular, policyWord } from "../policy-word.ts";
import { hasDashedWords } from "../releases.ts";

/**
 * Parameters of `thread/start`. The directory is the process's own: given here with a writable sandbox, it makes Codex mark
 * the project as trusted in the user's config.toml.
 */
export function startParams(settings: Settings): object {
  return { ...assertedParams(settings), ...configParams(settings) };
}

/** Parameters of `thread/resume`: without them the thread gets the sandbox of today's configuration. */
export function resumeParams(settings: Settings): object {
  return {
    ...assertedParams(settings),
    ...given("cwd", settings.cwd),
    // An effort without a model makes Codex forget the thread's model: each turn sends it instead.
    ...(settings.model === null ? {} : configParams(settings)),
  };
}

/** Parameters of each `turn/start` besides the prompt: settings the thread was not given or did not confirm. */
export function turnParams(asked: Settings, effective: Settings): object {
  const effort = asked.effort === effective.effort ? null : asked.effort;
  return { ...given("effort", effort), ...given("summary", asked.summary) };
}

/** From the answer to `thread/start` or `thread/resume`, or `threadSettings` of a later change. */
export function settingsOf(answer: unknown): Settings {
  const found = isForeign(answer) ? answer : {};
  return {
    ...noSettings,
    model: textOf(found.model),
    provider: textOf(found.modelProvider),
    effort: textOf(found.reasoningEffort) ?? textOf(found.effort),
    summary: textOf(found.summary),
    sandbox: sandboxWord(found.sandbox ?? found.sandboxPolicy),
    approvalPolicy: dashedPolicy(policyWord(found.approvalPolicy)),
    cwd: textOf(found.cwd),
  };
}

/** The sandbox in such an answer with everything it grants, without parts that are off or empty. */
export function sandboxOf(answer: unknown): Foreign | null {
  const found = isForeign(answer) ? answer : {};
  const policy = found.sandbox ?? found.sandboxPolicy;
  const type = sandboxWord(policy);
  if (type === null) return null;
  const grants = Object.entries(isForeign(policy) ? policy : {}).filter(
    ([, part]) => part != null && part !== false && !(Array.isArray(part) && part.length === 0),
  );
  // A user-defined profile may grant more than the policy shows.
  const profile = textOf(fieldOf(found.activePermissionProfile, "id"));
  const isOwn = profile !== null && !profile.startsWith(":");
  return { ...Object.fromEntries(grants), ...(isOwn ? { profile } : {}), type };
}

export function permissionsOf(answer: unknown): Permissions {
  const { sandbox, approvalPolicy } = settingsOf(answer);
  const policy = sandboxOf(answer);
  if (policy === null) return { ...noPermissions, sandbox, approvalPolicy };
  return {
    sandbox,
    approvalPolicy,
    mcpServers: null,
    workspaceFiles: null,
    networkAccess: policy.networkAccess === true || policy.networkAccess === "enabled",
    writableRoots: listOf(policy.writableRoots).filter((root) => typeof root === "string"),
  };
}

/** Call parameters in a release's spelling: `workspace-write` → `workspaceWrite` for an old one. */
export function inWordsOf(version: string | null, params: object): object {
  if (hasDashedWords(version)) return params;
  const { sandbox, approvalPolicy } = params as Foreign;
  return {
    ...params,
    ...given("sandbox", camelWord(textOf(sandbox))),
    ...given(
      "approvalPolicy",
      camelWord(textOf(approvalPolicy) === "untrusted" ? "unless-trusted" : textOf(approvalPolicy)),
    ),
  };
}

function camelWord(word: string | null): string | null {
  return word?.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) ?? null;
}

/** `workspaceWrite` → `workspace-write`. */
function sandboxWord(policy: unknown): string | null {
  return dashed(textOf(fieldOf(policy, "type")) ?? textOf(policy));
}

/** The names in a granular policy stay unchanged. */
function dashedPolicy(word: string | null): string | null {
  if (word === null || word.includes("(")) return word;
  return word === "unlessTrusted" ? "untrusted" : dashed(word);
}

function dashed(word: string | null): string | null {
  return word?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? null;
}

function assertedParams({ model, provider, sandbox, approvalPolicy }: Settings): Foreign {
  return {
    ...given("model", model),
    ...given("modelProvider", provider),
    ...given("sandbox", sandbox),
    ...given("approvalPolicy", writablePolicy(approvalPolicy)),
    // A session file or a workspace may say that a model answers in the person's place.
    approvalsReviewer: "user",
  };
}

/** Who else than the person answers requests; null if the person does, or the release does not say. */
export function otherReviewer(answer: unknown): string | null {
  const reviewer = textOf(fieldOf(answer, "approvalsReviewer"));
  return reviewer === "user" ? null : reviewer;
}

/** `on-request` replaces the removed `on-failure`: it is the remaining policy that asks. We do not keep the parts of a granular policy. */
export function writablePolicy(policy: string | null): string | null {
  if (policy === "on-failure") return "on-request";
  return policy !== null && isGranular(policy) ? null : policy;
}

function configParams({ effort, summary }: Settings): Foreign {
  const config = { ...given("model_reasoning_effort", effort), ...given("model_reasoning_summary", summary) };
  return Object.keys(config).length > 0 ? { config } : {};
}

function given(name: string, value: string | null): Foreign {
  return value === null ? {} : { [name]: value };
}
