import { type Drift, noSettings, type Settings, type Wish } from "@reprise/model";
import type { PermissionRules } from "../agents/driving/permission-rules.ts";
import { sandboxes } from "../agents/driving/sandboxes.ts";
import { isWiderWord } from "./permissions.ts";

/** An agent's approval policies, strictest first. */
type Policies = readonly string[];

/** The person's choice now, then the recorded value, then the agent's configuration (null). */
export function wantedSettings(recorded: Settings, wish: Wish): Settings {
  const otherwise = wish.otherwise === "recorded" ? recorded : { ...noSettings, cwd: recorded.cwd };
  const said = Object.fromEntries(Object.entries(wish.settings).filter(([, value]) => value != null));
  return { ...otherwise, ...said };
}

/** Continuing a thread does not widen its first settings, unless the person says so now. */
export function asBegun(begun: Settings, wanted: Settings, wish: Wish, policies: Policies): Settings {
  const narrower = (["sandbox", "approvalPolicy"] as const).flatMap((field) => {
    const [before, after] = [begun[field], wanted[field]];
    const isSaid = wish.settings[field] != null;
    return !isSaid && isWider(field, before, after, policies) ? [[field, before] as const] : [];
  });
  return { ...wanted, ...Object.fromEntries(narrower) };
}

/** Settings that differ from those recorded. Unknown is no difference. */
export function settingsDrift(
  recorded: Settings,
  now: Settings,
  { policies, onOtherModel }: Pick<PermissionRules, "policies" | "onOtherModel">,
): Drift[] {
  return (Object.keys(noSettings) as (keyof Settings)[]).flatMap((field) => {
    const [before, after] = [recorded[field], now[field]];
    if (before === null || after === null || before === after) return [];
    return [
      {
        kind: field === "cwd" ? "folder" : "setting",
        subject: field,
        recorded: before,
        now: after,
        widens: isWider(field, before, after, policies),
        note: field === "model" || field === "provider" ? (onOtherModel ?? null) : null,
      },
    ];
  });
}

/** Allows more or asks less. An unknown word counts as wider: it may be. */
export function isWider(
  field: keyof Settings,
  before: string | null,
  after: string | null,
  policies: Policies,
): boolean {
  const order = field === "sandbox" ? sandboxes : field === "approvalPolicy" ? policies : null;
  return order !== null && isWiderWord(order, before, after);
}

/** One row per subject: wider than the baseline says more than different from the log. */
export function withWider(drift: readonly Drift[], wider: readonly Drift[]): Drift[] {
  const subjects = new Set(wider.map(({ subject }) => subject));
  return [...drift.filter(({ subject }) => !subjects.has(subject)), ...wider];
}
