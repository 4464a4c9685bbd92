import { type Ailment, asThreadId, type RestoreMode, sessionIdOf, usualWish } from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexPermissions } from "../agents/codex/driver/permissions.ts";
import type { RolloutRef } from "../agents/reading/source.ts";
import { isQuickToScan, withKnownAilments } from "./known-ailments.ts";
import { planResume } from "./plan-resume.ts";

const ailment = (onResume: Ailment["onResume"]): Ailment => ({
  kind: "nul",
  onResume,
  file: "/f",
  line: 3,
  byteOffset: 9,
  detail: `Here stands what is ${onResume}.`,
});
const plan = planOf(
  planResume(
    {
      session: sessionIdOf("claude", asThreadId("t")),
      about: {},
      basis: [],
      isArchived: false,
      owner: null,
      hasFolder: () => true,
      workspaceDrift: [],
      unfinished: [],
      approvals: [],
      approvedInLog: () => [],
      pending: [],
      unsentPrompt: null,
      hasThread: true,
      refusedBecause: null,
      permissionsOf: () => ({ rules: codexPermissions, recorded: null, configured: null }),
    },
    usualWish,
  ),
  "resume",
);
const wish = (...modes: RestoreMode[]) => ({ ...usualWish, modes });
const all = wish("resume", "replay", "handoff");

describe("forewarned", () => {
  it("says nothing of what the agent heals, and nothing of what nobody has tried", () => {
    expect(withKnownAilments(plan, [ailment("healed"), ailment(null)], all, "Claude Code")).toEqual(plan);
  });

  it("tells what the model will refuse, and leaves the resume to the person", () => {
    const told = withKnownAilments(plan, [ailment("healed"), ailment("sent")], all, "Claude Code");
    expect(told).toEqual({ ...plan, ailments: [ailment("sent")] });
  });

  it("refuses what the agent itself does not open, with the reason", () => {
    const refused = withKnownAilments(plan, [ailment("sent"), ailment("refused")], all, "Claude Code");
    expect(refused).toMatchObject({ mode: null, ailments: [ailment("sent"), ailment("refused")] });
    expect(refused.refusals).toEqual([
      {
        mode: "resume",
        reason: "thread-damaged",
        detail: "Claude Code refuses to resume such a session. Here stands what is refused.",
      },
    ]);
  });

  it("plans even that where nothing but a resume is wanted", () => {
    const told = withKnownAilments(plan, [ailment("refused")], wish("resume"), "Claude Code");
    expect(told).toEqual({ ...plan, ailments: [ailment("refused")] });
  });

  it("says that nobody has looked", () => {
    const { mode, ailments, unchecked } = planOf(withKnownAilments(plan, null, all, "Claude Code"), "resume");
    expect([mode, ailments, unchecked.slice(0, -1)]).toEqual(["resume", [], plan.unchecked]);
    expect(unchecked.at(-1)).toMatch(/^whether a model accepts its history .*reprise repair --dry-run/);
  });

  it("looks through no more than can be read before a person waits", () => {
    const rollout = (sizeBytes: number) => ({ sizeBytes }) as RolloutRef;
    expect(isQuickToScan([rollout(40 * 1024 * 1024), rollout(24 * 1024 * 1024)])).toBe(true);
    expect(isQuickToScan([rollout(40 * 1024 * 1024), rollout(24 * 1024 * 1024 + 1)])).toBe(false);
  });
});
