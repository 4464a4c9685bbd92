import type { Baseline, BaselineSource } from "../permissions.ts";
import type { Drift } from "../restore.ts";
import type { Settings } from "../run.ts";

/** The display name of each setting. */
export const settingWords: Readonly<Record<keyof Settings, string>> = {
  model: "model",
  provider: "provider",
  effort: "effort",
  summary: "summary",
  sandbox: "sandbox",
  approvalPolicy: "approval policy",
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

/** `Baseline: recorded by Reprise (sandbox read-only, approval policy on-request)` */
export function baselineText(baseline: Baseline): string {
  const { source, sandbox, approvalPolicy, networkAccess, writableRoots } = baseline;
  const parts = [
    ...(sandbox === null ? [] : [`${settingWords.sandbox} ${sandbox}`]),
    ...(approvalPolicy === null ? [] : [`${settingWords.approvalPolicy} ${approvalPolicy}`]),
    ...(networkAccess === true ? ["network access"] : []),
    ...(writableRoots ?? []).map((root) => `may write to ${root}`),
  ];
  return `Baseline: ${baselineWords[source]}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
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
    "workspace-write": "may change files of the workspace",
    "danger-full-access": "may change anything on this machine, without a sandbox",
  },
  approvalPolicy: {
    untrusted: "asks before all but known harmless commands",
    "on-failure": "asks when a command fails in the sandbox",
    "on-request": "asks when it wants more than the sandbox gives",
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
