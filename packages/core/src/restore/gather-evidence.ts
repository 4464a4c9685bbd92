import {
  type Agent,
  exactLine,
  type KeptApproval,
  noPermissions,
  type Owner,
  type Permissions,
  type Reading,
  type Refusal,
  type RestorePlan,
  type SessionSummary,
  type Settings,
  type Timestamp,
  type Turn,
} from "@reprise/model";
import type { AgentDriver } from "../agents/driving/driver.ts";
import type { ConfiguredFolder, PermissionRules } from "../agents/driving/permission-rules.ts";
import type { About } from "../agents/reading/fact.ts";
import type { Host } from "../host/host.ts";
import { redactSecrets } from "../journal/redact.ts";
import { outlivedAgent } from "../runs/outlived-agent.ts";
import { nowhere } from "../runs/permitted-so-far.ts";
import type { UnconfirmedPrompt } from "../runs/prompts/unconfirmed-prompts.ts";
import { type KeptReply, keptApprovals } from "../runs/saved-replies.ts";
import type { ThreadHistory } from "../runs/thread-history.ts";
import { estimateTokens } from "../transcript/count-tokens.ts";
import { leadsInside } from "../workspace/is-inside.ts";
import { leftRunning } from "./left-running.ts";
import { type KnownPermissions, widerOf } from "./permissions.ts";
import { type Evidence, recordedSettings } from "./plan-resume.ts";
import { unfinishedOf } from "./unfinished.ts";
import { workspaceDrift } from "./workspace-drift.ts";

type Sent = Pick<UnconfirmedPrompt, "text" | "sentAt" | "isConfirmed">;

/** How many of the last turns are searched for edits. */
export const turnsLookedAt = 20;

export interface GatheredEvidence {
  readonly session: SessionSummary;
  /** The agent's home that contains the session. */
  readonly home: string;
  /** The chat that it is a copy of; null: it is the agent's own. */
  readonly chat: string | null;
  readonly about: Partial<About>;
  readonly history: ThreadHistory;
  /** Prompts for the session that no journal holds. */
  readonly unsent: readonly Sent[];
  readonly replies: readonly KeptReply[];
  readonly driver: AgentDriver | null;
  readonly rulesOf: (agent: Agent) => PermissionRules | null;
  readonly last: Reading;
}

/** Gathers everything a plan needs. Reads the last turns and the workspace; starts nothing. */
export async function gatherEvidence(given: GatheredEvidence, host: Host): Promise<Evidence> {
  const { session, about, history, replies } = given;
  const turns: Turn[] = [];
  for await (const turn of given.last.turns) turns.push(turn);
  const cwd = about.cwd ?? about.workspace ?? null;
  const said = keptApprovals(replies, session.id);
  const revoked = new Set(
    replies.flatMap((reply) => (reply.type === "approval-revoked" && reply.session === session.id ? [reply.hash] : [])),
  );
  const approvals = new Map([...history.approvals.map(({ hash, subject }) => [hash, subject] as const), ...said]);
  const owner = session.owner ?? orphanOf(given, host);
  // An agent that lives may still record what it was sent.
  const isHeld = owner !== null || outlivedAgent(history.latest, host) !== null;
  const unarrived = isHeld ? [] : history.unarrived;
  return {
    session: session.id,
    about: { ...about, contextTokens: plausibleContext(about.contextTokens, turns) },
    basis: basisOf(session, host),
    isArchived: session.archived,
    unarchive: about.thread ? (given.driver?.unarchive?.(about.thread) ?? null) : null,
    owner,
    hasFolder: (path) => host.files.stamp(path) !== null,
    workspaceDrift: workspaceDrift(about, turns, host),
    unfinished: unfinishedOf(turns.slice(-1), cwd, host, leftRunning(given.driver, host)(session.thread)),
    approvals: [...approvals].flatMap(([hash, subject]) =>
      revoked.has(hash) && !said.has(hash) ? [] : [{ hash, subject, source: "saved" as const }],
    ),
    approvedInLog: (settings) => approvedInLog(given, host)(settings).filter(({ hash }) => !revoked.has(hash)),
    pending: history.pending,
    unsentPrompt: joined([...unarrived, ...given.unsent].filter((sent) => lacks(turns, sent))),
    permissionsOf: (target, folder) => knownPermissions(given, target, folder, host),
    hasThread: about.thread != null || session.turnCount > 0,
    refusedBecause: refusalOf(given),
  };
}

/** Without locks, and by their logs alone, some agents cannot be seen to be still at work. */
function orphanOf({ driver, history: { latest } }: GatheredEvidence, host: Host): Owner | null {
  if (driver?.can.locks || latest?.status !== "interrupted") return null;
  return outlivedAgent(latest, host);
}

