import { changedSince, everySession, type Hit, type Progress, quietMs, takeBack } from "@reprise/model";
import { afterDelay } from "../../kernel/after-delay.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import { copyCommand } from "../../widgets/agent-itself.ts";
import { textOf } from "../../widgets/session-text.ts";
import type { World } from "../../world.ts";
import { freshSignal, stopOthers } from "./abort-signals.ts";
import { pageThrough } from "./list/page-through.ts";
import type { Message, Task } from "./messages.ts";
import { findOffer } from "./offer/find-offer.ts";
import { loadStatus } from "./offer/load-status.ts";
import { loadPreview } from "./preview/load-preview.ts";

type Tell = (message: Message) => void;
type TaskOf<Name extends Task["do"]> = Extract<Task, { readonly do: Name }>;

/** Long enough for the last rows to be painted. */
const afterPaintMs = 50;
const typingMs = 120;
const batchMs = 60;
/** Rows show minutes. */
const clockMs = 20_000;
/** More than anyone reads; the best sessions come first. */
const mostHits = 5000;

export async function perform(task: Task, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  switch (task.do) {
    case "list":
      return list(task, world, tell, task.reach === "first" ? freshSignal("list", signal) : signal);
    case "look-anywhere":
      return lookAnywhere(world, tell, signal);
    case "clock":
      return clock(world, tell, signal);
    case "watch":
      return watch(world, tell, signal);
    case "status":
      await world.after(afterPaintMs, signal);
      return signal.aborted ? undefined : loadStatus(task.scope, world, tell);
    case "offer":
      return offer(task, world, tell, signal);
    case "wait-for-offer":
      return afterDelay(quietMs, () => tell({ type: "offer-ready", edition: task.edition }), world, signal);
    case "decline":
      return (await world.runner()).decline(task.run);
    case "search":
      return search(task, world, tell, freshSignal("search", signal));
    case "stop-search":
      return stopOthers("search", signal);
    case "count":
      return count(task, world, tell, freshSignal("count", signal));
    case "dismiss":
      return dismiss(task, world, tell);
    case "copy":
      return world.copy(task.text);
    case "copy-command":
      return tell({ type: "note", text: await copyCommand(task.session, world) });
    case "tidy": {
      const { session, annotation } = await (await world.annotations()).read(task.session);
      return tell({ type: "tidy", session, annotation });
    }
    case "annotate": {
      const annotated = await (await world.annotations()).annotate(task.session, task.change);
      return tell({ type: "annotated", annotated, isUndo: false });
    }
    case "undo": {
      const annotated = await takeBack(task.changed, await world.annotations());
      if (annotated === null) return tell({ type: "note", text: changedSince });
      return tell({ type: "annotated", annotated, isUndo: true });
    }
    case "preview":
      return loadPreview(task.wanted, world, tell, freshSignal("preview", signal));
    case "stop-preview":
      return stopOthers("preview", signal);
    case "remember":
      return world.preferences.save(task.preferences);
    case "find-agents":
      return tell({ type: "agents", choices: await world.agents(), usual: world.agent });
    case "prefer":
      return world.prefer(task.agent);
  }
}

async function list(task: TaskOf<"list">, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  const { reach, epoch } = task;
  if (task.waitMs > 0) await world.after(task.waitMs, signal);
  try {
    const startedAt = performance.now();
    const page = await pageThrough(task.through, task.query, world.library, signal);
    if (page === null) return;
    const tookMs = performance.now() - startedAt;
    const warnings = await world.library.warnings();
    tell({ type: "page", reach, epoch, page, warnings, now: world.now(), tookMs });
  } catch (error) {
    tell({ type: "list-failed", epoch, reason: reasonOf(error) });
  }
}

async function lookAnywhere(world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  await world.after(afterPaintMs, signal);
  const { total } = await world.library.list({ ...everySession, limit: 1 });
  tell({ type: "anywhere", anywhere: { count: total, homes: world.homes ?? [] } });
}

async function clock(world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  for (;;) {
    await world.after(clockMs, signal);
    if (signal.aborted) return;
    tell({ type: "now", now: world.now() });
  }
}

async function watch(world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  await world.after(afterPaintMs, signal);
  if (signal.aborted) return;
  try {
    for await (const { sessions } of world.library.watch(signal)) tell({ type: "changed", sessions });
  } catch (error) {
    throw new Error(`Changes are not followed: ${reasonOf(error)} Ctrl-R reads the list again.`, {
      cause: error,
    });
  }
}

async function offer({ cwd }: TaskOf<"offer">, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  await world.after(afterPaintMs, signal);
  if (signal.aborted) return;
  const offered = await findOffer(cwd, world);
  if (offered !== null) tell({ type: "offered", offered });
}

/** Or undoes the dismissal. */
async function dismiss({ session }: TaskOf<"dismiss">, world: World, tell: Tell): Promise<void> {
  const runner = await world.runner();
  const text = await textOf(session, world.library);
  const { whyNot, isDismissed } = await runner.dismissal(text);
  if (whyNot !== null) return tell({ type: "note", text: whyNot });
  await runner.dismiss(text, !isDismissed);
  tell({ type: "dismissed", session: session.id, isDismissed: !isDismissed });
}

async function search(task: TaskOf<"search">, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  const { number, text, query } = task;
  await world.after(typingMs, signal);
  if (signal.aborted) return;
  let batch: Hit[] = [];
  let hitCount = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tellBatch = () => {
    if (batch.length > 0 && !signal.aborted) tell({ type: "hits", number, hits: batch });
    batch = [];
    toldAt = performance.now();
  };
  const onProgress = (progress: Progress) => {
    tellBatch();
    if (!signal.aborted) tell({ type: "search-progress", number, progress });
  };
  try {
    for await (const hit of world.library.search(text, query, { signal, onProgress })) {
      if (signal.aborted) return;
      batch.push(hit);
      hitCount += 1;
      if (performance.now() - toldAt >= batchMs) tellBatch();
      if (hitCount === mostHits) break;
    }
  } catch (error) {
    if (!signal.aborted) tell({ type: "search-failed", number, reason: reasonOf(error) });
    return;
  }
  tellBatch();
  if (!signal.aborted) tell({ type: "searched", number, isCut: hitCount === mostHits });
}

async function count(task: TaskOf<"count">, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  await world.after(afterPaintMs, signal);
  for (const { option, query, leftOut } of task.asked) {
    if (signal.aborted) return;
    const { total, hidden } = await world.library.list(query).catch((error: unknown) => {
      throw new Error(`The filters are not counted: ${reasonOf(error)}`, { cause: error });
    });
    if (!signal.aborted) tell({ type: "counted", option, count: leftOut === null ? total : hidden[leftOut] });
  }
}
