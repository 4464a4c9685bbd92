import type { Sandbox } from "@reprise/chat";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { describeSandboxFiles } from "./sandbox-files.ts";
import { describeSandboxLife } from "./sandbox-life.ts";
import { describeSandboxProcesses } from "./sandbox-processes.ts";
import { runShell, type SandboxCase, SandboxStage } from "./sandbox-stage.ts";

export type { SandboxCase } from "./sandbox-stage.ts";

export interface SandboxSuite {
  readonly given: SandboxCase;
  readonly stage: () => SandboxStage;
  /** One for all tests of processes and files that do not end it: opening one takes longer than most of them. */
  readonly shared: () => Sandbox;
  /** The same, with both folders empty. */
  readonly emptied: () => Promise<Sandbox>;
}

/** The promises of every sandbox, kept with `sh` and the usual POSIX programs in it. Needs `/proc` of this machine. */
export function describeSandbox(name: string, given: SandboxCase): void {
  describe(`${name} sandbox`, () => {
    let stage: SandboxStage;
    let shared: Sandbox;
    beforeEach(() => {
      stage = new SandboxStage(given);
    });
    afterEach(() => stage.close());
    const suite: SandboxSuite = {
      given,
      stage: () => stage,
      shared: () => shared,
      emptied: () => emptied(shared),
    };
    describe("at work", () => {
      const lasting = new SandboxStage(given);
      beforeAll(async () => {
        shared = await lasting.open();
      });
      afterAll(() => lasting.close());
      describe("processes", () => describeSandboxProcesses(suite));
      describe("files", () => describeSandboxFiles(suite));
    });
    describe("life", () => describeSandboxLife(suite));
  });
}

async function emptied(sandbox: Sandbox): Promise<Sandbox> {
  const { home, workspace } = sandbox;
  const { code, stderr } = await runShell(
    sandbox,
    'for each; do find "$each" -mindepth 1 -maxdepth 1 -exec rm -rf -- {} +; done',
    [home, workspace],
  );
  if (code !== 0) throw new Error(`The folders could not be emptied: ${stderr}`);
  return sandbox;
}
