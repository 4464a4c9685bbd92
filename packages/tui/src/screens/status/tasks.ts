import { notShownIn, restoreBatch, usualWish } from "@reprise/model";
import { reasonOf } from "../../kernel/reason-of.ts";
import { copyCommand } from "../../widgets/agent-itself.ts";
import type { World } from "../../world.ts";
import type { Message, Task } from "./state.ts";

type Tell = (message: Message) => void;

/** All tasks except `restore-all` and `dismiss` only read. */
export async function perform(task: Task, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  switch (task.type) {
    case "status":
      return status(task, world, tell);
    case "find":
      return tell({ type: "found", purpose: task.purpose, session: await world.library.find(task.session) });
    case "dismiss": {
      const { isDismissed } = await (await world.runner()).dismiss(task.session, task.isDismissed);
      return tell({ type: "dismissed", isDismissed });
    }
    case "copy":
      return world.copy(task.text);
    case "copy-command":
      return tell({ type: "note", text: await copyCommand(task.session, world) });
    case "prefer":
      return world.prefer(task.agent);
    case "plan-all":
      return planAll(task, world, tell, signal);
    case "restore-all":
      return restoreAll(task, world, tell, signal);
  }
}

async function restoreAll(
  { plans }: Task & { type: "restore-all" },
  world: World,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const progress = (key: string, text: string) => tell({ type: "case-progress", key, text });
  await restoreBatch(plans, await world.runner(), progress, signal);
  if (!signal.aborted) tell({ type: "all-over" });
}

async function status({ request, scope }: Task & { type: "status" }, world: World, tell: Tell): Promise<void> {
  try {
    const rows = await (await world.runner()).status(scope);
    tell({ type: "rows", request, rows, notShown: await notShownIn(scope, world.library) });
  } catch (error) {
    tell({ type: "no-rows", request, reason: reasonOf(error) });
  }
}

async function planAll(
  { round, sessions }: Task & { type: "plan-all" },
  world: World,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const runner = await world.runner();
  for (const { key, session } of sessions) {
    if (signal.aborted) return;
    try {
      tell({ type: "case-planned", round, key, plan: await runner.plan(session, usualWish) });
    } catch (error) {
      tell({ type: "case-failed", round, key, reason: reasonOf(error) });
    }
  }
  tell({ type: "all-planned", round });
}
