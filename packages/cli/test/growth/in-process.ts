import { homesIn } from "../../src/homes.ts";
import { openLibraryOn } from "../../src/open-library.ts";
import { openRunnerOn } from "../../src/open-runner.ts";
import { type Ran, run } from "../support/run.ts";

/** Runs one command line on real files, in this process. */
export function runInProcess(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  return run(args, {
    env,
    cwd: env.HOME ?? "/",
    now: () => new Date(),
    openLibrary: async (options) => openLibraryOn(env, options),
    openRunner: async (options) => openRunnerOn(env, { version: "0.0.0", ...options }),
    homes: async (options) => homesIn(env, options),
  });
}
