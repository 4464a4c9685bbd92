import type { Baseline, BaselineSource } from "../permissions.ts";
import type { Drift, Narrowed, RestorePlan } from "../restore.ts";
import type { Settings } from "../run.ts";

/** The display name of each setting. */
export const settingWords: Readonly<Record<keyof Settings, string>> = {
  model: "model",
  provider: "provider",
  effort: "effort",
  summary: "summary",
  sandbox: "sandbox",
  approvalPolicy: "approvals",
  cwd: "folder",
};

export function settingName(subject: string): string {
  return Object.hasOwn(settingWords, subject) ? settingWords[subject as keyof Settings] : subject;
}

/** The `now` of a change. For a file, null means that it is unknown whether it changed. */
export function driftNow({ kind, now }: Pick<Drift, "kind" | "now">): string {
  return now ?? (kind === "file" ? "can't tell whether it changed" : "none");
}

/** What permissions are compared with. */
export const baselineWords: Readonly<Record<BaselineSource, string>> = {
  journal: "recorded by Reprise",
  configuration: "your configuration",
  default: "the agent's default",
};

/** Why a narrower setting is used. */
const narrowedWords: Readonly<Record<BaselineSource, string>> = {
  journal: "as last time",
  configuration: "as you have it",
  default: "the agent's default",
};

/** `approvals: never → on-request, as you have it` */
export function narrowedText({ subject, recorded, now }: Narrowed, { source }: Pick<Baseline, "source">) {
  return `${settingWords[subject]}: ${recorded} → ${now}, ${narrowedWords[source]}`;
}

/** `sandbox danger-full-access, approvals never` */
export function recordedWords(narrowed: readonly Narrowed[]): string {
  return narrowed.map(({ subject, recorded }) => `${settingWords[subject]} ${recorded}`).join(", ");
}

/** How the permissions of a plan compare with the baseline; null if its rows say so already. */
export function baselineText(plan: Pick<RestorePlan, "settings" | "baseline" | "drift" | "narrowed">) {
  const { baseline, drift, narrowed, settings } = plan;
  if (baseline === null || narrowed.length > 0) return null;
  const { source } = baseline;
  if (drift.some(({ widens }) => widens)) return `${comparedWords[source]}: ${permissionsText(baseline)}`;
  if (source === "configuration") return "No more permissions than you have configured";
  if (source === "default") return "No more permissions than the agent's default";
  const isSame = (["sandbox", "approvalPolicy"] as const).every(
    (field) => settings[field] === null || settings[field] === baseline[field],
  );
  return isSame ? "Same permissions as last time" : "No more permissions than last time";
}

const comparedWords: Readonly<Record<BaselineSource, string>> = {
  journal: "Last time",
  configuration: "Your configuration",
  default: "The agent's default",
};

/** `sandbox read-only, approvals on-request, network access, may write to /srv` */
function permissionsText({ sandbox, approvalPolicy, networkAccess, writableRoots }: Baseline): string {
  const parts = [
    ...(sandbox === null ? [] : [`${settingWords.sandbox} ${sandbox}`]),
    ...(approvalPolicy === null ? [] : [`${settingWords.approvalPolicy} ${approvalPolicy}`]),
    ...(networkAccess === true ? ["network access"] : []),
    ...(writableRoots ?? []).map((root) => `may write to ${root}`),
  ];
  return parts.length === 0 ? "not known" : parts.join(", ");
}

/** `sandbox from read-only to danger-full-access, …` */
export function widerWords(drift: readonly Drift[]): string {
  return drift
    .filter(({ widens }) => widens)
    .map(({ subject, recorded, now }) => {
      return `${settingName(subject)} from ${recorded ?? "none"} to ${now ?? "none"}`;
    })
    .join(", ");
}

const permissions: Readonly<Partial<Record<keyof Settings, Readonly<Record<string, string>>>>> = {
  sandbox: {
    "read-only": "may read, and change nothing",
    "workspace-write": "may change files in this folder",
    "danger-full-access": "may change anything on this machine, without a sandbox",
  },
  approvalPolicy: {
    untrusted: "asks before all but known harmless commands",
    "on-failure": "asks when a command fails in the sandbox",
    "on-request": "asks when it needs more than the sandbox allows",
    never: "never asks",
    default: "edits and runs only what is allowed; the rest is declined, not asked",
    plan: "only plans",
    acceptEdits: "edits without asking",
    auto_edit: "edits without asking",
    bypassPermissions: "does everything without asking",
    yolo: "does everything without asking",
  },
};

/** What a setting permits; null if it permits nothing, or has a value we do not know. */
export function permissionWords(field: keyof Settings, value: string): string | null {
  const known = permissions[field];
  return known !== undefined && Object.hasOwn(known, value) ? (known[value] ?? null) : null;
}
