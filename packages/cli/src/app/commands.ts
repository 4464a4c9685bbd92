import type { Demo } from "@reprise/demo";
import type {
  ProjectResumeWish,
  ProjectRun,
  Projects,
  ProjectWish,
  ReviewFilter,
  ReviewTarget,
  Runner,
} from "@reprise/model";
import { continueRoute, type Route } from "@reprise/tui";
import { newestSession } from "../acting/resume/newest-session.ts";
import { saidSettings } from "../acting/said-settings.ts";
import type { Job } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { projectResumeCommand } from "../print/project/resume-command.ts";
import { openApp } from "./open-app.ts";
import { type CommandLineParts, worldParts } from "./world-parts.ts";

export async function app(job: Job): Promise<ExitCode> {
  const told: string[] = [];
  try {
    const place = await worldParts(job, (text) => told.push(text));
    const sessions: Route = { screen: "sessions", isAll: job.values.all || (await startsElsewhere(job, place)) };
    const newest = job.values.newest ? await newestSession(job, place.library) : null;
    return await openApp(job, place, newest === null ? [sessions] : [sessions, continueRoute(newest)]);
  } finally {
    for (const text of told) await job.stderr.write(text); // not while the app owned the screen
  }
}

/** `npm start` in a checkout of Reprise, where few people have sessions: all of them are shown then. */
async function startsElsewhere({ machine }: Job, { library, cwd }: CommandLineParts): Promise<boolean> {
  if (!machine.env.REPRISE_DEMO_IF_EMPTY) return false;
  return (await library.list({ scope: { workspace: cwd }, limit: 1 })).total === 0;
}

/** The app on the demo's machine; ends when the signal aborts. */
export function demoApp(job: Job, demo: Demo, signal: AbortSignal): Promise<ExitCode> {
  const library = demo.openLibrary();
  const place: CommandLineParts = {
    env: demo.env,
    cwd: demo.cwd,
    homes: undefined,
    isDemo: true,
    agents: job.machine.agents,
    playable: demo.agents,
    library,
    openRunner: async () => demo.openRunner({ version: job.machine.version }),
    openProjects: async (runner) =>
      (await import("../open-projects.ts")).openProjectsOn(demo.env, {
        library,
        runner,
        agents: job.machine.agents,
      }),
    openReviews: async (runner) => (await import("../open-reviews.ts")).openReviewsOn(demo.env, { library, runner }),
  };
  return openApp(job, place, [{ screen: "sessions" }], signal);
}

type ProjectOpening =
  | { readonly kind: "start"; readonly wish: ProjectWish }
  /** `path`: null to choose one. */
  | { readonly kind: "resume"; readonly path: string | null; readonly wish: ProjectResumeWish };

/** The app on a project; afterwards, how to continue what was worked on. */
export async function projectApp(job: Job, opening: ProjectOpening): Promise<ExitCode> {
  const told: string[] = [];
  const workedOn = new Set<string>();
  try {
    const place = await worldParts(job, (text) => told.push(text));
    const openProjects = async (runner: Runner) => noting(await place.openProjects(runner), workedOn);
    return await openApp(job, { ...place, openProjects }, [routeOf(opening)]);
  } finally {
    for (const text of told) await job.stderr.write(text);
    for (const path of workedOn) await job.stderr.write(`To continue: ${projectResumeCommand(path)}\n`);
  }
}

function routeOf(opening: ProjectOpening): Route {
  if (opening.kind === "start") return { screen: "project", begin: opening };
  const { path, wish } = opening;
  return path === null ? { screen: "projects", wish } : { screen: "project", begin: { kind: "open", path, wish } };
}

/** The same projects; notes the paths of those that were worked on. */
function noting(projects: Projects, paths: Set<string>): Projects {
  const noted = async (starting: Promise<ProjectRun>) => {
    const run = await starting;
    paths.add(run.path);
    return run;
  };
  return {
    list: (scope) => projects.list(scope),
    find: (path, from) => projects.find(path, from),
    view: (path, wish) => projects.view(path, wish),
    start: (wish) => noted(projects.start(wish)),
    resume: (path, wish) => noted(projects.resume(path, wish)),
    running: (path) => projects.running(path),
    close: () => projects.close(),
  };
}

interface ReviewOpening {
  readonly target: ReviewTarget;
  readonly filter: ReviewFilter;
  readonly isForced: boolean;
}

/** The app on the review comments of a pull request. */
export async function reviewApp(job: Job, opening: ReviewOpening): Promise<ExitCode> {
  const { values, machine } = job;
  const told: string[] = [];
  try {
    const place = await worldParts(job, (text) => told.push(text));
    // Where the agent works is part of the target.
    const { cwd: _, ...settings } = saidSettings(job);
    const agent = values.agent ?? machine.agents[0].agent;
    return await openApp(job, place, [{ screen: "review", review: { ...opening, agent, settings } }]);
  } finally {
    for (const text of told) await job.stderr.write(text);
  }
}
