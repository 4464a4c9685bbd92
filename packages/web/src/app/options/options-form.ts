import type { WorkbenchOptions } from "@reprise/model";

/** What the form has, as text where a person types it. */
export interface OptionsForm {
  readonly persist: boolean;
  readonly encrypt: boolean;
  readonly key: WorkbenchOptions["key"];
  readonly retentionDays: string;
  /** One pattern a line. */
  readonly redact: string;
  readonly rememberApprovals: boolean;
  readonly hasTelemetry: boolean;
  readonly collector: string;
}

const usualCollector = "http://127.0.0.1:4318";

export function formOf({ telemetry, redact, retentionDays, ...options }: WorkbenchOptions): OptionsForm {
  return {
    ...options,
    retentionDays: String(retentionDays),
    redact: redact.join("\n"),
    hasTelemetry: telemetry !== "off",
    collector: telemetry === "off" ? usualCollector : telemetry,
  };
}

/** Only what differs, so that nothing else in the settings file is touched. */
export function changedIn(before: WorkbenchOptions, form: OptionsForm): Partial<WorkbenchOptions> {
  const { persist, encrypt, key, rememberApprovals } = form;
  const now: WorkbenchOptions = {
    persist,
    encrypt,
    key,
    rememberApprovals,
    retentionDays: Number(form.retentionDays),
    redact: form.redact.split("\n").filter((line) => line.trim() !== ""),
    telemetry: form.hasTelemetry ? form.collector.trim() : "off",
  };
  const names = Object.keys(now) as (keyof WorkbenchOptions)[];
  return Object.fromEntries(
    names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name])).map((name) => [name, now[name]]),
  );
}

/** Why it cannot be saved; null if it can. The server checks everything again. */
export function whyNotSave(before: WorkbenchOptions, form: OptionsForm): string | null {
  if (!/^[1-9]\d{0,4}$/.test(form.retentionDays.trim())) return "Days are a whole number from 1.";
  if (form.hasTelemetry && URL.parse(form.collector.trim()) === null) return "The collector is no address.";
  return Object.keys(changedIn(before, form)).length === 0 ? "Nothing has changed." : null;
}
