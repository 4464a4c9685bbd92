import { describe, expect, test } from "vitest";
import { asThreadId, sessionIdOf } from "../ids.ts";
import type { PlanOf, RestorePlan } from "../restore.ts";
import { noSettings } from "../run.ts";
import { planLines, planSections, planTitle } from "./index.ts";

const common = {
  session: sessionIdOf("codex", asThreadId("a")),
  target: "codex",
  basis: [],
  settings: { ...noSettings, sandbox: "read-only", cwd: "/srv" },
  baseline: null,
  drift: [],
  narrowed: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
} as const;
const size = { tokens: 9, contextTokens: null };
const run = { approvals: [], unchecked: [], prompt: null, unsentPrompt: null };
const resume: PlanOf<"resume"> = {
  mode: "resume",
  ...common,
  ...size,
  ailments: [],
  ...run,
  recap: null,
};
const turns = { from: 1, to: 4 };
const plans: readonly RestorePlan[] = [
  resume,
  { mode: "fork", ...common, turns, ...size, ...run, recap: null },
  {
    mode: "replay",
    ...common,
    turns,
    via: "segments",
    ways: [{ way: "inject", stopped: null }],
    ...run,
    segments: [{ number: 1, items: ["a"], tokens: 9 }],
    tokens: 9,
    contextTokens: 100,
    brief: null,
    ailments: [],
    continues: null,
    lost: ["reasoning"],
  },
  { mode: "handoff", ...common, turns, brief: "Goal: mend it.", tokens: 4, lost: [] },
  { mode: null, ...common, via: null, ways: [], ailments: [], unsentPrompt: "go" },
];

const sectionOf = (plan: RestorePlan, wanted: string) => planSections(plan).find(({ id }) => id === wanted)?.rows ?? [];
const factsOf = (plan: RestorePlan, context = {}) =>
  Object.fromEntries((planSections(plan, context)[0]?.rows ?? []).map(({ label, text }) => [label, text]));

describe("a plan in words", () => {
  test("has a title, and sections that hold something", () => {
    expect(planTitle(resume, "fix it")).toBe("Resume “fix it”");
    expect(plans.map((plan) => planTitle(plan))).toEqual([
      "Resume codex:a",
      "Fork codex:a in a new codex session",
      "Replay codex:a in a new codex session",
      "Brief of codex:a",
      "Can't continue codex:a",
    ]);
    for (const plan of plans) for (const { rows } of planSections(plan)) expect(rows).not.toEqual([]);
  });

  test("names each fact once, with what the face can do about it", () => {
    expect(factsOf(resume, { turnCount: 4, hints: { Folder: "this one" } })).toEqual({
      Resume: "continues in the same thread",
      Agent: "codex",
      Folder: "/srv (this one)",
      Turns: "4 (all)",
      Context: "about 9 tokens",
      Sends: "nothing until you write a message",
    });
    expect(factsOf({ ...resume, target: "claude", prompt: "go" }, { asks: false })).toMatchObject({
      Agent: "claude, instead of codex",
      Approvals: "none; anything not allowed is declined",
      Sends: "the prompt below",
    });
    expect(factsOf({ ...resume, contextTokens: 1000 })).toMatchObject({
      Context: "about 9 of 1,000 tokens",
    });
  });

  test("marks what is wider, and shows a setting once", () => {
    const wider = {
      kind: "setting",
      subject: "sandbox",
      recorded: "read-only",
      now: "none",
      widens: true,
      note: null,
    };
    const [row, ...others] = sectionOf({ ...resume, drift: [wider as RestorePlan["drift"][number]] }, "settings");
    expect(row).toMatchObject({ tone: "danger", isWider: true });
    expect(row?.text).toBe("sandbox: read-only → none  WIDER: more would be permitted");
    expect(others).toEqual([]);
  });

  test("says why not, by mode where there are several", () => {
    const gone = { mode: "resume", reason: "thread-missing", detail: "It is gone." } as const;
    const old = { mode: "replay", reason: "agent-outdated", detail: "Update it." } as const;
    const shown = (refusals: RestorePlan["refusals"]) =>
      planLines(
        planSections({ ...resume, refusals }).filter(({ id }) => id === "refusals"),
        (_, text) => text,
      );
    expect(shown([gone, gone])).toEqual(["Can't resume:", "  It is gone."]);
    expect(shown([gone, old])).toEqual(["Not possible:", "  Resume: It is gone.", "  Replay: Update it."]);
  });

  test("shows the whole text that is sent, and nothing that acts on a terminal", () => {
    const evil = "\u001b]52;c;eA==\u0007\u202e";
    const recap = `one\n${evil}\ntwo`;
    expect(sectionOf({ ...resume, recap }, "recap").map(({ text }) => text.at(-1))).toHaveLength(3);
    const hostile: RestorePlan = {
      ...resume,
      recap,
      prompt: evil,
      unsentPrompt: evil,
      unchecked: [evil],
      owner: { pid: 1, program: evil, terminal: null },
      settings: { ...resume.settings, model: evil, cwd: evil },
      approvals: [{ hash: "h", subject: evil, source: "log" }],
      unfinished: [{ item: "1", kind: "command", subject: evil, outcome: "unknown", evidence: evil }],
    };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    const acts = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    for (const { rows } of planSections(hostile)) for (const { text } of rows) expect(text).not.toMatch(acts);
  });
});
