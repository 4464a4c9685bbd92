import { afterEach, beforeEach, describe } from "vitest";
import { describeSandboxFiles } from "./sandbox-files.ts";
import { describeSandboxLife } from "./sandbox-life.ts";
import { describeSandboxProcesses } from "./sandbox-processes.ts";
import { type SandboxCase, SandboxStage } from "./sandbox-stage.ts";

export type { SandboxCase } from "./sandbox-stage.ts";

export interface SandboxSuite {
  readonly given: SandboxCase;
  readonly stage: () => SandboxStage;
}

/** The promises of every sandbox, kept with `sh` and the usual POSIX programs in it. Needs `/proc` of this machine. */
export function describeSandbox(name: string, given: SandboxCase): void {
  describe(`${name} sandbox`, () => {
    let stage: SandboxStage;
    beforeEach(() => {
      stage = new SandboxStage(given);
    });
    afterEach(() => stage.close());
    const suite: SandboxSuite = { given, stage: () => stage };
    describe("processes", () => describeSandboxProcesses(suite));
    describe("files", () => describeSandboxFiles(suite));
    describe("life", () => describeSandboxLife(suite));
  });
}
