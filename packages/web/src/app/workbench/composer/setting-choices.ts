import { type Agent, permissionWords, type Settings } from "@reprise/model";

export interface SettingChoice {
  readonly value: string;
  readonly label: string;
  /** Permits more than an agent does unless told otherwise. Never chosen by itself. */
  readonly isWide: boolean;
}

const sandboxes = ["read-only", "workspace-write", "danger-full-access"];
const efforts = ["minimal", "low", "medium", "high", "xhigh"];
const policies: Readonly<Record<Agent, readonly string[]>> = {
  codex: ["untrusted", "on-failure", "on-request", "never"],
  claude: ["default", "plan", "acceptEdits", "bypassPermissions"],
  gemini: ["default", "plan", "auto_edit", "yolo"],
};
const wide = new Set(["danger-full-access", "never", "bypassPermissions", "yolo"]);

/** The values that are known for a setting; others can be in a configuration, and stay. */
export function settingChoices(
  agent: Agent,
  field: "sandbox" | "approvalPolicy" | "effort",
  now: string | null,
): readonly SettingChoice[] {
  const known = field === "sandbox" ? sandboxes : field === "effort" ? efforts : (policies[agent] ?? []);
  const values = now === null || known.includes(now) ? known : [...known, now];
  return values.map((value) => ({ value, label: labelOf(field, value), isWide: wide.has(value) }));
}

function labelOf(field: keyof Settings, value: string): string {
  const words = permissionWords(field, value);
  return `${value}${words === null ? "" : `: ${words}`}${wide.has(value) ? " (WIDER)" : ""}`;
}

/** `Codex · gpt-5 · high · workspace-write`, without what is left to the agent. */
export function choiceSummary(title: string, { model, effort, sandbox, approvalPolicy }: Settings): string {
  return [title, model, effort, sandbox, approvalPolicy].filter((part) => part !== null).join(" · ");
}
