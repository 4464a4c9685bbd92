import {
  type Agent,
  type Baseline,
  type Narrowed,
  noPermissions,
  noSettings,
  type Permissions,
  type RoundPermissions,
  type RoundsWish,
  SessionError,
  type Settings,
  settingWords,
} from "@reprise/model";
import { type FolderGrants, narrower, type PermissionRules } from "../../agents/driving/permission-rules.ts";
import { sandboxes } from "../../agents/driving/sandboxes.ts";
import { type KnownPermissions, measured, narrowedTo } from "../../restore/permissions.ts";
import { filled } from "../../runs/permitted-so-far.ts";
import type { LastRound } from "./last-round.ts";

/** What the rounds to come are given. */
export interface RoundSettings {
  readonly settings: Partial<Settings>;
  /** The most that a round may do, whatever the agent is configured to by then; null: it cannot be compared. */
  readonly permitted: Baseline | null;
  readonly permissions: RoundPermissions;
}

/** What is known of the agent of the rounds, besides what the workspace says. */
export interface KnownAgent {
  readonly agent: Agent;
  /** Null if its permissions cannot be compared. */
  readonly rules: PermissionRules | null;
  /** What it would start with in the workspace now; null if that cannot be read. */
  readonly configured: Permissions | null;
  /** What files of the workspace add to a start there now. */
  readonly inFolder: FolderGrants | undefined;
  /** It asks for permission: as nobody is there to answer, it is told not to. */
  readonly asks: boolean;
  /** By our journal; null: this machine never ran the project. */
  readonly last: LastRound | null;
}

/** What files in the workspace say about the rounds so far. It can narrow what the next ones may do, never widen it. */
export type LogClaims = Pick<Settings, "sandbox" | "approvalPolicy" | "provider">;

export const noClaims: LogClaims = { sandbox: null, approvalPolicy: null, provider: null };

/**
 * As the person names it, else as in the last round by our journal, else the narrower of claim and configuration. Throws
 * `refused` if the log claims more than our journal has.
 */
export function roundSettings(claims: LogClaims, said: RoundsWish["settings"], given: KnownAgent): RoundSettings {
  const { agent, rules, asks, last, configured, inFolder } = given;
  if (rules === null) {
    const permissions = { agent, sandbox: said.sandbox ?? null, approvalPolicy: null, narrowed: [] };
    const source = said.sandbox == null ? "configuration" : "named";
    return { settings: unattended(said, asks), permitted: null, permissions: { ...permissions, source } };
  }
  const known: KnownPermissions = { rules, recorded: recordOf(given), configured, inFolder };
  // The policy of an agent that asks is ours, whatever the log says.
  const claimed = { ...claims, ...(asks ? { approvalPolicy: null } : {}) };
  const { wanted, narrowed } =
    last === null
      ? narrowedClaim(claimed, said, known)
      : { wanted: asBefore(claimed, said, known, { agent, last }), narrowed: [] };
  return asserted(unattended({ ...wanted, ...named(said) }, asks), { known, said, narrowed, given });
}

/** Of the last round; for another agent only the sandbox carries over. */
function recordOf({ agent, last }: KnownAgent): Permissions | null {
  if (last === null) return null;
  return last.agent === agent ? last.permitted : { ...noPermissions, sandbox: last.permitted.sandbox };
}

interface Wanted {
  readonly wanted: Partial<Settings>;
  readonly narrowed: readonly Narrowed[];
}

/** Of a project that this machine never ran. Its model and provider are left to the agent. */
function narrowedClaim(claimed: LogClaims, said: RoundsWish["settings"], known: KnownPermissions): Wanted {
  const { sandbox, approvalPolicy } = claimed;
  const { settings, narrowed } = narrowedTo(known, { ...noSettings, sandbox, approvalPolicy }, {});
  const kept = { sandbox: settings.sandbox, approvalPolicy: settings.approvalPolicy };
  return { wanted: kept, narrowed: narrowed.filter(({ subject }) => said[subject] == null) };
}

