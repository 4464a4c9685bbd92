import { type Agent, permissionWords, type Settings } from "@reprise/model";

export interface SettingChoice {
  readonly value: string;
  readonly label: string;
  /** Permits more than an agent does unless told otherwise. Never chosen by itself. */
  readonly isWide: boolean;
}

type Field = "sandbox" | "approvalPolicy" | "effort";

const sandboxes = ["read-only", "workspace-write", "danger-full-access"];
/** What each agent knows; nothing for an agent that is not here. */
const known: Readonly<Record<Agent, Partial<Record<Field, readonly string[]>>>> = {
  codex: {
    sandbox: sandboxes,
    approvalPolicy: ["untrusted", "on-failure", "on-request", "never"],
    effort: ["minimal", "low", "medium", "high", "xhigh"],
  },
  claude: {
    approvalPolicy: ["default", "plan", "acceptEdits", "bypassPermissions"],
    effort: ["low", "medium", "high", "xhigh", "max"],
  },
  gemini: { approvalPolicy: ["default", "plan", "auto_edit", "yolo"] },
  opencode: { sandbox: sandboxes, effort: ["minimal", "low", "medium", "high", "max"] },
};
const wide = new Set(["danger-full-access", "never", "bypassPermissions", "yolo"]);

/** The values that an agent knows for a setting; others can be in a configuration, and stay. Empty: it has no such setting. */
export function settingChoices(agent: Agent, field: Field, now: string | null): readonly SettingChoice[] {
  const usual = known[agent]?.[field] ?? [];
  const values = now === null || usual.includes(now) ? usual : [...usual, now];
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
