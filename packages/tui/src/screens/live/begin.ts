import { noSettings, type SessionId, type SessionSummary } from "@reprise/model";
import { emptyComposer, writingOf } from "../../composer/index.ts";
import type { Beginning } from "../../kernel/app.ts";
import type { LiveBeginning } from "../../kernel/opening.ts";
import type { World } from "../../world.ts";
import { tickTask } from "./settle.ts";
import type { LiveState, LiveTask } from "./state.ts";
import { emptyTranscript } from "./transcript/transcript.ts";

/** With the words that were not sent the last time, where there are any. */
export function begin(beginning: LiveBeginning, world: World): Beginning<LiveState, LiveTask> {
  const isRestore = beginning.kind === "restore";
  const place = draftPlace(beginning, world.cwd);
  const kept = world.drafts.load(place) ?? (isRestore ? null : beginning.draft);
  const state: LiveState = {
    beginning,
    place: { cwd: world.cwd, homeFolder: world.homeFolder, isDemo: world.isDemo },
    phase: isRestore ? "checking" : "unstarted",
    agent: isRestore ? beginning.plan.target : world.agent,
    session: isRestore ? beginning.session.id : null,
    summary: isRestore ? beginning.session : null,
    settings: isRestore ? beginning.plan.settings : { ...noSettings, cwd: world.cwd },
    ...{
      tokens: null,
      parkedUntil: null,
      transcript: emptyTranscript,
      untold: [],
      anchor: null,
      newCount: 0,
    },
    isUnfolded: false,
    composer: kept ? { ...emptyComposer, writing: writingOf(kept.text, kept.cursor) } : emptyComposer,
    draft: { place, saved: kept?.text ?? "", isDue: false },
    ...{
      isEditing: false,
      offered: null,
      asks: [],
      asking: null,
      controls: null,
      hold: null,
      isOver: true,
      lastPrompt: null,
      queued: [],
    },
    ...{ handshake: isRestore ? "checking" : null, tick: 0, isTicking: isRestore, restoring: null },
    ...{
      isRestored: false,
      banner: null,
      journalProblem: null,
      armedKey: null,
      leaving: null,
      next: null,
      wasAway: false,
    },
  };
  if (!isRestore) return { state, tasks: [] };
  return {
    state,
    tasks: [{ type: "read", session: toldOf(beginning) }, { type: "restore", beginning }, tickTask],
  };
}

/** The session whose history it is: a replay that stopped may be named by the new one, which has only a part. */
function toldOf({ session, plan }: LiveBeginning & { kind: "restore" }): SessionSummary | SessionId {
  return plan.session === session.id ? session : plan.session;
}

/** A brief has a place of its own: it must not take that of words meant for a new session. */
export function draftPlace(beginning: LiveBeginning, cwd: string): string {
  if (beginning.kind === "restore") return beginning.session.id;
  return beginning.from === null ? `new:${cwd}` : `new:${cwd}:${beginning.from.id}`;
}
