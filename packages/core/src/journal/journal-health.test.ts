import { expect, test } from "vitest";
import type { LogHealth } from "../log/waiting-log.ts";
import { jointHealth } from "./journal-health.ts";

const path = "/state/runs/x/y.jsonl";

function listened() {
  const told: LogHealth[] = [];
  return { told, health: jointHealth(path, (one) => told.push(one)) };
}

test("records and sidecar are one: good is told when both are, and only after something else was", () => {
  const { told, health } = listened();
  health.records({ state: "good" });
  health.sidecar(null);
  expect(told).toEqual([]);
  health.records({ state: "degraded", reason: "ENOSPC: no space left on device, write", waitingCount: 2 });
  health.sidecar("EROFS: read-only file system, open '/state/runs/x/y.session.json'");
  health.records({ state: "good" });
  expect(told.at(-1)).toMatchObject({ state: "degraded", reason: expect.stringContaining("EROFS") });
  expect(health.isSidecarBehind).toBe(true);
  health.sidecar(null);
  expect(told.at(-1)).toEqual({ state: "good" });
  expect(told.filter(({ state }) => state === "good")).toHaveLength(1);
});

const full: LogHealth = { state: "degraded", reason: "the disk of /state is full", waitingCount: 2 };

test("the records alone: each trouble is told, and its end once", () => {
  const { told, health } = listened();
  health.records(full);
  health.records({ ...full, waitingCount: 3 });
  health.records({ state: "good" });
  expect(told).toEqual([full, { ...full, waitingCount: 3 }, { state: "good" }]);
  health.records({ state: "good" });
  expect(told).toHaveLength(3);
  expect(health.isSidecarBehind).toBe(false);
});

test("the sidecar alone: the same trouble is told once, and so is its end; then it is not behind any more", () => {
  const { told, health } = listened();
  expect(health.isSidecarBehind).toBe(false);
  health.sidecar(`${path} is read-only`);
  health.sidecar(`${path} is read-only`);
  expect(health.isSidecarBehind).toBe(true);
  health.sidecar(null);
  expect(told).toEqual([{ state: "degraded", reason: `${path} is read-only`, waitingCount: 0 }, { state: "good" }]);
  health.sidecar(null);
  expect(told).toHaveLength(2);
  expect(health.isSidecarBehind).toBe(false);
});

test("a reason names the file where the system does not", () => {
  const { told, health } = listened();
  health.records({ state: "degraded", reason: "ENOSPC: no space left on device, write", waitingCount: 1 });
  health.records({ state: "degraded", reason: "EACCES: permission denied, open '/else'", waitingCount: 1 });
  expect(told.map((one) => (one.state === "degraded" ? one.reason : null))).toEqual([
    `ENOSPC: no space left on device, write: ${path}`,
    "EACCES: permission denied, open '/else'",
  ]);
});
