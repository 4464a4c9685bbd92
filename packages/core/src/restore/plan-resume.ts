/**
 * Ways to continue a session. Plans are pure: they are made from evidence, and carried out elsewhere.
 *
 * - which mode is possible first, and why not the others: ladder.ts; what is known before anything starts: gather-evidence.ts
 * - when a resume is refused: this file; when it is known to fail: known-ailments.ts, ailments.ts
 * - which permissions a session continues with: permissions.ts (`narrowedTo`); which settings: settings.ts
 * - what changed since: workspace-drift.ts, file-drift.ts; what is unfinished, and the recap: unfinished.ts, left-running.ts
 * - a resume carried out: carry-out-resume.ts
 * - what a new thread gets: history/choose-history.ts, history/portable-history.ts; planned: replay/plan-replay.ts, replay/plan-fork.ts;
 *   carried out: replay/carry-out-replay.ts, then replay/by-inject.ts, replay/by-native.ts or replay/by-segments.ts
 * - what a brief says: brief/write-brief.ts, brief/digest/read-digest.ts, brief/sections/sections.ts, then docs/formats/brief.md
 * - the files at an earlier turn: files/files-at.ts; putting them back, and undo: files/rewind.ts, files/undo.ts, docs/formats/rewind.md
 */

import {
  type Agent,
  agentOf,
  asThreadId,
  baselineWords,
  type Drift,
  goOn,
  type KeptApproval,
  noSettings,
  type Owner,
  type PlanOf,
  processWords,
  type Refusal,
  type Request,
  type RestoreMode,
  type RestorePlan,
  type RunState,
  type SessionId,
  type Settings,
  sessionIdOf,
  type Unfinished,
  type Wish,
  widerWords,
} from "@reprise/model";
import type { About } from "../agents/reading/fact.ts";
import { type KnownPermissions, measured, narrowedTo } from "./permissions.ts";
import { settingsDrift, wantedSettings, withWider } from "./settings.ts";
import { recapOf } from "./unfinished.ts";

/** Everything a plan needs; found by reading, without starting anything. */
export interface Evidence {
  readonly session: SessionId;
  readonly about: Partial<About>;
  readonly basis: RestorePlan["basis"];
  readonly isArchived: boolean;
  /** The command that unarchives it; null if none is known. */
  readonly unarchive?: string | null;
  readonly owner: Owner | null;
  /** Whether the folder to continue in exists. */
  readonly hasFolder: (path: string) => boolean;
  /** Workspace changes: git head, branch, files the session edited. */
  readonly workspaceDrift: readonly Drift[];
  readonly unfinished: readonly Unfinished[];
  readonly approvals: readonly KeptApproval[];
  /** Approvals claimed by the agent's own log, as requests under these settings. */
  readonly approvedInLog: (settings: Settings) => readonly KeptApproval[];
  readonly pending: readonly Request[];
  /** The last prompt, if the agent's log lacks it: sent, but not known to have arrived. */
  readonly unsentPrompt: string | null;
  readonly hasThread: boolean;
  /** Null: the agent can be driven, and can resume this kind of log. */
  readonly refusedBecause: Refusal | null;
  /** Permissions of an agent continuing in a folder; null if they cannot be compared. */
  readonly permissionsOf: (target: Agent, folder: string | null) => KnownPermissions | null;
}

/** What a resume will do, or why it is not possible. Pure. */
export function planResume(evidence: Evidence, wish: Wish): PlanOf<"resume" | null> {
  const recorded = recordedSettings(evidence.about);
  const { session, basis, pending, unfinished, owner, unsentPrompt } = evidence;
  const target = agentOf(session);
  const compared = comparedWith(recorded, wantedSettings(recorded, wish), evidence, { target, wish });
  const { settings } = compared;
  const refusals = refusalsOf(evidence, compared, wish);
  const common = { session, target, basis, ...compared, refusals, pending, unfinished, owner };
  if (refusals.length > 0) return { mode: null, ...common, ...refusedResume, unsentPrompt };
  return {
    mode: "resume",
    ...common,
    tokens: evidence.about.contextTokens ?? 0,
    contextTokens: settings.model === recorded.model ? (evidence.about.contextWindow ?? null) : null,
    ailments: [],
    approvals: approvalsUnder(evidence, settings),
    unchecked: [...knownAtStart],
    prompt: wish.isSilent ? null : promptOf(unsentPrompt, wish.prompt),
    recap: recapOf(unfinished),
    unsentPrompt: wish.isSilent ? unsentPrompt : null,
  };
}

