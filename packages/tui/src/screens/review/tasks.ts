import {
  type Agent,
  canStartSilently,
  offeredSession,
  quietMs,
  type ReviewComment,
  type RunWish,
  refusalWords,
  reviewScope,
  SessionError,
  usualWish,
  zonedTime,
} from "@reprise/model";
import { afterDelay } from "../../kernel/after-delay.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import type { LiveRoute, ReviewRoute, Route } from "../../kernel/route.ts";
import type { World } from "../../world.ts";
import { begin as beginLive, liveScreen } from "../live/index.ts";
import { begin as beginPlan, restoreScreen } from "../restore/index.ts";
import { draftsPlace } from "./reply/edit.ts";
import type { Message, RoutedTask, Task } from "./state.ts";

type Tell = (message: Message) => void;

export async function perform(
  { task, route, attempt }: RoutedTask,
  world: World,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const tellOwn: Tell = (message) => tell({ type: "attempted", attempt, message });
  switch (task.type) {
    case "fetch":
      return fetch(task.request, route, world, tell);
    case "wait-refresh":
      return afterDelay(task.ms, () => tell({ type: "refresh-due", edition: task.edition }), world, signal);
    case "wait":
      return afterDelay(quietMs, () => tell({ type: "quiet", edition: task.edition }), world, signal);
    case "commits": {
      const { request, range } = task;
      const commits = await (await world.reviews()).commits(route.target, range);
      return tell({ type: "commits", request, range, commits });
    }
    case "diff":
      return diff(route, world, tell);
    case "offer":
      return orNotStarted(tellOwn, async () => tellOwn({ type: "offer", ...(await offer(route, world)) }));
    case "start":
      return orNotStarted(tellOwn, () => start(task, route, world, tellOwn));
    case "resume":
      return orNotStarted(tellOwn, () => resume(task, route, world, tellOwn));
    case "open-plan":
      return orNotStarted(tellOwn, async () => tellOwn({ type: "plan-opened", opened: beginPlan(task.route, world) }));
    case "plan":
      return restoreScreen
        .perform(task.task, world, (message) => tell({ type: "plan", message }), signal)
        .catch((error: unknown) => tell({ type: "plan", message: { type: "failed", reason: reasonOf(error) } }));
    case "open-live":
      return orNotStarted(tellOwn, async () => tellOwn({ type: "live-opened", opened: beginLive(task.begin, world) }));
    case "live":
      return liveScreen
        .perform(task.task, world, (message) => tell({ type: "live", message }), signal)
        .catch((error: unknown) => tell({ type: "live", message: { type: "failed", reason: reasonOf(error) } }));
    case "conclude":
      return conclude(task, route, world, tell);
    case "load-drafts":
      return tell({ type: "drafts", drafts: loadedDrafts(route, world) });
    case "copy":
      return world.copy(task.text);
    case "save-drafts": {
      const text = Object.keys(task.drafts).length === 0 ? "" : JSON.stringify(task.drafts);
      return world.drafts.save(draftsPlace(route.target), { text, cursor: 0, savedAt: world.now() });
    }
    case "post":
      return post(task, route, world, tell);
  }
}

async function fetch(request: number, { target }: ReviewRoute, world: World, tell: Tell): Promise<void> {
  try {
    tell({ type: "fetched", request, fetched: await (await world.reviews()).comments(target) });
  } catch (error) {
    const resetsAt = error instanceof SessionError ? error.resetsAt : null;
    tell({ type: "not-fetched", request, reason: reasonOf(error), resetsAt, now: world.now() });
  }
}

async function diff({ target }: ReviewRoute, world: World, tell: Tell): Promise<void> {
  try {
    tell({ type: "diff", text: await (await world.reviews()).diff(target) });
  } catch (error) {
    tell({ type: "no-diff", reason: reasonOf(error) });
  }
}

async function orNotStarted(tell: Tell, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    tell({ type: "not-started", reason: reasonOf(error) });
  }
}

