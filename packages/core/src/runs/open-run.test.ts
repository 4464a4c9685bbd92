import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asThreadId, noSettings, type RestorePlan, type RunId } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AgentDriver } from "../agents/driving/driver.ts";
import { nodeHost } from "../host/node-host.ts";
import { openRun, type RunEnvironment, type RunOrder } from "./open-run.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "open-run-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a rollout that grew between the plan and the lock is not resumed; the lock is free again", async () => {
  const rollout = join(folder, "rollout.jsonl");
  writeFileSync(rollout, "one\n");
  const stamp = () => {
    const { size, mtimeMs } = statSync(rollout);
    return { path: rollout, sizeBytes: size, mtimeMs };
  };
  const planned = stamp();
  writeFileSync(rollout, "one\ntwo\n");
  let resumeCount = 0;
  const resume = () => {
    resumeCount += 1;
    return Promise.reject(new Error("as far as the agent"));
  };
  const environment = placeWith({ agent: "codex", resume } as unknown as AgentDriver);
  const open = (basis: typeof planned) => openRun(orderOn([basis]), taskIn(environment));
  await expect(open(planned)).rejects.toThrow(`${rollout} has changed since the plan was made. Plan again.`);
  expect(resumeCount).toBe(0);
  await expect(open(stamp())).rejects.toThrow("as far as the agent");
  expect(resumeCount).toBe(1);
});

test("a disk that takes no lock and no journal is told before the agent is started, and stops nothing", async () => {
  const told: string[] = [];
  const resume = () => Promise.reject(new Error(`the agent, after ${told.length} warnings`));
  const environment: RunEnvironment = {
    ...placeWith({ agent: "codex", resume } as unknown as AgentDriver),
    onHealth: (health) => void told.push(health.state),
  };
  writeFileSync(join(folder, "state"), "a file where the folder must be");
  await expect(openRun(orderOn([]), taskIn(environment))).rejects.toThrow(/the agent, after [1-9]\d* warnings/);
  expect(new Set(told)).toEqual(new Set(["degraded"]));
});

function orderOn(basis: RestorePlan["basis"]): RunOrder {
  return {
    run: "run" as RunId,
    agent: "codex",
    scope: { kind: "workspace", root: folder },
    workspace: folder,
    home: null,
    settings: noSettings,
    kept: new Set(),
    whenAsked: "decline",
    lineage: null,
    resume: { thread: asThreadId("01a1e0b5-021f-7ab0-a082-5e0c3412cbb8"), earlier: null, basis },
  };
}

function taskIn(environment: RunEnvironment) {
  return { environment, signal: new AbortController().signal, tell: () => undefined };
}

function placeWith(driver: AgentDriver): RunEnvironment {
  return {
    host: nodeHost({}),
    stateFolder: join(folder, "state"),
    version: "0",
    redacts: true,
    driverOf: () => driver,
    programOf: () => null,
    newId: () => "run",
    onHealth: () => undefined,
  };
}