export const knownAtStart: readonly string[] = ["effective settings", "MCP servers and tools"];

const refusedResume = { via: null, ways: [], ailments: [] } as const;

/** The same plan, refused, without the fields of its mode. */
export function refusedPlan(plan: RestorePlan, refusals: readonly Refusal[]): PlanOf<null> {
  const { session, target, basis, settings, baseline, drift, narrowed, pending, unfinished, owner } = plan;
  return {
    mode: null,
    session,
    target,
    basis,
    settings,
    baseline,
    drift,
    narrowed,
    refusals,
    pending,
    unfinished,
    owner,
    via: "via" in plan ? plan.via : null,
    ways: "ways" in plan ? plan.ways : [],
    ailments: "ailments" in plan ? plan.ailments : [],
    unsentPrompt: "unsentPrompt" in plan ? plan.unsentPrompt : null,
  };
}

type Compared = Pick<RestorePlan, "settings" | "baseline" | "drift" | "narrowed">;

/**
 * The settings to continue with, narrower than wanted where those permit more than the baseline; differences from the log and
 * from now; permissions beyond the baseline.
 */
export function comparedWith(
  recorded: Settings,
  wanted: Settings,
  { permissionsOf, workspaceDrift }: Pick<Evidence, "permissionsOf" | "workspaceDrift">,
  { target, wish }: { readonly target: Agent; readonly wish: Wish },
): Compared {
  const { permitted } = wish;
  const own = permissionsOf(target, wanted.cwd);
  const known = own && permitted ? { ...own, recorded: permitted, source: permitted.source } : own;
  const { settings, narrowed, baseline, wider } = measuredBy(known, wanted, wish);
  const before = lastModel(recorded, known, wish);
  const changed = settingsDrift(before, settings, known?.rules ?? { policies: [] });
  const subjects = new Set<string>(narrowed.map(({ subject }) => subject));
  const drift = withWider(
    changed.filter(({ subject }) => !subjects.has(subject)),
    wider,
  );
  return { settings, narrowed, baseline, drift: [...drift, ...workspaceDrift] };
}

/** What a model costs is agreed to with our own runs: where the agent's log claims another one since, that is a change. */
function lastModel(recorded: Settings, known: KnownPermissions | null, { settings: said }: Wish): Settings {
  const { model = null, effort = null } = known?.elsewhere ?? {};
  return {
    ...recorded,
    model: said.model == null ? (model ?? recorded.model) : recorded.model,
    effort: said.effort == null ? (effort ?? recorded.effort) : recorded.effort,
  };
}

function measuredBy(known: KnownPermissions | null, settings: Settings, wish: Wish) {
  if (known === null) return { settings, narrowed: [], baseline: null, wider: [] };
  if (!wish.allowsWider) return narrowedTo(known, settings, wish.settings);
  return { settings, narrowed: [], ...measured(known, settings, wish.settings) };
}

/** Approvals that may be reused; the agent's log counts only where we saved nothing. */
export function approvalsUnder(
  { approvals, approvedInLog }: Pick<Evidence, "approvals" | "approvedInLog">,
  settings: Settings,
): readonly KeptApproval[] {
  const saved = new Set(approvals.map(({ hash }) => hash));
  return [...approvals, ...approvedInLog(settings).filter(({ hash }) => !saved.has(hash))];
}

