import { noPermissions, noSettings, type Permissions, type Settings } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { isGranular, policyWord } from "../policy-word.ts";
import { hasDashedWords } from "../releases.ts";

/**
 * What `thread/start` is given. Not the directory: that is the process's own, since a directory named here, with a
 * sandbox that may write, makes Codex note the project as trusted in the person's config.toml.
 */
export function startParams(settings: Settings): object {
  return { ...assertedParams(settings), ...configParams(settings) };
}

/** What `thread/resume` is given: without it a thread comes back with the sandbox of today's configuration. */
export function resumeParams(settings: Settings): object {
  return {
    ...assertedParams(settings),
    ...given("cwd", settings.cwd),
    // An effort without a model makes Codex forget the thread's model; it is then asserted by each turn.
    ...(settings.model === null ? {} : configParams(settings)),
  };
}

/** What each `turn/start` is given besides the prompt: what the thread was not, or did not confirm. */
export function turnParams(asked: Settings, effective: Settings): object {
  const effort = asked.effort === effective.effort ? null : asked.effort;
  return { ...given("effort", effort), ...given("summary", asked.summary) };
}

/** The answer to `thread/start` or `thread/resume`, or `threadSettings` of a later change. */
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

/** The sandbox of such an answer with everything it grants; what is off or empty is left out. */
export function sandboxOf(answer: unknown): Foreign | null {
  const found = isForeign(answer) ? answer : {};
  const policy = found.sandbox ?? found.sandboxPolicy;
  const type = sandboxWord(policy);
  if (type === null) return null;
  const grants = Object.entries(isForeign(policy) ? policy : {}).filter(
    ([, part]) => part != null && part !== false && !(Array.isArray(part) && part.length === 0),
  );
  // A profile of the person's own may hold more than the policy shows.
  const profile = textOf(fieldOf(found.activePermissionProfile, "id"));
  const isOwn = profile !== null && !profile.startsWith(":");
  return { ...Object.fromEntries(grants), ...(isOwn ? { profile } : {}), type };
}

export function permissionsOf(answer: unknown): Permissions {
  const { sandbox, approvalPolicy } = settingsOf(answer);
  const policy = sandboxOf(answer);
  if (policy === null) return { ...noPermissions, sandbox, approvalPolicy };
  return {
    ...{ sandbox, approvalPolicy, mcpServers: null },
    networkAccess: policy.networkAccess === true || policy.networkAccess === "enabled",
    writableRoots: listOf(policy.writableRoots).filter((root) => typeof root === "string"),
  };
}

/** Parameters of a call in the words of a release: `workspace-write` → `workspaceWrite` for an old one. */
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

/** A granular policy has parts, whose names stay as they are. */
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
  };
}

/** `on-failure` is gone, and `on-request` is the one left that asks; a granular policy has parts that we do not hold. */
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