/** Log approvals hold for the exact command in the recorded folder and sandbox; if none is recorded, in the plan's. */
function approvedInLog({ about, driver, home }: GatheredEvidence, { env }: Host) {
  const recorded = recordedSettings(about);
  return (settings: Settings): KeptApproval[] => {
    const place = {
      ...settings,
      cwd: recorded.cwd ?? settings.cwd,
      sandbox: recorded.sandbox ?? settings.sandbox,
    };
    return (about.approvedCommands ?? []).flatMap((command) => {
      const hash = driver?.approvedHash?.(command, place, { env, home }) ?? null;
      return hash === null ? [] : [{ hash, subject: command.join(" "), source: "log" as const }];
    });
  };
}

/** For another agent only the recorded or configured sandbox applies; it may do what either configuration permits. */
function knownPermissions(
  { session, home, history: { permitted, place }, rulesOf }: GatheredEvidence,
  target: Agent,
  folder: string | null,
  { env, files }: Host,
): KnownPermissions | null {
  const rules = rulesOf(target);
  if (!rules) return null;
  const own = rulesOf(session.agent)?.configured({ folder, home, env }, files) ?? null;
  const last = place?.cwd ?? null;
  const stays = last === null || (folder !== null && leadsInside(folder, last, files, place?.realCwd));
  const [cwd, leadsTo] = stays ? [null, undefined] : [last, folder === null ? undefined : files.real(folder)];
  const inFolder = (place: ConfiguredFolder) => ({
    inFolder: rules.inFolder?.(place, files),
    filesBefore: rules.inFolder?.(place, files, Date.parse(session.updatedAt ?? "") || 0).workspaceFiles,
  });
  if (target === session.agent) {
    const elsewhere = { ...(place ?? nowhere), cwd, leadsTo };
    return { rules, recorded: permitted, configured: own, ...inFolder({ folder, home, env }), elsewhere };
  }
  const carried = (one: Permissions | null) => one && { ...noPermissions, sandbox: one.sandbox };
  const theirs = rules.configured({ folder, home: null, env }, files);
  const elsewhere = { ...nowhere, cwd, leadsTo };
  const configured = widerOf(theirs, carried(own), rules);
  return { rules, recorded: carried(permitted), configured, ...inFolder({ folder, home: null, env }), elsewhere };
}

function basisOf(session: SessionSummary, host: Host): RestorePlan["basis"] {
  return session.files.flatMap(({ path, role }) => {
    const stamp = role === "main" ? host.files.stamp(path) : null;
    return stamp ? [{ path, sizeBytes: stamp.sizeBytes, mtimeMs: stamp.mtimeMs }] : [];
  });
}

/**
 * A logged prompt before `sentAt` was another one: intents are recorded first, by the same clock. Without a logged time, equal
 * text is the same prompt; once confirmed, any later prompt is. If the session continued beyond the turns read, the answer is
 * unknown and the prompt is not repeated.
 */
function lacks(turns: readonly Turn[], sent: Sent): boolean {
  const isSince = (at: Timestamp | null) => at !== null && isNotBefore(at, sent.sentAt);
  const [first] = turns;
  if (first !== undefined && first.number > 1 && isSince(first.startedAt)) return false;
  // The journal omits secrets; the agent's log does not.
  const isSame = (text: string) => sent.isConfirmed || text === sent.text || redactSecrets(text) === sent.text;
  return !turns.some(({ items }) =>
    items.some((item) => item.kind === "prompt" && (item.at === null || isSince(item.at)) && isSame(item.text)),
  );
}

function joined(prompts: readonly { readonly text: string }[]): string | null {
  return prompts.length === 0 ? null : prompts.map(({ text }) => text).join("\n\n");
}

/** Some logs record whole seconds: only those are compared by the second. */
function isNotBefore(logged: Timestamp, sentAt: Timestamp): boolean {
  const [there, here] = [Date.parse(logged), Date.parse(sentAt)];
  return there >= (there % 1000 === 0 ? Math.floor(here / 1000) * 1000 : here);
}

function refusalOf(given: GatheredEvidence): Refusal | null {
  const detail = whyNot(given);
  return detail === null ? null : { mode: "resume", reason: "not-supported", detail };
}

function whyNot({ session, chat, driver }: GatheredEvidence): string | null {
  if (chat !== null)
    return `It is the chat ${exactLine(chat)}: its next message continues it. A replay continues it here, in a session of its own.`;
  if (session.state === "unreadable") return "Its file cannot be read: `reprise doctor` names the reason.";
  if (!driver) return `Reprise cannot drive ${session.agent} yet.`;
  return driver.unresumable?.(session) ?? null;
}

/** Null when the last turns alone exceed twice the count: some providers count nothing, or one request of many. */
function plausibleContext(counted: number | null | undefined, turns: readonly Turn[]): number | null {
  if (counted == null) return null;
  let said = 0;
  for (const item of turns.flatMap(({ items }) => items)) {
    if (item.kind === "notice" && item.mark?.type === "compaction") said = 0;
    else if (item.kind === "prompt" || item.kind === "reply") said += estimateTokens(item.text);
  }
  return said > 2 * counted ? null : counted;
}
