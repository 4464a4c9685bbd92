import { isAbsolute, relative } from "node:path";
import {
  type Baseline,
  baselineWords,
  type Drift,
  type Narrowed,
  noPermissions,
  type Permissions,
  type Settings,
  type Wish,
} from "@reprise/model";
import type { FolderGrants, PermissionRules } from "../agents/driving/permission-rules.ts";
import { sandboxes } from "../agents/driving/sandboxes.ts";
import { changedFiles } from "../agents/driving/workspace-files.ts";
import { filled, type WorkLocation } from "../runs/permitted-so-far.ts";

/** An agent's permissions as far as known before it starts. */
export interface KnownPermissions {
  readonly rules: PermissionRules;
  /** From our last run of the thread; null if we never ran it. */
  readonly recorded: Permissions | null;
  /** What a fresh start would get now; null if unknown. */
  readonly configured: Permissions | null;
  /** What files of the workspace add to a start there now. */
  readonly inFolder?: FolderGrants | null | undefined;
  /** Those of them that are as they were when the session was last at work. */
  readonly filesBefore?: readonly string[] | null | undefined;
  /** Of `recorded`, if it is not from our runs of the thread. */
  readonly source?: Baseline["source"];
  /** Folder of our last run of the thread, null if it is the plan's own; its provider, model and effort. */
  readonly elsewhere?: Elsewhere;
}

interface Elsewhere extends WorkLocation {
  /** Where the plan's folder leads by now. */
  readonly leadsTo?: string | undefined;
}

interface Measured {
  readonly baseline: Baseline;
  readonly wider: readonly Drift[];
}

/** Baseline: our own record, else the present configuration, else the agent's default; the agent's log is only a claim. */
export function measured(
  { rules, recorded, configured, inFolder, filesBefore = null, source: given = "journal", elsewhere }: KnownPermissions,
  settings: Settings,
  /** The person's own choice now, not a claim of a log. */
  said: Wish["settings"] = {},
): Measured {
  const present = configured ?? rules.usual;
  const ours = recorded && { ...recorded, ...rules.under(recorded) };
  const isOurs = ours !== null && (ours.sandbox !== null || ours.approvalPolicy !== null);
  const source = isOurs ? given : configured ? "configuration" : "default";
  const before = filled(present, { ...noPermissions, workspaceFiles: filesBefore });
  const baseline: Baseline = { ...granted(filled(isOurs ? ours : noPermissions, before)), source };
  const wanted = { ...noPermissions, ...rules.under(settings), ...inFolder };
  const wider = widerThan(baseline, granted(filled(wanted, present)), rules);
  return { baseline, wider: [...wider, ...movedRows(elsewhere, settings, said)] };
}

interface Narrowing extends Measured {
  readonly settings: Settings;
  readonly narrowed: readonly Narrowed[];
}

/**
 * Each setting that permits more than the baseline is replaced by the baseline's, unless the person names it now. What remains
 * wider cannot be narrowed by a setting.
 */
export function narrowedTo(known: KnownPermissions, settings: Settings, said: Wish["settings"]): Narrowing {
  const { rules } = known;
  const { baseline, wider } = measured(known, settings, said);
  const named = rules.under({ sandbox: said.sandbox ?? null, approvalPolicy: said.approvalPolicy ?? null });
  const narrowed = (["sandbox", "approvalPolicy"] as const).flatMap((subject): Narrowed[] => {
    const recorded = wider.find((row) => row.subject === subject)?.now ?? null;
    const now = baseline[subject];
    if (recorded === null || now === null || named[subject] === recorded) return [];
    const isAsserted = subject === "sandbox" || (rules.asserts?.(now) ?? true);
    return isAsserted ? [{ subject, recorded, now }] : [];
  });
  const kept = { ...settings, ...Object.fromEntries(narrowed.map(({ subject, now }) => [subject, now])) };
  return { settings: kept, narrowed, ...measured(known, kept, said) };
}

