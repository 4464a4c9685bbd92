import type { RunWish } from "@reprise/model";
import { afterEach, beforeEach, describe } from "vitest";
import { describeControls } from "./runner-controls.ts";
import { describeEvents } from "./runner-events.ts";
import { describeRestores } from "./runner-restores.ts";
import { describeScopes } from "./runner-scopes.ts";
import type { RunnerStage } from "./runner-stage.ts";

/** Makes a wish for a run in the folder of the stage. */
export type WishFor = (prompt: string, more?: Partial<RunWish>) => RunWish;

export interface RunnerCase {
  readonly stage: () => RunnerStage;
  readonly wish: WishFor;
}

/** The promises of every Runner: over files, in memory, over HTTP. */
export function describeRunner(name: string, open: () => Promise<RunnerStage>): void {
  describe(`${name} runner`, () => {
    let stage: RunnerStage;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.close());
    const wish: WishFor = (prompt, more = {}) => ({
      agent: "codex",
      cwd: stage.cwd,
      prompt,
      canAnswer: true,
      settings: { model: "small", sandbox: "workspace-write", approvalPolicy: "on-request" },
      ...more,
    });
    const given: RunnerCase = { stage: () => stage, wish };
    describe("events", () => describeEvents(given));
    describe("controls", () => describeControls(given));
    describe("restores", () => describeRestores(given));
    describe("scopes, offers and inputs", () => describeScopes(given));
  });
}
