import { type Library, sumFigures, type UsageQuery } from "@reprise/model";
import { usageSchema } from "@reprise/model/schema";
import { expect, it } from "vitest";
import { conformanceSeeds } from "./library-seeds.ts";

const all: UsageQuery = { scope: "all", zone: "UTC" };

/** Each turn of the seeds starts and ends at one moment of 2026-11-15, 10:00 to 10:40 UTC. */
export function describeUsage(library: () => Library): void {
  it("counts turns, commands and edits of every session, hidden or not", async () => {
    const usage = await library().usage(all);
    expect(usageSchema.parse(usage)).toEqual(usage);
    const withTurns = conformanceSeeds.filter(({ turns }) => turns.length > 0);
    expect(usage.sessions).toHaveLength(withTurns.length);
    expect(usage.total).toMatchObject({
      turnCount: withTurns.reduce((sum, { turns }) => sum + turns.length, 0),
      workMs: 0,
      commandCount: 2,
      failedCommandCount: 1,
      editCount: 1,
    });
    expect(usage.sessions.map(({ session }) => session)).toContain("codex:child");
    expect(usage.sessions.find(({ session }) => session === "claude:tools")).toMatchObject({
      agent: "claude",
      title: "Login work",
      workspace: "/srv/app/web",
      turnCount: 3,
      commandCount: 1,
      failedCommandCount: 1,
      editCount: 1,
      lastAt: "2026-11-15T10:30:00.000Z",
    });
  });

  it("says what is unknown, and how many sessions lack it", async () => {
    const { total, sessions, without } = await library().usage(all);
    expect(total.tokens).toEqual({ input: null, cached: null, output: null, reasoning: null });
    expect(without).toEqual({ tokens: sessions.length, time: 0, turns: 3 });
  });

  it("has one row a day, agent and model, whose sum is the total", async () => {
    const usage = await library().usage(all);
    expect(usage.days.map(({ day, agent }) => [day, agent])).toEqual([
      ["2026-11-15", "claude"],
      ["2026-11-15", "codex"],
    ]);
    expect(sumFigures(usage.days)).toEqual(usage.total);
    expect(sumFigures(usage.sessions)).toEqual(usage.total);
  });

  it("takes days in the zone that was asked for", async () => {
    const far = await library().usage({ ...all, zone: "Pacific/Kiritimati" });
    expect(new Set(far.days.map(({ day }) => day))).toEqual(new Set(["2026-11-16"]));
    expect(far.zone).toBe("Pacific/Kiritimati");
    await expect(library().usage({ ...all, zone: "Nowhere/Land" })).rejects.toThrow("Nowhere/Land is not a time zone");
  });

  it("keeps to a project, an agent and a span of days, both ends included", async () => {
    const project = await library().usage({ ...all, scope: { workspace: "/srv/other" } });
    expect(project.sessions.map(({ session }) => session)).toEqual([
      "codex:failed",
      "codex:died",
      "codex:held-done",
      "codex:held",
    ]);
    expect((await library().usage({ ...all, agent: "claude" })).sessions).toHaveLength(1);
    const none = await library().usage({ ...all, since: "2026-11-16" });
    expect(none).toMatchObject({ days: [], sessions: [], since: "2026-11-16", until: null });
    const day = await library().usage({ ...all, since: "2026-11-15", until: "2026-11-15" });
    expect(day.total).toEqual((await library().usage(all)).total);
  });
}
