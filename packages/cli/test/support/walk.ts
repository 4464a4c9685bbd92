import { builtInAgents } from "@reprise/core";
import { memoryTerminal, type ScreenProgram, TurnedClock } from "@reprise/testkit";
import { type Guarded, type Route, runApp } from "@reprise/tui";
import { machineWorld } from "../../src/app/machine-world.ts";
import { openLibraryOn } from "../../src/open-library.ts";
import { openProjectsOn } from "../../src/open-projects.ts";
import { openReviewsOn } from "../../src/open-reviews.ts";
import { openRunnerOn } from "../../src/open-runner.ts";

interface WalkOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly routes?: readonly Route[];
  readonly hasColor?: boolean;
}

/** The app in this process, on the files of the environment. Guards, pauses and ticks wait for its clock. */
export interface Walk extends ScreenProgram {
  readonly clock: TurnedClock;
}

/** Time that passes at each look at the screen: less than any guard waits. */
const lookMs = 25;

const open = new Map<Walk, () => void>();

export function walk(options: WalkOptions): Walk {
  const {
    env,
    cwd,
    columns = 80,
    rows = 24,
    routes = [{ screen: "sessions", isAll: true }],
    hasColor = true,
  } = options;
  const clock = new TurnedClock();
  const { input, output, program } = memoryTerminal(columns, rows, () => clock.turn(lookMs));
  const agents = builtInAgents;
  const library = openLibraryOn(env, {}, agents);
  const world = machineWorld({
    env,
    cwd,
    agents,
    library,
    homes: undefined,
    openRunner: () => openRunnerOn(env, { version: "0.0.0", agents, library, onHealth: () => {} }),
    openProjects: async (runner) => openProjectsOn(env, { library, runner, agents }),
    openReviews: async (runner) => openReviewsOn(env, { library, runner }),
    now: () => clock.now(),
    after: (ms, signal) => clock.after(ms, signal),
    write: (text) => void output.write(text),
    program: null,
    isDemo: false,
  });
  let end = () => {};
  const guard = (app: Guarded) => {
    end = () => app.end(1);
    return () => {};
  };
  const run = async () => {
    try {
      return await runApp({ world, streams: { input, output }, hasColor, routes, suspend: async () => {}, guard });
    } finally {
      open.delete(walking);
      await world.close();
    }
  };
  const exited = Promise.resolve()
    .then(run)
    .then((code) => ({ code, signal: undefined }));
  exited.catch(() => {}); // told to whoever waits for it
  const walking: Walk = { ...program, exited, clock };
  open.set(walking, () => end());
  return walking;
}

/** Ends what a test left open. */
export async function endWalks(): Promise<void> {
  for (const [walking, end] of [...open]) {
    end();
    await walking.exited.catch(() => {});
  }
}