/** Sent once a new thread has its history: only the person's prompt, unless they asked to continue. */
export function sentPrompt(unsent: string | null, wish: Wish): string | null {
  if (wish.isSilent || (wish.prompt === null && !wish.modes.includes("resume"))) return null;
  return promptOf(unsent, wish.prompt);
}

type WiderThan = Pick<RestorePlan, "baseline" | "drift">;

/** Refuses anything wider, unless explicitly allowed. */
export function widerRefusals(mode: RestoreMode, { baseline, drift }: WiderThan, wish: Wish): Refusal[] {
  const wider = drift.filter(({ widens }) => widens);
  if (wider.length === 0 || wish.allowsWider) return [];
  return [{ mode, reason: "wider-permissions", detail: widerDetail(baseline, wider) }];
}

export function widerDetail(baseline: RestorePlan["baseline"], wider: readonly Drift[]): string {
  const basis = baseline === null ? "" : ` (baseline: ${baselineWords[baseline.source]})`;
  return `Wider permissions: ${widerWords(wider)}${basis}. This needs --allow-wider.`;
}

/** An unsent prompt comes first: the new one may build on it. */
function promptOf(unsent: string | null, said: string | null): string {
  // Its author has it back, and sends it.
  if (unsent !== null && said?.includes(unsent)) return said;
  const parts = [unsent, said].filter((part) => part !== null);
  return parts.length > 0 ? parts.join("\n\n") : goOn;
}

/** For a run whose agent died before writing anything: nothing to resume, but the prompt is kept. */
export function planWithoutLog(
  run: Pick<RunState, "agent" | "run" | "thread" | "isPersisted" | "settings" | "pending">,
  unsentPrompt: string | null,
  wish: Wish,
): PlanOf<null> {
  const prompt = wish.prompt ?? unsentPrompt;
  const detail = run.isPersisted
    ? `The file that ${run.agent} had recorded no longer exists. Put it back, or start again with \`reprise run --fresh\`.`
    : prompt === null
      ? "The agent recorded nothing of it. Start again with `reprise run`."
      : "The agent recorded nothing of it. `reprise run --resume` in that folder sends the prompt below.";
  return {
    mode: null,
    session: sessionIdOf(run.agent, run.thread ?? asThreadId(run.run)),
    target: run.agent,
    basis: [],
    settings: wantedSettings(run.settings, wish),
    baseline: null,
    drift: [],
    narrowed: [],
    refusals: [{ mode: "resume", reason: "no-thread", detail }],
    pending: run.pending,
    unfinished: [],
    owner: null,
    ...refusedResume,
    unsentPrompt: prompt,
  };
}

export function recordedSettings(about: Partial<About>): Settings {
  return {
    ...noSettings,
    model: about.model ?? null,
    provider: about.provider ?? null,
    effort: about.effort ?? null,
    sandbox: about.sandbox ?? null,
    approvalPolicy: about.approvalPolicy ?? null,
    cwd: about.cwd ?? about.workspace ?? null,
  };
}

function refusalsOf(evidence: Evidence, compared: Compared, wish: Wish): Refusal[] {
  const { settings } = compared;
  const refusals: Refusal[] = [];
  const refuse = (reason: Refusal["reason"], detail: string) => refusals.push({ mode: "resume", reason, detail });
  if (evidence.refusedBecause) refusals.push(evidence.refusedBecause);
  if (!evidence.hasThread) refuse("no-thread", "Its log names no thread to resume.");
  if (evidence.isArchived) refuse("thread-archived", `It is archived. ${howToUnarchive(evidence)}`);
  if (evidence.owner) {
    refuse("busy", `It is open in ${processWords(evidence.owner)}. Close it there first.`);
  }
  if (settings.cwd !== null && !evidence.hasFolder(settings.cwd)) {
    refuse("folder-missing", `${settings.cwd} no longer exists. Choose another folder.`);
  }
  return [...refusals, ...widerRefusals("resume", compared, wish)];
}

function howToUnarchive({ session, unarchive }: Evidence): string {
  return unarchive ? `Run \`${unarchive}\` first.` : `Unarchive it in ${agentOf(session)} first.`;
}
