import type { Job } from "../commands/command.ts";
import { scopeFolder } from "../commands/list-query.ts";
import { healthPrinter } from "../print/run/health-printer.ts";
import type { WorldParts } from "./machine-world.ts";

export type CommandLineParts = Pick<
  WorldParts,
  "env" | "cwd" | "agents" | "playable" | "homes" | "library" | "openRunner" | "openProjects" | "openReviews" | "isDemo"
>;

/** The person's location, from the command line. */
export async function worldParts(job: Job, tell: (text: string) => void): Promise<CommandLineParts> {
  const { machine, values } = job;
  const { homes } = job.libraryOptions;
  // Without progress: the screens show their own.
  const library = await machine.openLibrary({ homes });
  const onHealth = healthPrinter(tell, { asJson: false });
  return {
    env: machine.env,
    agents: machine.agents,
    cwd: scopeFolder(values.cwd, machine.cwd),
    homes,
    library,
    openRunner: () => machine.openRunner({ homes, library, onHealth }),
    openProjects: (runner) => machine.openProjects({ homes, library, runner }),
    openReviews: (runner) => machine.openReviews({ library, runner }),
    isDemo: false,
  };
}
