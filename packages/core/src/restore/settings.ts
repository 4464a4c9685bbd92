import { type Drift, noSettings, type Settings, type Wish } from "@reprise/model";
import type { PermissionRules } from "../agents/driving/permission-rules.ts";
import { sandboxes } from "../agents/driving/sandboxes.ts";
import { isWiderWord } from "./permissions.ts";

/** Approval policies of an agent, those that ask more first. */
type Policies = readonly string[];

/** What the person says now, then what was recorded, then what the agent is set up with (null). */
export function wantedSettings(recorded: Settings, wish: Wish): Settings {
  const otherwise = wish.otherwise === "recorded" ? recorded : { ...noSettings, cwd: recorded.cwd };
  const said = Object.fromEntries(Object.entries(wish.settings).filter(([, value]) => value != null));
  return { ...otherwise, ...said };
}

/** What a thread was begun with is not widened by going on with it, unless the person says so now. */
export function asBegun(begun: Settings, wanted: Settings, wish: Wish, policies: Policies): Settings {
  const narrower = (["sandbox", "approvalPolicy"] as const).flatMap((field) => {
    const [before, after] = [begun[field], wanted[field]];
    const isSaid = wish.settings[field] != null;
    return !isSaid && isWider(field, before, after, policies) ? [[field, before] as const] : [];
  });
  return { ...wanted, ...Object.fromEntries(narrower) };
}

/** Where what would be used differs from what was recorded. Unknown is no difference. */
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

/** More would be allowed, or less would be asked. A word that is not known counts as wider: it may be. */
export function isWider(
  field: keyof Settings,
  before: string | null,
  after: string | null,
  policies: Policies,
): boolean {
  const order = field === "sandbox" ? sandboxes : field === "approvalPolicy" ? policies : null;
  return order !== null && isWiderWord(order, before, after);
}

/** One row a subject: what is wider than the baseline says more than what differs from the log. */
export function withWider(drift: readonly Drift[], wider: readonly Drift[]): Drift[] {
  const subjects = new Set(wider.map(({ subject }) => subject));
  return [...drift.filter(({ subject }) => !subjects.has(subject)), ...wider];
}
