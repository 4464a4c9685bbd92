import {
  type Agent,
  agentOf,
  type OfferedWay,
  type PlanOf,
  type Refusal,
  type ReplayWay,
  type RunState,
  type Settings,
  type Turn,
  type Wish,
} from "@reprise/model";
import type { AgentDriver } from "../../agents/driving/driver.ts";
import type { Ability } from "../../agents/driving/releases.ts";
import { sandboxes } from "../../agents/driving/sandboxes.ts";
import type { PortableItem } from "../../agents/writing/portable.ts";
import type { CountTokens } from "../../transcript/count-tokens.ts";
import { type Chosen, chooseHistory, type TurnReader } from "../history/choose-history.ts";
import { imagesIn } from "../history/portable-entry.ts";
import {
  approvalsUnder,
  comparedWith,
  type Evidence,
  knownAtStart,
  recordedSettings,
  sentPrompt,
  widerRefusals,
} from "../plan-resume.ts";
import { asBegun, wantedSettings } from "../settings.ts";
import { briefEntry, cut, hashOfHistory } from "./replayed-history.ts";

export interface ReplayParts {
  readonly turns: TurnReader;
  /** Driver of the target agent; null if it cannot be driven. */
  readonly driver: AgentDriver | null;
  readonly hasWriter: boolean;
  /** Why the installed release lacks an ability; null if it has it. */
  readonly lacks: (ability: Ability) => string | null;
  readonly count: CountTokens;
  readonly briefOf: (turns: readonly Turn[]) => Promise<string>;
  /** Earlier restores of this session. */
  readonly begun: readonly RunState[];
}

/** What a replay to a new thread will do, or why it is not possible. Only reads the session. */
export async function planReplay(evidence: Evidence, wish: Wish, given: ReplayParts): Promise<PlanOf<"replay" | null>> {
  const parts = ofRelease(given);
  const target = wish.to ?? agentOf(evidence.session);
  const recorded = recordedSettings(evidence.about);
  const isOwn = target === agentOf(evidence.session);
  const via = wayTo(isOwn, wish, parts);
  const contextTokens = wish.contextTokens ?? windowOf(target, evidence, parts);
  const told = await history(evidence, wish, { ...parts, contextTokens });
  const items = told.entries.map(({ item }) => item);
  const begun = begunBefore(items, target, parts);
  const continued = begun(via);
  const wanted = settingsFor(target, evidence, wish);
  const policies = evidence.permissionsOf(target, wanted.cwd)?.rules.policies ?? [];
  const begunWith = continued ? asBegun(continued.settings, wanted, wish, policies) : wanted;
  const compared = comparedWith(recorded, begunWith, evidence, { target, wish });
  const { settings } = compared;
  const refusals = [
    ...unsupported(target, via, parts),
    ...missingFolder(evidence, settings),
    ...widerRefusals("replay", compared, wish),
    ...nothingToTell(told),
  ];
  const { session, basis, pending, unfinished, owner, unsentPrompt } = evidence;
  const ways = waysTo(parts).map((way) => ({ way, stopped: progressOf(begun(way)) }));
  const common = {
    ...compared,
    session,
    target,
    basis,
    pending,
    unfinished,
    owner,
    ways,
    ailments: [],
  };
  if (refusals.length > 0 || via === null || via === "fork")
    return { mode: null, ...common, refusals, via, unsentPrompt };
  const segments = cut(told.entries, via, { segmentTokens: wish.segmentTokens, count: parts.count });
  const prompt = sentPrompt(unsentPrompt, wish);
  return {
    mode: "replay",
    ...common,
    turns: told.turns,
    via,
    refusals: betterWay(isOwn, via, wish, given),
    segments: segments.map(({ number, entries, tokens }) => ({
      number,
      tokens,
      items: entries.map(({ source }) => source),
    })),
    tokens: segments.reduce((sum, { tokens }) => sum + tokens, 0),
    contextTokens,
    brief: told.brief,
    continues: continued?.run ?? null,
    approvals: isOwn ? approvalsUnder(evidence, settings) : [],
    lost: [...told.lost, ...imagesLost(told, via), ...lostPrompt(unsentPrompt, prompt), ...always],
    unchecked: [...knownAtStart],
    prompt,
    unsentPrompt: wish.isSilent ? unsentPrompt : null,
  };
}

/** The model's window from the log, else that of the agent's usual model. */
function windowOf(target: Agent, { session, about }: Evidence, { driver }: ReplayParts): number {
  const recorded = target === agentOf(session) ? about.contextWindow : null;
  return recorded ?? driver?.can.contextTokens ?? 128_000;
}

/** A typed message is text only. */
function imagesLost({ entries }: ToldOfSession, via: ReplayWay | null): string[] {
  if (via !== "segments") return [];
  return [...new Set(entries.flatMap(imagesIn))].map((name) => `image: ${name} (segments are texts)`);
}

const always = ["A new thread may behave differently."];

interface ToldOfSession {
  readonly entries: Chosen["entries"];
  readonly turns: Chosen["turns"];
  readonly brief: string | null;
  readonly lost: readonly string[];
}