/** The latest run of this pull request that can be resumed, or a prompt of it that never reached an agent. */
async function offer(
  { target }: ReviewRoute,
  world: World,
): Promise<Pick<Message & { type: "offer" }, "offered" | "unsent">> {
  const found = await (await world.runner()).offer(reviewScope(target), true);
  if (found === null) return { offered: null, unsent: null };
  if (found.session === null) return { offered: null, unsent: found.run };
  const words = `${offeredSession(found)} from ${zonedTime(found.startedAt)}.`;
  try {
    const session = await world.library.find(found.session);
    return { offered: { run: found.run, words, session }, unsent: null };
  } catch (error) {
    // A run whose session cannot be found cannot be resumed; the status screen shows it.
    if (error instanceof SessionError) return { offered: null, unsent: null };
    throw error;
  }
}

/** The whole of it is refused before anything is spent: the comments may be too long, or the checkout another one. */
async function start(
  { comments, declines, unsent }: Task & { type: "start" },
  route: ReviewRoute,
  world: World,
  tell: Tell,
): Promise<void> {
  const prepared = await prepare(comments, { isResumed: false, agent: route.agent }, route, world);
  // The comments of today replace a prompt that never reached an agent.
  const wish = unsent === null ? prepared : { ...prepared, carries: [unsent] };
  if (declines !== null) await (await world.runner()).decline(declines);
  tell({ type: "live-opened", opened: beginLive({ kind: "hosted", wish }, world) });
}

async function resume(
  { offered: { run, session }, comments }: Task & { type: "resume" },
  route: ReviewRoute,
  world: World,
  tell: Tell,
): Promise<void> {
  const how = { isResumed: true, agent: session.agent };
  const { prompt, cwd } = await prepare(comments, how, route, world);
  const wish = { ...usualWish, prompt, settings: { ...route.settings, cwd }, modes: ["resume"] } as const;
  const plan = await (await world.runner()).plan(session.id, wish);
  const shown: Route & { screen: "restore" } = {
    screen: "restore",
    session,
    modes: ["resume"],
    isStepwise: false,
    plan,
    prompt,
  };
  if (plan.mode === null) {
    const replay = { ...shown, modes: ["replay"], plan: null } as const;
    return tell({ type: "refused", reason: refusalWords(plan), run, replay });
  }
  if (!canStartSilently(plan, { settled: { settings: wish.settings } }))
    return tell({ type: "plan-opened", opened: beginPlan(shown, world) });
  const begin: LiveRoute = { kind: "restore", session, plan, isHosted: true, answers: {} };
  tell({ type: "live-opened", opened: beginLive(begin, world) });
}

async function prepare(
  comments: readonly ReviewComment[],
  how: { readonly isResumed: boolean; readonly agent: Agent },
  { target, settings, isForced }: ReviewRoute,
  world: World,
): Promise<RunWish> {
  const reviews = await world.reviews();
  return reviews.prepare({ target, comments: [...comments], settings, canAnswer: true, isForced, ...how });
}

/** What the run that has just ended changed; else the latest one about the pull request, if there was any. */
async function conclude(
  { ended, comments }: Task & { type: "conclude" },
  { target }: ReviewRoute,
  world: World,
  tell: Tell,
): Promise<void> {
  const isOfRun = ended !== null;
  const nothing = { type: "concluded", isOfRun, journal: null, report: null, problem: null } as const;
  if (ended !== null && ended.run === null) return tell(nothing);
  try {
    const report = await (await world.reviews()).report(target, comments, ended?.run ?? undefined);
    tell({ ...nothing, journal: report.journal, report });
  } catch (error) {
    tell({ ...nothing, problem: `What changed cannot be shown: ${reasonOf(error)}` });
  }
}

function loadedDrafts({ target }: ReviewRoute, { drafts }: World): Readonly<Record<number, string>> {
  const text = drafts.load(draftsPlace(target))?.text ?? "";
  if (text === "") return {};
  try {
    const kept: unknown = JSON.parse(text);
    const entries = Object.entries(kept ?? {}).filter(([, body]) => typeof body === "string");
    return Object.fromEntries(entries) as Record<number, string>;
  } catch {
    // A file that someone else changed: the drafted replies are as good.
    return {};
  }
}

async function post(
  { comment, body }: Task & { type: "post" },
  { target }: ReviewRoute,
  world: World,
  tell: Tell,
): Promise<void> {
  try {
    const reply = await (await world.reviews()).reply(target, comment, body);
    tell({ type: "posted", comment, reply });
  } catch (error) {
    tell({ type: "not-posted", comment, reason: reasonOf(error) });
  }
}
