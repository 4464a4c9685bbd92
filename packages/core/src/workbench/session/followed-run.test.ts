import { noSettings, nothingSaved, type RestoreEvent, type RunId, type StartedRun } from "@reprise/model";
import { expect, test } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import { FollowedRun, startingView } from "./followed-run.ts";
import type { WorkbenchParts } from "./parts.ts";
import { ShownState } from "./shown-state.ts";

test("that the journal cannot be written is said until it can", async () => {
  const saved = { state: nothingSaved, saving: () => null, save: async () => undefined };
  const place = { id: "w", root: "/work", epoch: "e" };
  const usualChoice = () => ({ agent: "codex", settings: noSettings }) as const;
  const shown = new ShownState(place, saved as unknown as SavedWorkspace, usualChoice);
  const banners: (string | undefined)[] = [];
  const problems = ["ENOSPC: no space left on device", null];
  async function* events() {
    for (const [index, problem] of problems.entries()) {
      banners.push(shown.state.banner?.text);
      yield { number: index + 1, event: { type: "journal-health", problem } satisfies RestoreEvent };
    }
    banners.push(shown.state.banner?.text);
  }
  const run = { id: "r" as RunId, origin: "o", controls: {}, events } as unknown as StartedRun;
  const parts = { shown, host: nodeHost({}), stateFolder: "/state", canSteer: () => false };
  const listener = { connected() {}, failed() {}, completed() {}, async ended() {} };
  await new FollowedRun(run, startingView("codex", noSettings), parts as unknown as WorkbenchParts, listener)
    .over;
  expect(banners).toEqual([undefined, expect.stringContaining("the disk is full"), undefined]);
});
