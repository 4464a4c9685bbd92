import type { Fields } from "./wire.ts";

export interface ThreadSettings {
  readonly model: string;
  readonly provider: string;
  readonly effort: string;
  readonly sandbox: string;
  readonly approvalPolicy: string;
  readonly cwd: string;
}

/** Defaults where neither the caller nor the thread sets a value. */
export const usualSettings: Omit<ThreadSettings, "cwd"> = {
  model: "demo-model",
  provider: "demo",
  effort: "medium",
  sandbox: "workspace-write",
  approvalPolicy: "on-request",
};

/** Settings requested by `thread/start`, `thread/resume` or `turn/start`. */
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
