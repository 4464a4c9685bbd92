import { type Controls, type Failure, followed, type Runner, SessionError, type StartedRun } from "@reprise/model";
import { afterDelay } from "../../kernel/after-delay.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import type { World } from "../../world.ts";
import { findOffer } from "../sessions/offer/find-offer.ts";
import { consentOf } from "./consent-of.ts";
import { withAttached } from "./prompt/attach.ts";
import { exportWish } from "./prompt/export-wish.ts";
import { plainInput } from "./prompt/unsent-text.ts";
import { batchEvents } from "./run/batch-events.ts";
import { found } from "./run/find-session.ts";
import { loadEarlier, loadUnsent } from "./run/load-history.ts";
import type { KnownModel, LiveMessage, LiveTask } from "./state.ts";

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
      return tell({ type: "found", ...(await found(task, world)) });
    case "attach":
      return attached(task, world, tell);
    case "check-attached":
      return checkAttached(task, world, tell);
    case "seek-files":
      return tell({
        type: "files",
        letters: task.letters,
        paths: await orNone(world.files(task.folder, task.letters)),
      });
    case "seek-models":
      return tell({ type: "models", models: await knownModels(task, world) });
    case "export":
      return exported(task, world, tell);
    case "wait":
      return afterDelay(task.ms, () => tell(task.message), world, signal);
    case "clock":
      return afterDelay(task.ms, () => tell({ type: "clock", now: Date.parse(world.now()) }), world, signal);
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
      return tell({ type: "draft-loaded", draft: world.drafts.load(task.place), queue: task.queue });
    case "answer":
      return task.controls.answer(task.request, task.answer);
    case "send": {
      return sent(task, tell);
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

async function sent({ controls, text, inputs }: LiveTask & { type: "send" }, tell: Tell): Promise<void> {
  try {
    const id = await controls.send(text, inputs.map(plainInput));
    if (id !== null) tell({ type: "prompt-saved", id });
  } catch (error) {
    tell({ type: "send-refused", message: { text, inputs }, reason: reasonOf(error) });
  }
}

async function attached(
  { path, text, isPasted }: LiveTask & { type: "attach" },
  world: World,
  tell: Tell,
): Promise<void> {
  try {
    tell({ type: "attached", text, ...(await world.image(path, world.cwd)) });
  } catch (error) {
    tell({ type: "not-attached", text, isPasted, reason: reasonOf(error) });
  }
}

async function checkAttached(
  { paths }: LiveTask & { type: "check-attached" },
  world: World,
  tell: Tell,
): Promise<void> {
  for (const path of paths)
    await world
      .image(path, world.cwd)
      .catch((error: unknown) => tell({ type: "not-there", path, reason: reasonOf(error) }));
}

/** Those that the agent offers come first. */
async function knownModels(
  { agent, controls }: LiveTask & { type: "seek-models" },
  world: World,
): Promise<readonly KnownModel[]> {
  const [offered, used] = await Promise.all([
    orNone(controls?.models?.() ?? Promise.resolve([])),
    orNone(world.models(agent)),
  ]);
  return [
    ...offered.map((name) => ({ name, isOffered: true })),
    ...used.filter((name) => !offered.includes(name)).map((name) => ({ name, isOffered: false })),
  ];
}

/** Without names there is nothing to complete: the person types on. */
function orNone(names: Promise<readonly string[]>): Promise<readonly string[]> {
  return names.catch(() => []);
}

async function exported({ session, words }: LiveTask & { type: "export" }, world: World, tell: Tell): Promise<void> {
  try {
    tell({ type: "exported", ...(await world.exportSession(session, exportWish(words))) });
  } catch (error) {
    tell({ type: "hint", text: reasonOf(error) });
  }
}

function saveDraft(task: LiveTask & { type: "save-draft" }, world: World): void {
  const { place, text, cursor, inputs, drops = [] } = task;
  world.drafts.save(place, { text, cursor, ...(inputs?.length ? { inputs } : {}), savedAt: world.now() });
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

function giveDraft(task: LiveTask & { type: "give-draft" }, { drafts, now }: World): void {
  const { place, text, attached } = task;
  const kept = drafts.load(place);
  const all = [kept?.text ?? "", text].filter((part) => part.trim() !== "").join("\n\n");
  const inputs = withAttached(kept?.inputs ?? [], attached).map(plainInput);
  const draft = { text: all, cursor: all.length, savedAt: now() };
  drafts.save(place, inputs.length > 0 ? { ...draft, inputs } : draft);
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
    const said = { prompt: task.prompt, carries, lineage, inputs: task.inputs };
    return runner.run({
      agent: world.agent,
      cwd: world.cwd,
      settings: task.settings ?? {},
      ...said,
      ...stays,
    });
  }
  return runner.restore(task.beginning.plan, consentOf(task.beginning));
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