async function history(
  { session, unfinished }: Evidence,
  wish: Wish,
  { turns, count, contextTokens, briefOf }: ReplayParts & { readonly contextTokens: number },
): Promise<ToldOfSession> {
  const { briefTokens } = wish;
  const chosen = await chooseHistory(turns, {
    agent: agentOf(session),
    contextTokens,
    briefTokens,
    count,
    unfinished,
  });
  if (wish.asBrief) {
    const brief = await briefOf(chosen.read);
    const entries = chosen.entries.length === 0 ? [] : [briefEntry(brief, chosen.turns.from, null)];
    return {
      entries,
      turns: chosen.turns,
      brief,
      lost: ["the conversation itself: a brief is sent instead"],
    };
  }
  if (chosen.before.kind === "nothing") return { ...chosen, brief: null };
  const [brief, behind] =
    chosen.before.kind === "summary" ? [chosen.before.text, chosen.before.behind] : [await briefOf(chosen.read), 0];
  const told = briefEntry(brief, chosen.turns.from, chosen.entries[0]?.item.at ?? null);
  return { ...chosen, brief, entries: chosen.entries.toSpliced(behind, 0, told) };
}

/** Another agent has other models and approval policies. */
export function settingsFor(target: Agent, { session, about }: Evidence, wish: Wish): Settings {
  const recorded = recordedSettings(about);
  if (target === agentOf(session)) return wantedSettings(recorded, wish);
  const foreign = { model: null, provider: null, effort: null, summary: null, approvalPolicy: null };
  const sandbox = sandboxes.includes(recorded.sandbox ?? "") ? recorded.sandbox : null;
  return wantedSettings({ ...recorded, ...foreign, sandbox }, wish);
}

/** Avoids model calls where possible. Same agent: inject. Other agent: native session. */
function wayTo(isOwn: boolean, { via }: Wish, { driver, hasWriter }: ReplayParts): ReplayWay | null {
  if (via !== null) return via;
  if (isOwn && driver?.can.informs) return "inject";
  if (hasWriter) return "native";
  if (driver?.can.informs) return "inject";
  return driver ? "segments" : null;
}

/** Without the ways the installed release lacks. */
function ofRelease(parts: ReplayParts): ReplayParts {
  const { driver, hasWriter, lacks } = parts;
  const informs = driver?.can.informs === true && lacks("inject") === null;
  return {
    ...parts,
    driver: driver && { ...driver, can: { ...driver.can, informs } },
    hasWriter: hasWriter && lacks("native") === null,
  };
}

/** Why the preferred way is not used. */
function betterWay(isOwn: boolean, via: ReplayWay | null, wish: Wish, given: ReplayParts): Refusal[] {
  if (given.lacks("run") !== null) return [];
  const best = wayTo(isOwn, wish, given);
  const detail = best !== via && (best === "inject" || best === "native") ? given.lacks(best) : null;
  return detail === null ? [] : [refusal("agent-outdated", detail)];
}

/** Cheapest first. */
function waysTo({ driver, hasWriter }: ReplayParts): ReplayWay[] {
  if (!driver) return [];
  return [
    ...(driver.can.informs ? (["inject"] as const) : []),
    ...(hasWriter ? (["native"] as const) : []),
    "segments",
  ];
}

/** Our unfinished replay of the same history in this way. */
function begunBefore(
  items: readonly PortableItem[],
  target: Agent,
  { begun }: ReplayParts,
): (via: ReplayWay | null) => RunState | null {
  if (begun.length === 0) return () => null;
  return (via) => {
    const hash = hashOfHistory(items, target, via ?? "native");
    return begun.find((run) => isSame(run, hash)) ?? null;
  };
}

function progressOf(run: RunState | null): OfferedWay["stopped"] {
  const restore = run?.restore ?? null;
  return restore && { sentCount: restore.sentCount, segmentCount: restore.segmentCount };
}

function unsupported(target: Agent, via: ReplayWay | null, { driver, hasWriter, lacks }: ReplayParts): Refusal[] {
  if (!driver || via === null) return [refusal("not-supported", `Reprise cannot drive ${target} yet.`)];
  // The next turn resumes the thread in every case.
  const lack = lacks("resume") ?? (via === "inject" || via === "native" ? lacks(via) : null);
  if (lack !== null) return [refusal("agent-outdated", lack)];
  if (via === "inject" && !driver.can.informs)
    return [refusal("not-supported", `${target} accepts no history. Use --via native or segments.`)];
  if (via === "native" && !hasWriter)
    return [refusal("not-supported", `No session can be written for ${target}. Use --via segments.`)];
  if (via === "fork") return [refusal("not-supported", "Use `reprise fork` to fork.")];
  return [];
}

function missingFolder({ hasFolder }: Evidence, { cwd }: Settings): Refusal[] {
  if (cwd !== null && hasFolder(cwd)) return [];
  const detail =
    cwd === null ? "Its folder was not recorded. Choose one." : `${cwd} no longer exists. Choose another folder.`;
  return [refusal("folder-missing", detail)];
}

function nothingToTell({ entries }: ToldOfSession): Refusal[] {
  if (entries.length > 0) return [];
  return [refusal("nothing-to-tell", "It has no messages: nothing to send to a new thread.")];
}

function lostPrompt(unsent: string | null, prompt: string | null): string[] {
  if (unsent === null || prompt !== null) return [];
  return [`the last prompt, which never arrived; give it again if you still want it: ${unsent.slice(0, 200)}`];
}

function isSame({ restore, status }: RunState, hash: string): boolean {
  return restore?.hash === hash && !restore.isDone && status !== "running";
}

function refusal(reason: Refusal["reason"], detail: string): Refusal {
  return { mode: "replay", reason, detail };
}