/** Another folder may be written to, or another provider receives the conversation. */
function movedRows(before: Elsewhere | undefined, now: Settings, said: Wish["settings"]): Drift[] {
  return (["cwd", "provider"] as const).flatMap((subject): Drift[] => {
    const leadsTo = subject === "cwd" ? before?.leadsTo : undefined;
    const [recorded, to] = [before?.[subject] ?? null, leadsTo ?? now[subject]];
    if (recorded === null || to === null || recorded === to || said[subject] != null) return [];
    const note = `baseline: ${baselineWords.journal}`;
    return [{ kind: subject === "cwd" ? "folder" : "setting", subject, recorded, now: to, widens: true, note }];
  });
}

/** For each permission the wider of two configurations; the second is another agent's. */
export function widerOf(
  first: Permissions | null,
  second: Permissions | null,
  { policies, under }: PermissionRules,
): Permissions | null {
  if (second === null) return first;
  const mapped = { ...second, ...under(second) };
  if (first === null) return mapped;
  return {
    ...first,
    sandbox: isWiderWord(sandboxes, first.sandbox, mapped.sandbox) ? mapped.sandbox : first.sandbox,
    approvalPolicy: isWiderWord(policies, first.approvalPolicy, mapped.approvalPolicy)
      ? mapped.approvalPolicy
      : first.approvalPolicy,
  };
}

/** Settings for a writable sandbox grant nothing in a read-only one. */
function granted(permissions: Permissions): Permissions {
  return permissions.sandbox === "read-only"
    ? { ...permissions, networkAccess: false, writableRoots: [] }
    : permissions;
}

/** Every permission beyond the baseline. Unknown values are compared later. */
export function widerThan(
  baseline: Baseline,
  now: Permissions,
  { policies }: Pick<PermissionRules, "policies">,
): Drift[] {
  const note = `baseline: ${baselineWords[baseline.source]}`;
  const row = (subject: string, recorded: string, to: string, kind: Drift["kind"] = "setting"): Drift => ({
    kind,
    subject,
    recorded,
    now: to,
    widens: true,
    note,
  });
  const rows: Drift[] = [];
  if (isWiderWord(sandboxes, baseline.sandbox, now.sandbox))
    rows.push(row("sandbox", String(baseline.sandbox), String(now.sandbox)));
  if (isWiderWord(policies, baseline.approvalPolicy, now.approvalPolicy))
    rows.push(row("approvalPolicy", String(baseline.approvalPolicy), String(now.approvalPolicy)));
  if (isConfined(baseline) && isConfined(now)) {
    if (now.networkAccess === true && baseline.networkAccess !== true)
      rows.push(row("network access in the sandbox", "off", "on"));
    const roots = addedRoots(baseline, now);
    if (roots.length > 0) rows.push(row("folders it may write to", "the workspace", roots.join(", ")));
  }
  const servers = (now.mcpServers ?? []).filter((name) => baseline.mcpServers?.includes(name) === false);
  if (servers.length > 0) rows.push(row("MCP servers", "none of these", servers.join(", "), "tool"));
  const changed = isLimited(baseline, policies) ? changedFiles(baseline.workspaceFiles, now.workspaceFiles) : [];
  if (changed.length > 0)
    rows.push(row("workspace files that start programs or allow commands", "as before", changed.join(", "), "tool"));
  return rows;
}

/** Without a limit, nothing that a file starts or allows is more. */
function isLimited(baseline: Permissions, policies: readonly string[]): boolean {
  const asks = policies.length > 0 && baseline.approvalPolicy !== policies.at(-1);
  return asks || (baseline.sandbox !== null && isConfined(baseline));
}

/** An unknown word counts as wider than any other: it may be. */
export function isWiderWord(order: readonly string[], before: string | null, after: string | null): boolean {
  if (before === null || after === null || before === after) return false;
  const [from, to] = [order.indexOf(before), order.indexOf(after)];
  return from === -1 || to === -1 || to > from;
}

/** With full access nothing else limits it. */
function isConfined({ sandbox }: Permissions): boolean {
  return sandbox !== "danger-full-access";
}

/** Only a writable sandbox has them. */
function addedRoots(baseline: Permissions, now: Permissions): readonly string[] {
  if (now.sandbox === "read-only") return [];
  const known = baseline.sandbox === "read-only" ? [] : (baseline.writableRoots ?? []);
  return (now.writableRoots ?? []).filter((root) => !known.some((one) => isWithin(root, one)));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== "..");
}
