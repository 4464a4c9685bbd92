import type { Runner, RunState } from "@reprise/model";
import { describe, expect, it } from "vitest";
import type { ProjectPlace } from "../find/project-place.ts";
import type { ProjectLog } from "../log/log-record.ts";
import { recordedSettings } from "./recorded-settings.ts";

const place = { path: "/w/.reprise/projects/2026/11/17/1" } as ProjectPlace;

function logWith(settings: object): ProjectLog {
  return { started: { settings }, resumed: null, rounds: [] } as unknown as ProjectLog;
}

function runnerWith(count: number): Runner {
  const runs = Array.from({ length: count }, () => ({}) as RunState);
  return { runs: async () => runs } as unknown as Runner;
}

describe("the settings in the log of a project", () => {
  const wide = { sandbox: "danger-full-access", approvalPolicy: "bypassPermissions", model: "m" };

  it("are believed where this machine has run it", async () => {
    expect(await recordedSettings(logWith(wide), place, { runner: runnerWith(1) })).toEqual(wide);
  });

  it("can only narrow where it has not: the workspace may come from a stranger", async () => {
    const runner = runnerWith(0);
    await expect(recordedSettings(logWith(wide), place, { runner })).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("Name the sandbox you want with --sandbox"),
    });
    const narrow = { ...wide, sandbox: "read-only" };
    expect(await recordedSettings(logWith(narrow), place, { runner })).toEqual({ sandbox: "read-only" });
    expect(await recordedSettings(logWith(wide), place, { runner, sandbox: "workspace-write" })).toEqual({});
    expect(await recordedSettings(logWith({ ...wide, sandbox: null }), place, { runner })).toEqual({});
  });
});
