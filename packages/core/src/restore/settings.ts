import { type Drift, noSettings, type Settings, type Wish } from "@reprise/model";

const sandboxes = ["read-only", "workspace-write", "danger-full-access"];
/** Those that ask more come first. */
const policies = ["untrusted", "on-request", "on-failure", "granular", "never"];

/** What the person says now, then what was recorded, then what the agent is set up with (null). */
export function wantedSettings(recorded: Settings, wish: Wish): Settings {
  const otherwise = wish.otherwise === "recorded" ? recorded : { ...noSettings, cwd: recorded.cwd };
  const said = Object.fromEntries(Object.entries(wish.settings).filter(([, value]) => value != null));
  return { ...otherwise, ...said };
}

/** What a thread was begun with is not widened by going on with it, unless the person says so now. */
export function asBegun(begun: Settings, wanted: Settings, wish: Wish): Settings {
  const narrower = (["sandbox", "approvalPolicy"] as const).flatMap((field) => {
    const [before, after] = [begun[field], wanted[field]];
    const isSaid = wish.settings[field] != null;
    const isKept = !isSaid && before !== null && after !== null && isWider(field, before, after);
    return isKept ? [[field, before] as const] : [];
  });
  return { ...wanted, ...Object.fromEntries(narrower) };
}

/** Where what would be used differs from what was recorded. Unknown is no difference. */
export function settingsDrift(recorded: Settings, now: Settings): Drift[] {
  return (Object.keys(noSettings) as (keyof Settings)[]).flatMap((field) => {
    const [before, after] = [recorded[field], now[field]];
    if (before === null || after === null || before === after) return [];
    return [
      {
        kind: field === "cwd" ? "folder" : "setting",
        subject: field,
        recorded: before,
        now: after,
        widens: isWider(field, before, after),
        note: noteOn(field),
      },
    ];
  });
}

/** More would be allowed, or less would be asked. A word that is not known counts as wider: it may be. */
export function isWider(field: keyof Settings, before: string, after: string): boolean {
  const order = field === "sandbox" ? sandboxes : field === "approvalPolicy" ? policies : null;
  if (!order) return false;
  const [from, to] = [order.indexOf(before), order.indexOf(after)];
  // A recorded word that is not known stands before all others.
  return to === -1 ? before !== after : to > from;
}

function noteOn(field: keyof Settings): string | null {
  if (field === "model" || field === "provider")
    return "Codex compacts the history for another model: one paid call before the turn.";
  return null;
}
