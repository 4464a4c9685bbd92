import { nodeHost } from "@reprise/core";
import { type FileWorkbenches, openWorkbenches, type WorkbenchesOptions } from "@reprise/core/workbench";
import type { LibraryOptions, Machine } from "./machine.ts";
import { withHomes } from "./open-runner.ts";

interface Place {
  readonly machine: Pick<Machine, "env" | "version" | "agents">;
  readonly libraryOptions: LibraryOptions;
}

type Given = Pick<WorkbenchesOptions, "library" | "runner" | "telemetry" | "onProblem">;

/** Sign-in and configuration come from the given homes. */
export async function openWorkbenchesOn({ machine, libraryOptions }: Place, given: Given): Promise<FileWorkbenches> {
  const { env, version, agents } = machine;
  const host = nodeHost(await withHomes(env, libraryOptions.homes ?? {}, agents));
  return openWorkbenches(host, { ...given, version, agents });
}
