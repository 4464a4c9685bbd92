import type { Fields } from "./wire.ts";

export interface ThreadSettings {
  readonly model: string;
  readonly provider: string;
  readonly effort: string;
  readonly sandbox: string;
  readonly approvalPolicy: string;
  readonly cwd: string;
}

/** Where neither the caller nor the thread says otherwise. */
export const usualSettings: Omit<ThreadSettings, "cwd"> = {
  model: "demo-model",
  provider: "demo",
  effort: "medium",
  sandbox: "workspace-write",
  approvalPolicy: "on-request",
};

/** What the parameters of `thread/start`, `thread/resume` or `turn/start` ask for. */
export function askedSettings(params: Fields): Partial<ThreadSettings> {
  const config = (params.config ?? {}) as Fields;
  const asked = {
    model: params.model,
    provider: params.modelProvider,
    effort: params.effort ?? config.model_reasoning_effort,
    sandbox: params.sandbox,
    approvalPolicy: params.approvalPolicy,
    cwd: params.cwd,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => typeof value === "string"));
}

/** `workspace-write` → `workspaceWrite`. */
export function sandboxPolicy(word: string): object {
  return { type: word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) };
}
