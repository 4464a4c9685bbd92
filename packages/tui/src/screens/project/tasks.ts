import {
  activityAfter,
  activityFrom,
  noActivity,
  type ProjectActivity,
  type ProjectEvent,
  type ProjectRun,
  playbackIdOf,
  quietMs,
  type SessionId,
} from "@reprise/model";
import { afterDelay } from "../../kernel/after-delay.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import type { World } from "../../world.ts";
import { viewerScreen } from "../viewer/index.ts";
import type { Message, Task } from "./state.ts";

type Tell = (message: Message) => void;

export async function perform(task: Task, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  switch (task.type) {
    case "view":
      return view(task, world, tell);
    case "start":
      return work(async () => (await world.projects()).start(task.wish), noActivity, tell, signal);
    case "resume": {
      const begin = async () => (await world.projects()).resume(task.view.path, task.wish);
      return work(begin, activityFrom(task.view), tell, signal);
    }
    case "control":
      return task.controls[task.what]();
    case "wait":
      return afterDelay(quietMs, () => tell({ type: "quiet", edition: task.edition }), world, signal);
    case "tick":
      return afterDelay(task.ms, () => tell({ type: "clock", now: world.now() }), world, signal);
    case "viewer":
      return viewerScreen.perform(task.task, world, (message) => tell({ type: "viewer", message }), signal);
  }
}

async function view({ path, wish, isFirst }: Task & { type: "view" }, world: World, tell: Tell): Promise<void> {
  try {
    const projects = await world.projects();
    const [shown, { session }] = await Promise.all([
      projects.view(path, wish),
      world.library.read(playbackIdOf(path) as SessionId, { last: 1 }),
    ]);
    tell({ type: "view", view: shown, session, now: world.now() });
  } catch (error) {
    if (isFirst) tell({ type: "not-opened", reason: reasonOf(error) });
    else throw error;
  }
}

async function work(
  begin: () => Promise<ProjectRun>,
  start: ProjectActivity,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  let run: ProjectRun;
  try {
    run = await begin();
  } catch (error) {
    return tell({ type: "not-started", reason: reasonOf(error) });
  }
  if (signal.aborted) return run.controls.end();
  tell({ type: "started", path: run.path, controls: run.controls });
  await follow(run, start, tell, signal);
}

/** At most ten updates a second. */
const frameMs = 100;

/** Folds the events; tells of what changes on the screen. */
async function follow(
  { path, events }: ProjectRun,
  start: ProjectActivity,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  let activity = start;
  let hasNews = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!signal.aborted) tell({ type: "working", activity, hasNews });
    hasNews = false;
  };
  try {
    for await (const { event } of events(0, signal)) {
      if (event.type === "project-opened") tell({ type: "permitted", permissions: event.permissions });
      const before = activity;
      activity = activityAfter(activity, event);
      hasNews ||= isNews(event);
      if (isOfProject(event)) flush();
      else if (activity !== before || hasNews) timer ??= setTimeout(flush, frameMs);
    }
  } finally {
    if (timer !== null) flush();
  }
  if (!signal.aborted) tell({ type: "ended", path });
}

/** The files have more than before. */
function isNews(event: ProjectEvent): boolean {
  return isOfProject(event) || event.type === "turn-ended" || (event.type === "item" && event.isComplete);
}

function isOfProject({ type }: ProjectEvent): boolean {
  return ofProject.has(type);
}

const ofProject: ReadonlySet<ProjectEvent["type"]> = new Set([
  "project-opened",
  "round-started",
  "round-continued",
  "round-configured",
  "recovering",
  "parked",
  "round-paused",
  "round-finished",
  "project-ended",
] as const);
