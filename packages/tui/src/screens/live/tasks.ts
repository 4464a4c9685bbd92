import {
  type Controls,
  type Failure,
  followed,
  type Runner,
  SessionError,
  type StartedRun,
} from "@reprise/model";
import { afterDelay } from "../../kernel/after-delay.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import type { World } from "../../world.ts";
import { findOffer } from "../sessions/offer/find-offer.ts";
import { batchEvents } from "./run/batch-events.ts";
import { loadEarlier, loadUnsent } from "./run/load-history.ts";
import type { LiveMessage, LiveTask } from "./state.ts";

type Tell = (message: LiveMessage) => void;

export async function perform(task: LiveTask, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  switch (task.type) {
    case "restore":
    case "run":
    case "run-hosted":
      return live(task, world, tell, signal);
    case "read":
      return tell({ type: "earlier", ...(await loadEarlier(task, world.library, signal)) });
    case "read-untold":
      return tell({ type: "untold", ...(await loadUnsent(task, world.library, signal)) });
    case "find":
      return tell({ type: "found", summary: await world.library.find(task.session) });
    case "wait":
      return afterDelay(task.ms, () => tell(task.message), signal);
    case "clock":
      return afterDelay(task.ms, () => tell({ type: "clock", now: Date.parse(world.now()) }), signal);
    case "save-draft":
      return tell({
        type: "draft-kept",
        place: task.place,
        problem: problemOf(() => saveDraft(task, world)),
      });
    case "prefer":
      return world.prefer(task.agent);
    case "give-draft":
      return giveDraft(task, world);
    case "decline":
      return (await world.runner()).decline(task.run);
    case "load-draft":
      return tell({ type: "draft-loaded", draft: world.drafts.load(task.place) });
    case "answer":
      return task.controls.answer(task.request, task.answer);
    case "send": {
      const id = await task.controls.send(task.text);
      return id === null ? undefined : tell({ type: "prompt-saved", id });
    }
    case "steer":
      return task.controls
        .steer(task.text)
        .catch((error: unknown) => tell({ type: "steer-refused", text: task.text, reason: reasonOf(error) }));
    case "interrupt":
      return task.controls.interrupt();
    case "close":
      return task.controls.close();
    case "abort":
      return task.hold.abort();
    case "decide":
      return task.controls.decide(task.question, task.isYes);
  }
}

function saveDraft(task: LiveTask & { type: "save-draft" }, world: World): void {
  const { place, text, cursor, drops = [] } = task;
  world.drafts.save(place, { text, cursor, savedAt: world.now() });
  for (const id of drops) world.prompts.drop(id);
}

/** Null if the disk refuses; the journal of the run reports that. */
export function savedPrompt(text: string, world: World): string | null {
  const target = { mode: "new", session: null, agent: world.agent, cwd: world.cwd } as const;
  try {
    return world.prompts.save(text, target);
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

function problemOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function giveDraft({ place, text }: LiveTask & { type: "give-draft" }, { drafts, now }: World): void {
  const kept = drafts.load(place)?.text ?? "";
  const all = [kept, text].filter((part) => part.trim() !== "").join("\n\n");
  drafts.save(place, { text: all, cursor: all.length, savedAt: now() });
}

type Run = Extract<LiveTask, { readonly type: "restore" | "run" | "run-hosted" }>;

/** Handles every event of a run, until it has fully ended. */
async function live(task: Run, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  // Before anything else, and before the draft is removed.
  const saved = task.type === "run" ? savedPrompt(task.prompt, world) : null;
  if (saved !== null) tell({ type: "prompt-saved", id: saved });
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  const pace = batchEvents((events) => tell({ type: "events", events }));
  tell({ type: "hold", hold: { abort: () => end.abort() } });
  const onControls = (controls: Controls) => tell({ type: "controls", controls });
  let failure: Failure | null = null;
  try {
    const runner = await world.runner();
    const isAsked = task.type === "run" && task.from === null && task.isFresh !== true;
    const offered = isAsked ? await findOffer(world.cwd, world) : null;
    if (both.aborted) throw both.reason;
    if (offered !== null) return tell({ type: "offered", offered });
    for await (const event of followed(started(task, runner, world, saved), { onControls, signal: both }))
      pace.add(event);
  } catch (error) {
    failure = both.aborted ? null : failureOf(error);
  }
  pace.close();
  tell({ type: "run-over", failure });
}

function started(task: Run, runner: Runner, world: World, saved: string | null): Promise<StartedRun> {
  if (task.type === "run-hosted") return runner.run(task.wish);
  if (task.type === "run") {
    const lineage = task.from ? ({ kind: "handoff", session: task.from.id, turn: null } as const) : undefined;
    const stays = { canAnswer: true, stays: true } as const;
    const carries = [...(saved === null ? [] : [saved]), ...(task.carries ?? [])];
    const said = { prompt: task.prompt, carries, lineage };
    return runner.run({ agent: world.agent, cwd: world.cwd, settings: {}, ...said, ...stays });
  }
  const { plan, reappliesApprovals, sendsRecap, allowsWider, isStepwise, isHosted } = task.beginning;
  return runner.restore(plan, {
    ...{ canAnswer: true, stays: isHosted !== true, reappliesApprovals, sendsRecap, drift: "ask" },
    trustsLog: reappliesApprovals,
    segments: isStepwise ? "ask" : "send",
    allowsWider: allowsWider ?? false,
  });
}

/** Treats a failed start like a later failure. */
function failureOf(error: unknown): Failure {
  const known = (error as { failure?: Partial<Failure> } | null)?.failure;
  return {
    kind: known?.kind ?? "other",
    message: known?.message ?? reasonOf(error),
    resetsAt: known?.resetsAt ?? null,
  };
}
