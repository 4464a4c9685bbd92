import { type Drift, type Request, type SessionId, type Unfinished, usualWish, type Wish } from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexPermissions } from "../../agents/codex/driver/permissions.ts";
import type { AgentDriver } from "../../agents/driving/driver.ts";
import type { Evidence } from "../plan-resume.ts";
import { type ForkParts, planFork } from "./plan-fork.ts";

const left: Unfinished = {
  item: "c",
  kind: "command",
  subject: "make",
  outcome: "unknown",
  evidence: "no end was recorded",
};
const pending = [{ id: "q" } as Request];
const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  session: "codex:t" as SessionId,
  about: { cwd: "/srv", sandbox: "read-only" },
  basis: [],
  isArchived: false,
  owner: null,
  hasFolder: () => true,
  workspaceDrift: [] as Drift[],
  unfinished: [left],
  approvals: [],
  approvedInLog: () => [],
  pending,
  unsentPrompt: "lost",
  hasThread: true,
  refusedBecause: null,
  permissionsOf: () => ({ rules: codexPermissions, recorded: null, configured: null }),
  ...more,
});
type Can = Partial<AgentDriver["can"]>;
const driver = (can: Can = {}, fork: unknown = async () => null) =>
  ({ can: { forks: true, asks: true, ...can }, fork }) as unknown as AgentDriver;
const parts = (more: Partial<ForkParts> = {}): ForkParts => ({
  driver: driver(),
  first: 1,
  last: 4,
  turnKey: "k",
  lacks: () => null,
  ...more,
});
const wish = (more: Partial<Wish> = {}): Wish => ({ ...usualWish, modes: ["fork"], ...more });
const reasons = (...given: Parameters<typeof planFork>) =>
  planFork(...given).refusals.map(({ mode, reason }) => [mode, reason]);

describe("planFork", () => {
  it("copies the whole thread, says nothing in it by itself, and keeps what was left open", () => {
    expect(planFork(evidence(), wish(), parts())).toMatchObject({
      mode: "fork",
      turns: { from: 1, to: 4 },
      refusals: [],
      prompt: null,
      recap: null,
      unfinished: [left],
      pending,
    });
  });

  it("sends just what is said, with the recap of unfinished work", () => {
    const plan = planOf(planFork(evidence(), wish({ prompt: "now" }), parts()), "fork");
    expect(plan.prompt).toBe("now");
    expect(plan.recap).toContain("`make`");
  });

  it("from an earlier turn, what was left open later is not told", () => {
    expect(planFork(evidence(), wish({ prompt: "now", at: 3 }), parts())).toMatchObject({
      mode: "fork",
      turns: { from: 1, to: 3 },
      recap: null,
      unfinished: [],
      pending: [],
    });
    expect(planFork(evidence(), wish({ prompt: "now", at: 4 }), parts({ turnKey: null }))).toMatchObject({
      mode: "fork",
      turns: { from: 1, to: 4 },
      unfinished: [left],
      pending,
    });
  });

  it("that somebody has it open is told, and no hindrance", () => {
    const owner = { pid: 7, program: "codex", terminal: null };
    expect(planFork(evidence({ owner }), wish(), parts())).toMatchObject({ mode: "fork", owner });
  });

  it("is refused for what refuses a resume: more permissions, a folder that is gone", () => {
    const wider = wish({ settings: { sandbox: "danger-full-access" } });
    expect(planFork(evidence(), wider, parts()).mode).toBeNull();
    expect(reasons(evidence(), wider, parts())).toEqual([["fork", "wider-permissions"]]);
    expect(reasons(evidence({ hasFolder: () => false }), wish(), parts())).toEqual([["fork", "folder-missing"]]);
  });

  it.each<[string, Partial<Wish>, Partial<ForkParts>]>([
    ["another agent", { to: "claude" }, {}],
    ["an agent that cannot", {}, { driver: driver({ forks: false }) }],
    ["an agent that only says it can", {}, { driver: driver({}, null) }],
    ["an agent that cannot be driven", {}, { driver: null }],
    ["an agent that must be asked something, without a prompt", {}, { driver: driver({ asks: false }) }],
    ["a turn without a name", { at: 3 }, { turnKey: null }],
  ])("is not supported by %s", (_why, said, given) => {
    expect(reasons(evidence(), wish(said), parts(given))).toEqual([["fork", "not-supported"]]);
    expect(planFork(evidence(), wish(said), parts(given)).refusals[0]?.detail).toMatch(/codex.* \w+/);
  });

  it("an agent that must be asked something forks with a prompt; its own name is no other agent", () => {
    const asked = wish({ prompt: "now", to: "codex", via: "fork" });
    expect(planFork(evidence(), asked, parts({ driver: driver({ asks: false }) })).mode).toBe("fork");
  });

  it("is not what was asked for with another way", () => {
    expect(reasons(evidence(), wish({ via: "segments" }), parts())).toEqual([["fork", "not-wanted"]]);
  });
});
