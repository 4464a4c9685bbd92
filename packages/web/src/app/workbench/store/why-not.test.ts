import { expect, test } from "vitest";
import { noon, sampleThread, sampleView } from "../test/sample-view.ts";
import { failingWords, isStale, whyNotAct, whyNotChange, whyNotWrite } from "./why-not.ts";

const stateOf = (state: "stale" | "live" | "degraded" | "reconciling", detail: string | null = null) =>
  sampleView({ connection: { state, detail, plan: null, planId: null }, thread: sampleThread() });

test("a live workbench takes everything; a lost connection nothing", () => {
  const live = stateOf("live");
  expect([whyNotChange, whyNotAct, whyNotWrite].map((why) => why(live, "open"))).toEqual([null, null, null]);
  for (const why of [whyNotChange, whyNotAct, whyNotWrite]) expect(why(live, "lost")).toMatch(/reconnects/);
});

test("saved state can be edited; acting waits until it is live", () => {
  expect(whyNotChange(stateOf("stale"), "open")).toBeNull();
  expect(whyNotAct(stateOf("stale"), "open")).toMatch(/saved state/);
  expect(whyNotWrite(stateOf("reconciling"), "open")).toMatch(/compared/);
  expect(whyNotAct({ ...stateOf("stale"), thread: null }, "open")).toBeNull();
});

test("degraded says why; files need no agent", () => {
  const view = stateOf("degraded", "Not signed in. Run `codex login`.");
  expect(whyNotAct(view, "open")).toBe("Not signed in. Run `codex login`.");
  expect(whyNotWrite(view, "open")).toBeNull();
  expect(isStale(view, "open")).toBe(false);
});

test("another process that has the workspace is named", () => {
  const saving = {
    state: "read-only",
    detail: null,
    owner: { pid: 7, program: "reprise", terminal: null },
    savedAt: null,
  } as const;
  expect(whyNotChange(sampleView({ saving }), "open")).toMatch(/^Reprise has this workspace open/);
});

test("a failure to save is said once, with what to do and when it was last saved", () => {
  const detail = "Saving fails (ENOSPC). Changes stay in memory, and saving is tried again. Make room on the disk.";
  const words = failingWords({ state: "failing", detail, owner: null, savedAt: noon });
  expect(words).toMatch(/^Saving fails \(ENOSPC\)[^!]*Make room on the disk\. Last saved 2026-11-17 \d\d:\d\d\.$/);
  expect(words.match(/Saving fails/g)).toHaveLength(1);
});
