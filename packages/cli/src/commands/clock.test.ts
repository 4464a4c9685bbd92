import type { Offer, RunId } from "@reprise/model";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { row } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";
import { session, time, turn } from "../../test/support/sessions.ts";

beforeAll(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
afterAll(() => void vi.unstubAllEnvs());

const contents = { sessions: [session("a")], turns: [turn(1, [{ kind: "prompt", text: "go" }])] };
const offer: Offer = {
  run: "r" as RunId,
  session: session("a").id,
  mode: "resume",
  prompt: null,
  agent: "codex",
  startedAt: time("2026-11-15T19:41:15.710Z"),
  state: "interrupted",
};
const rows = [row("a", { state: "parked", parkedUntil: time("2026-11-15T19:41:15.710Z") })];

test.each([
  ["list", "2026-11-16 04:41"],
  ["list", "Showing 1–1 of 1 · This project · times in +09:00\n"],
  ["show a", "2026-11-16 03:00 +09:00 – 2026-11-16 04:41 +09:00"],
  ["show a", "Turn 1 · completed · 2026-11-16 03:00"],
  ["export a --format markdown", "2026-11-16 04:41 +09:00"],
  ["export a --format html", ">2026-11-16 03:00</time>"],
  ["status", " · codex · 2026-11-16 04:41 ·"],
  ["status", "parked until 2026-11-16 04:41 +09:00"],
  ["run --dry-run x", "Interrupted session from 2026-11-16 04:41 +09:00: codex:a"],
])("%s has the person's own time: %s", async (line, text) => {
  const { stdout } = await run(line, { contents, script: { offer, rows } });
  expect(stdout).toContain(text);
});

test.each(["list", "show a", "status", "run --dry-run x"])("%s --json has UTC", async (line) => {
  const { stdout } = await run(`${line} --json`, { contents, script: { offer, rows } });
  expect(stdout).toContain('"2026-11-15T19:41:15.710Z"');
});
