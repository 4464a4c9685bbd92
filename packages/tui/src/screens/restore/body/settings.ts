import {
  baselineText,
  type Drift,
  exactLine,
  permissionWords,
  type RestorePlan,
  type Settings,
  settingWords,
} from "@reprise/model";
import { driftRow } from "../../../widgets/plan-rows.ts";
import { type Row, section } from "../../../widgets/rows.ts";

/** How the thread will be set up; what was recorded otherwise stands with it. */
export function settingRows({ settings, baseline, drift, mode }: RestorePlan): Row[] {
  if (mode === "handoff") return [];
  const fields = Object.keys(settingWords) as (keyof Settings)[];
  const rows = fields.flatMap((field) => {
    const changed = drift.find((row) => isSetting(row) && row.subject === field);
    if (changed) return [driftRow(changed)];
    const value = settings[field];
    // The folder has a row of its own.
    return value === null || field === "cwd" ? [] : [settingRow(field, value)];
  });
  const others = drift.filter((row) => isSetting(row) && !fields.includes(row.subject as keyof Settings));
  const all = [...rows, ...others.map(driftRow)];
  const none = { text: "none recorded: as the agent is set up", tone: "dim" } as const;
  const basis = baseline === null ? [] : [{ text: exactLine(baselineText(baseline)), tone: "dim" } as const];
  return section("Settings", [...(all.length === 0 ? [none] : all), ...basis]);
}

/** What is otherwise in the workspace and among the tools. */
export function changeRows({ drift }: RestorePlan): Row[] {
  return section("Changed since", drift.filter((row) => !isSetting(row)).map(driftRow));
}

function isSetting({ kind }: Drift): boolean {
  return kind === "setting" || kind === "folder";
}

function settingRow(field: keyof Settings, value: string): Row {
  const permits = permissionWords(field, value);
  return { text: `${settingWords[field]}: ${exactLine(value)}${permits === null ? "" : ` (${permits})`}` };
}
