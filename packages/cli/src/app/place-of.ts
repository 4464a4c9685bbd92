import type { Job } from "../commands/command.ts";
import { scopeFolder } from "../commands/query.ts";
import { healthTeller } from "../print/health.ts";
import type { WorldParts } from "./machine-world.ts";

export type Place = Pick<
  WorldParts,
  "env" | "cwd" | "agents" | "playable" | "homes" | "library" | "openRunner" | "isDemo"
>;

/** Where the person is, by what they said on the command line. */
export async function placeOf(job: Job, tell: (text: string) => void): Promise<Place> {
  const { surroundings, values } = job;
  const { homes } = job.libraryOptions;
  // Without progress: the screens show their own.
  const library = await surroundings.openLibrary({ homes });
  const onHealth = healthTeller(tell, { asJson: false });
  return {
    env: surroundings.env,
    agents: surroundings.agents,
    cwd: scopeFolder(values.cwd, surroundings.cwd),
    homes,
    library,
    openRunner: () => surroundings.openRunner({ homes, library, onHealth }),
    isDemo: false,
  };
}