/** As in the last round, or narrower if the log says so. */
function asBefore(
  claimed: LogClaims,
  said: RoundsWish["settings"],
  known: KnownPermissions,
  { agent, last }: { readonly agent: Agent; readonly last: LastRound },
): Partial<Settings> {
  refuseWider(claimed, said, known, { isSame: agent === last.agent, last });
  const { model, provider, effort, summary, sandbox, approvalPolicy } = last.settings;
  const own = agent === last.agent ? { model, provider, effort, summary } : {};
  const before = {
    sandbox: (agent === last.agent ? sandbox : null) ?? known.recorded?.sandbox ?? null,
    approvalPolicy: agent === last.agent ? (approvalPolicy ?? known.recorded?.approvalPolicy ?? null) : null,
  };
  return {
    ...own,
    sandbox: narrowest(sandboxes, before.sandbox, claimed.sandbox),
    approvalPolicy: narrowest(known.rules.policies, before.approvalPolicy, claimed.approvalPolicy),
  };
}

function narrowest(order: readonly string[], before: string | null, claimed: string | null): string | null {
  if (before === null || claimed === null) return before;
  return narrower(order, before, claimed) ?? before;
}

const options = { sandbox: "--sandbox", approvalPolicy: "--approval", provider: "--provider" } as const;

function refuseWider(
  claimed: LogClaims,
  said: RoundsWish["settings"],
  known: KnownPermissions,
  { isSame, last }: { readonly isSame: boolean; readonly last: LastRound },
): void {
  const { sandbox, approvalPolicy, provider } = claimed;
  const isSaid = said.sandbox != null || said.approvalPolicy != null;
  const words = known.rules.under({ sandbox, approvalPolicy });
  const { wider } = measured(known, { ...noSettings, sandbox, approvalPolicy });
  for (const subject of ["sandbox", "approvalPolicy"] as const) {
    const row = wider.find((one) => one.subject === subject);
    if (row !== undefined && words[subject] !== null && !isSaid) throw claimRefusal(subject, row.now, row.recorded);
  }
  const before = last.provider ?? last.settings.provider;
  if (isSame && provider !== null && before !== null && provider !== before && said.provider == null)
    throw claimRefusal("provider", provider, before);
}

function claimRefusal(subject: keyof typeof options, claimed: string | null, before: string | null): SessionError {
  const name = settingWords[subject];
  return refused(
    `Its log names ${name} ${claimed}, but its last round had ${name} ${before}. The log is in the workspace, where the agent can change it. To continue, name what you want with ${options[subject]}.`,
  );
}

export function refused(reason: string): SessionError {
  return new SessionError("refused", `${reason} Nothing was changed.`);
}

/** As nobody is there to answer, an agent that asks is told not to. */
function unattended(settings: Partial<Settings>, asks: boolean): Partial<Settings> {
  return asks ? { ...settings, approvalPolicy: "never" } : settings;
}

function named(said: RoundsWish["settings"]): Partial<Settings> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value != null));
}

interface Asserting {
  readonly known: KnownPermissions;
  readonly said: RoundsWish["settings"];
  readonly narrowed: readonly Narrowed[];
  readonly given: KnownAgent;
}

/** Names what would be left to a configuration that a round may change, where the agent can be given it. */
function asserted(wanted: Partial<Settings>, { known, said, narrowed, given }: Asserting): RoundSettings {
  const { rules, configured } = known;
  const { baseline } = measured(known, { ...noSettings, ...wanted });
  const words = rules.under({
    sandbox: wanted.sandbox ?? null,
    approvalPolicy: wanted.approvalPolicy ?? null,
  });
  const canName = rules.policies.length > 0;
  const settings = {
    ...wanted,
    ...(canName && words.sandbox === null && baseline.sandbox !== null ? { sandbox: baseline.sandbox } : {}),
    ...(canName && words.approvalPolicy === null && baseline.approvalPolicy !== null
      ? { approvalPolicy: baseline.approvalPolicy }
      : {}),
  };
  const { sandbox = null, approvalPolicy = null } = settings;
  const isNamed = said.sandbox != null || said.approvalPolicy != null;
  // With the sandbox the person names what belongs to it too: network access and folders as configured now.
  const rest = isNamed ? filled(configured ?? noPermissions, rules.usual) : baseline;
  // Those of the first round are the person's, who starts it here and now, as in any new session.
  const added = isNamed || given.last === null ? given.inFolder : undefined;
  const permitted = filled({ ...noPermissions, ...rules.under({ sandbox, approvalPolicy }), ...added }, rest);
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
    permitted: { ...permitted, source: baseline.source },
    permissions: {
      agent: given.agent,
      sandbox: permitted.sandbox,
      approvalPolicy: permitted.approvalPolicy,
      source: isNamed ? "named" : baseline.source,
      narrowed: [...narrowed],
    },
  };
}
