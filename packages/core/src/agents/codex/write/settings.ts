import type { Settings } from "@reprise/model";

/** A word that Codex does not know makes it skip the whole record. */
const known = {
  summary: ["auto", "concise", "detailed", "none"],
  sandbox: ["read-only", "workspace-write", "danger-full-access"],
  approvalPolicy: ["untrusted", "on-request", "never"],
} as const;

/**
 * How a turn was set up; null when its model is not known: Codex has no such record without one, and goes by its
 * configuration. What else is not known is written as Codex has it in a folder that it does not trust.
 * `comp_hash` is left out: a resume with another model would have the history summarised first, by a model call.
 */
export function turnContext(settings: Settings, cwd: string, turn: string): object | null {
  const { model, effort } = settings;
  if (model === null) return null;
  return {
    turn_id: turn,
    root_turn_id: turn,
    cwd,
    approval_policy: knownWord(settings, "approvalPolicy") ?? "on-request",
    sandbox_policy: { type: knownWord(settings, "sandbox") ?? "read-only" },
    model,
    ...(effort ? { effort } : {}),
    summary: knownWord(settings, "summary") ?? "auto",
  };
}

function knownWord(settings: Settings, name: keyof typeof known): string | null {
  const word = settings[name];
  return word !== null && (known[name] as readonly string[]).includes(word) ? word : null;
}
