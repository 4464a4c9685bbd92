import {
  type Agent,
  agentOf,
  asThreadId,
  baselineWords,
  type Drift,
  type KeptApproval,
  noSettings,
  type Owner,
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
import type { About } from "../agents/fact.ts";
import { type KnownPermissions, measured } from "./permissions.ts";
import { settingsDrift, wantedSettings, withWider } from "./settings.ts";
import { accountOf } from "./unfinished.ts";

/** Everything a plan is made from; found by reading, without starting anything. */
export interface Evidence {
  readonly session: SessionId;
  readonly about: Partial<About>;
  readonly basis: RestorePlan["basis"];
  readonly isArchived: boolean;
  readonly owner: Owner | null;
  /** Whether the folder the session would go on in is there. */
  readonly hasFolder: (path: string) => boolean;
  /** What differs in the workspace: git head, branch, files the session edited. */
  readonly workspaceDrift: readonly Drift[];
  readonly unfinished: readonly Unfinished[];
  readonly approvals: readonly KeptApproval[];
  /** What the agent's own log calls approved, as requests under these settings. */
  readonly approvedInLog: (settings: Settings) => readonly KeptApproval[];
  readonly pending: readonly Request[];
  /** The last prompt, if the agent's log lacks it: it was sent, and nobody knows it arrived. */
  readonly unsentPrompt: string | null;
  readonly hasThread: boolean;
  /** The agent can be driven, and its log is of a kind it can resume. */
  readonly refusedBecause: Refusal | null;
  /** What is known of the permissions of an agent that would go on in a folder; null where they cannot be compared. */
  readonly permissionsOf: (target: Agent, folder: string | null) => KnownPermissions | null;
}

export const goOn = "Continue where you left off.";

/** What a resume will do, or why it cannot be done. Pure. */
export function planResume(evidence: Evidence, wish: Wish): RestorePlan {
  const recorded = recordedSettings(evidence.about);
  const settings = wantedSettings(recorded, wish);
  const { baseline, drift } = comparedWith(recorded, settings, evidence, {
    target: agentOf(evidence.session),
    wish,
  });
  const refusals = refusalsOf(evidence, settings, { baseline, drift }, wish);
  return {
    mode: refusals.length === 0 ? "resume" : null,
    session: evidence.session,
    target: agentOf(evidence.session),
    ...noReplay,
    basis: evidence.basis,
    settings,
    baseline,
    drift,
    refusals,
    segments: [],
    tokens: evidence.about.contextTokens ?? 0,
    approvals: approvalsUnder(evidence, settings),
    pending: evidence.pending,
    unfinished: evidence.unfinished,
    lost: [],
    unchecked: ["effective settings", "MCP servers and tools"],
    owner: evidence.owner,
    prompt: wish.isSilent ? null : promptOf(evidence.unsentPrompt, wish.prompt),
    account: accountOf(evidence.unfinished),
    unsentPrompt: wish.isSilent ? evidence.unsentPrompt : null,
  };
}

export type Compared = Pick<RestorePlan, "baseline" | "drift">;

/** What differs from the log and from now, with what would be permitted beyond the baseline. */
export function comparedWith(
  recorded: Settings,
  settings: Settings,
  { permissionsOf, workspaceDrift }: Pick<Evidence, "permissionsOf" | "workspaceDrift">,
  { target, wish }: { readonly target: Agent; readonly wish: Wish },
): Compared {
  const known = permissionsOf(target, settings.cwd);
  const { baseline, wider } = known
    ? measured(known, settings, wish.settings)
    : { baseline: null, wider: [] };
  const drift = withWider(settingsDrift(recorded, settings, known?.rules.policies ?? []), wider);
  return { baseline, drift: [...drift, ...workspaceDrift] };
}

/** What may be approved again; what the agent's log claims counts only where we saved nothing. */
export function approvalsUnder(
  { approvals, approvedInLog }: Pick<Evidence, "approvals" | "approvedInLog">,
  settings: Settings,
): readonly KeptApproval[] {
  const saved = new Set(approvals.map(({ hash }) => hash));
  return [...approvals, ...approvedInLog(settings).filter(({ hash }) => !saved.has(hash))];
}

/** What only a new thread needs. */
export const noReplay = {
  via: null,
  ways: [],
  turns: null,
  contextTokens: null,
  brief: null,
  ailments: [],
  continues: null,
  unsentPrompt: null,
} as const satisfies Partial<RestorePlan>;

/** What is sent once a new thread has its history: only what the person says, unless going on was what they wanted. */
export function sentPrompt(unsent: string | null, wish: Wish): string | null {
  if (wish.isSilent || (wish.prompt === null && !wish.modes.includes("resume"))) return null;
  return promptOf(unsent, wish.prompt);
}

/** Anything wider is refused, unless just that was said. */
export function widerRefusals(mode: RestoreMode, { baseline, drift }: Compared, wish: Wish): Refusal[] {
  const wider = drift.filter(({ widens }) => widens);
  if (wider.length === 0 || wish.allowsWider) return [];
  return [{ mode, reason: "wider-permissions", detail: widerDetail(baseline, wider) }];
}

export function widerDetail(baseline: RestorePlan["baseline"], wider: readonly Drift[]): string {
  const basis = baseline === null ? "" : ` (baseline: ${baselineWords[baseline.source]})`;
  return `Wider permissions: ${widerWords(wider)}${basis}. This needs --allow-wider.`;
}

/** A prompt that never arrived comes first: what is said now may build on it. */
function promptOf(unsent: string | null, said: string | null): string {
  const parts = [unsent, said].filter((part) => part !== null);
  return parts.length > 0 ? parts.join("\n\n") : goOn;
}

/** For a run whose agent died before it had written anything: nothing to resume, but the prompt is not lost. */
export function planWithoutLog(
  run: Pick<RunState, "agent" | "run" | "thread" | "isPersisted" | "settings" | "pending">,
  unsentPrompt: string | null,
  wish: Wish,
): RestorePlan {
  const prompt = wish.prompt ?? unsentPrompt;
  const detail = run.isPersisted
    ? `The file that ${run.agent} had written of it is not there any more. Put it back, or start again with \`reprise run --fresh\`.`
    : prompt === null
      ? "The agent has written nothing of it down. Start again with `reprise run`."
      : "The agent has written nothing of it down. `reprise run --resume` in that folder sends the prompt below.";
  return {
    mode: null,
    session: sessionIdOf(run.agent, run.thread ?? asThreadId(run.run)),
    target: run.agent,
    ...noReplay,
    basis: [],
    settings: wantedSettings(run.settings, wish),
    baseline: null,
    drift: [],
    refusals: [{ mode: "resume", reason: "no-thread", detail }],
    segments: [],
    tokens: 0,
    approvals: [],
    pending: run.pending,
    unfinished: [],
    lost: [],
    unchecked: [],
    owner: null,
    prompt,
    account: null,
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

function refusalsOf(evidence: Evidence, settings: Settings, compared: Compared, wish: Wish): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (reason: Refusal["reason"], detail: string) =>
    refusals.push({ mode: "resume", reason, detail });
  if (evidence.refusedBecause) refusals.push(evidence.refusedBecause);
  if (!evidence.hasThread) refuse("no-thread", "Its log names no thread that an agent could resume.");
  if (evidence.isArchived) refuse("thread-archived", `It is archived. ${howToUnarchive(evidence)}`);
  if (evidence.owner) {
    refuse(
      "busy",
      `It is open in ${evidence.owner.program} (process ${evidence.owner.pid}). Close it there first.`,
    );
  }
  if (settings.cwd !== null && !evidence.hasFolder(settings.cwd)) {
    refuse("folder-missing", `${settings.cwd} is not there any more. Choose another folder with --cwd.`);
  }
  return [...refusals, ...widerRefusals("resume", compared, wish)];
}

function howToUnarchive({ session, about }: Evidence): string {
  const agent = agentOf(session);
  return agent === "codex" && about.thread
    ? `Run \`codex unarchive ${about.thread}\` first.`
    : `Take it out of the archive of ${agent} first.`;
}
