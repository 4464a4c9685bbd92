import {
  type Draft,
  newQuestion,
  newRunView,
  noQuestion,
  noSettings,
  planView,
  type RunView,
  type RunWish,
  type Timestamp,
  turnsIn,
  withEntries,
  withLine,
  withPrompt,
} from "@reprise/model";
import { bufferOf, type Composer, emptyComposer } from "../../composer/index.ts";
import type { Beginning } from "../../kernel/app.ts";
import type { LiveRoute } from "../../kernel/route.ts";
import type { World } from "../../world.ts";
import { guardEnter, isUntouched } from "./prompt/enter-guard.ts";
import { draftKey } from "./prompt/unsent-text.ts";
import { tickTask } from "./run/after-update.ts";
import { historySession, noHistory } from "./run/history-progress.ts";
import { backAgain } from "./run/run-ended.ts";
import type { LiveState, LiveTask } from "./state.ts";

/** Restores the words that were not sent the last time. */
export function begin(beginning: LiveRoute, world: World): Beginning<LiveState, LiveTask> {
  const isRestore = beginning.kind === "restore";
  const place = draftPlace(beginning, world.cwd);
  const isNew = beginning.kind === "new";
  const kept = world.drafts.load(place) ?? (isNew ? beginning.draft : null);
  const unsent = isNew ? carriedIn(beginning, kept) : isRestore ? unsentIn(beginning.plan.unsentPrompt, kept) : null;
  const composer = composerOf(unsent, kept);
  const guardTasks: LiveTask[] = [];
  const view = isRestore
    ? { ...planView(beginning.plan), session: beginning.session.id, parkedUntil: limitOf(beginning) }
    : isNew
      ? newRunView(world.agent, { ...noSettings, cwd: world.cwd })
      : hostedView(beginning.wish);
  const state: LiveState = {
    beginning,
    place: { cwd: world.cwd, agents: world.traits, homeFolder: world.homeFolder, isDemo: world.isDemo },
    phase: isNew ? "unstarted" : "checking",
    view: unsent === null || !isRestore ? view : withEntries(view, withLine(view.entries, backAgain)),
    summary: isRestore ? beginning.session : null,
    waitsUntil: null,
    clock: null,
    isClocked: false,
    untold: [],
    historyProgress: noHistory,
    anchor: null,
    newCount: 0,
    isUnfolded: false,
    composer,
    draft: { place, saved: kept === null ? "" : draftKey(kept), isDue: false, problem: null },
    enterGuard: noQuestion,
    wasEnterEarly: false,
    hint: null,
    editing: null,
    offered: null,
    offerGuard: newQuestion,
    asks: [],
    asking: null,
    lastAnswer: 0,
    isJustAnswered: false,
    controls: null,
    hold: null,
    isOver: true,
    queued: [],
    attached: kept?.inputs ?? [],
    attaching: 0,
    completion: null,
    isSeeking: false,
    models: null,
    settings: {},
    wanted: null,
    carries: isNew ? (beginning.carries ?? []) : [],
    inFlight: null,
    givenBack: [],
    handshake: isNew ? null : "checking",
    tick: 0,
    isTicking: !isNew,
    restoring: null,
    banner: null,
    armedKey: null,
    leaving: null,
    next: null,
    wasAway: false,
    isUnsure: false,
  };
  const paths = state.attached.map(({ path }) => path);
  const checks: LiveTask[] = paths.length === 0 ? [] : [{ type: "check-attached", paths }];
  if (beginning.kind === "hosted")
    return { state, tasks: [...checks, { type: "run-hosted", wish: beginning.wish }, tickTask] };
  if (isNew)
    return {
      state: isUntouched(state) ? guardEnter(state, guardTasks, false) : state,
      tasks: [...checks, ...guardTasks],
    };
  const { plan } = beginning;
  const session = historySession(beginning);
  const rest = [{ type: "restore", beginning }, tickTask, ...checks] as const;
  if (plan.mode !== "replay")
    return { state, tasks: [{ type: "read", session, to: turnsIn(plan)?.to ?? null }, ...rest] };
  return {
    state: { ...state, historyProgress: { next: plan.turns.from, isReading: true, toldTo: null } },
    tasks: [{ type: "read-untold", session, ...plan.turns }, ...rest],
  };
}

function hostedView({ agent, cwd, settings, prompt }: RunWish): RunView {
  return withPrompt(newRunView(agent, { ...noSettings, ...settings, cwd }), prompt);
}

/** Of the session before it is continued; another agent, or a copy, has no such limit. */
function limitOf({ session, plan }: LiveRoute & { readonly kind: "restore" }): Timestamp | null {
  return session.state === "parked" && plan.mode === "resume" ? session.parkedUntil : null;
}

/** A prompt sent to a process that died, and found in no log. */
function unsentIn(unsentPrompt: string | null, kept: Draft | null): string | null {
  return unsentPrompt == null || kept?.text.includes(unsentPrompt) ? null : unsentPrompt;
}

/** An adopted unsent prompt comes before the draft kept here. */
function carriedIn({ carries, draft }: LiveRoute & { readonly kind: "new" }, kept: Draft | null): string | null {
  return carries === undefined || kept === draft ? null : unsentIn(draft?.text ?? null, kept);
}

function composerOf(unsent: string | null, kept: Draft | null): Composer {
  if (unsent !== null) {
    const text = [unsent, kept?.text ?? ""].filter((part) => part !== "").join("\n\n");
    return { ...emptyComposer, buffer: bufferOf(text) };
  }
  return kept ? { ...emptyComposer, buffer: bufferOf(kept.text, kept.cursor) } : emptyComposer;
}

/** A brief has its own draft file: it must not replace the draft of a new session. */
export function draftPlace(beginning: LiveRoute, cwd: string): string {
  if (beginning.kind === "restore") return beginning.session.id;
  if (beginning.kind === "hosted") return `new:${beginning.wish.cwd}:hosted`;
  return beginning.from === null ? `new:${cwd}` : `new:${cwd}:${beginning.from.id}`;
}
