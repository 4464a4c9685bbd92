import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asThreadId, sessionIdOf } from "../ids.ts";
import type { Ailment, Drift, PlanOf, RestorePlan } from "../restore.ts";
import { noSettings } from "../run.ts";
import {
  type Answers,
  agreedApprovals,
  canStartSilently,
  consentByYes,
  consentFrom,
  firstAnswers,
  needsPerson,
  roundConsent,
  unattendedConsent,
  whyNot,
  whyNotSilently,
} from "./consent.ts";
import { questionsIn, type Settled, ticksIn } from "./questions.ts";
import { type ConsentKind, consentRules } from "./rules.ts";

const drift = (given: Partial<Drift> = {}): Drift => ({
  kind: "file",
  subject: "a.ts",
  recorded: "edited by the session",
  now: "changed since",
  widens: false,
  note: null,
  ...given,
});
const saved = { hash: "s", subject: "make", source: "saved" } as const;
const claimed = { hash: "l", subject: "curl", source: "log" } as const;
const ailing: Ailment = {
  kind: "nul",
  onResume: "sent",
  file: "/f",
  line: 1,
  byteOffset: 0,
  detail: "A NUL.",
};
const common = {
  session: sessionIdOf("codex", asThreadId("a")),
  target: "codex",
  basis: [],
  settings: noSettings,
  baseline: null,
  narrowed: [],
  drift: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
  unsentPrompt: null,
} as const;
const resume = (given: Partial<PlanOf<"resume">> = {}): PlanOf<"resume"> => ({
  mode: "resume",
  ...common,
  tokens: 0,
  contextTokens: null,
  ailments: [],
  approvals: [],
  unchecked: [],
  prompt: null,
  recap: null,
  ...given,
});
const replay = (given: Partial<PlanOf<"replay">> = {}): PlanOf<"replay"> => ({
  mode: "replay",
  ...common,
  tokens: 0,
  contextTokens: 9,
  ailments: [],
  approvals: [],
  lost: [],
  unchecked: [],
  prompt: null,
  brief: null,
  continues: null,
  turns: { from: 1, to: 1 },
  ways: [],
  via: "segments",
  segments: [1, 2].map((number) => ({ number, items: [], tokens: 5 })),
  ...given,
});
const nobody = { canAnswer: false } as const;
const kindsIn = (plan: RestorePlan, settled?: Settled) => questionsIn(plan, settled).map(({ kind }) => kind);

const someDrift = fc.record({
  kind: fc.constantFrom("setting", "folder", "git", "file", "tool"),
  subject: fc.constantFrom("model", "cwd", "head", "a.ts"),
  recorded: fc.constantFrom("a", null),
  now: fc.constantFrom("b", null),
  widens: fc.boolean(),
  note: fc.constantFrom(null, "costs"),
}) as fc.Arbitrary<Drift>;
const anyPlan: fc.Arbitrary<RestorePlan> = fc
  .record({
    isReplay: fc.boolean(),
    drift: fc.array(someDrift, { maxLength: 4 }),
    approvals: fc.subarray([saved, claimed]),
    recap: fc.constantFrom(null, "cut off"),
    ailments: fc.subarray([ailing]),
    owner: fc.constantFrom(null, { program: "codex", pid: 7, terminal: null }),
    pending: fc.constantFrom([], [{} as never]),
  })
  .map(({ isReplay, recap, ...given }) => (isReplay ? replay(given) : resume({ ...given, recap })));
const anySettled: fc.Arbitrary<Settled> = fc.record({
  settings: fc.constantFrom({}, { model: "b" }),
  isFollowed: fc.boolean(),
  hasAgreedToChanges: fc.boolean(),
  remembers: fc.boolean(),
});
const kinds = Object.keys(consentRules) as ConsentKind[];
const anyAnswers: fc.Arbitrary<Answers> = fc
  .subarray(kinds)
  .map((yes) => Object.fromEntries(kinds.map((kind) => [kind, yes.includes(kind)])));

describe("a plan asks", () => {
  it("about files that changed, but not where that is unknown, nor while the person has the session open", () => {
    expect(kindsIn(resume({ drift: [drift()] }))).toEqual(["changes"]);
    expect(kindsIn(resume({ drift: [drift()] }), { isFollowed: true })).toEqual([]);
    expect(kindsIn(resume({ drift: [drift({ now: null })] }))).toEqual([]);
  });

  it("about settings, tools and the git head that changed, unless the person named the setting and it costs nothing", () => {
    for (const kind of ["setting", "folder", "git", "tool"] as const)
      expect(kindsIn(resume({ drift: [drift({ kind, subject: "model" })] })), kind).toEqual(["changes"]);
    const model = drift({ kind: "setting", subject: "model" });
    const settings = { model: "b" };
    expect(kindsIn(resume({ drift: [model] }), { settings })).toEqual([]);
    expect(kindsIn(resume({ drift: [{ ...model, note: "costs" }] }), { settings })).toEqual(["changes"]);
    expect(kindsIn(resume({ drift: [{ ...model, kind: "tool" }] }), { settings })).toEqual(["changes"]);
    const folder = drift({ kind: "folder", subject: "cwd" });
    expect(kindsIn(resume({ drift: [folder] }), { settings: { cwd: "/b" } })).toEqual([]);
    expect(kindsIn(resume({ drift: [drift({ kind: "git", subject: "head" })] }), { isFollowed: true })).toEqual([]);
  });

  it("about approvals that only the agent's log claims by themselves, and never calls them saved", () => {
    const questions = questionsIn(resume({ approvals: [saved, claimed] }));
    expect(questions.map(({ text }) => text)).toEqual([
      "Reuse 1 saved approval",
      "Reuse 1 approval that only the agent's log claims",
    ]);
    expect(questions.map(({ rows }) => rows.map(({ text }) => text))).toEqual([["make"], ["curl"]]);
    expect(questions.map(({ atFirst }) => atFirst)).toEqual([false, false]);
  });

  it("about a recap with all of its text to be shown", () => {
    const [question] = questionsIn(resume({ recap: "make was cut off\nedit too" }));
    expect(question).toMatchObject({ kind: "recap", no: "continues" });
    expect(question?.rows.map(({ text }) => text)).toEqual(["make was cut off", "edit too"]);
  });

  it("never about wider permissions: they are in the way until they are allowed by name", () => {
    const wider = resume({ drift: [drift({ kind: "setting", subject: "sandbox", widens: true })] });
    expect(kindsIn(wider)).toEqual([]);
    expect(whyNot(wider)).toContain("wider permissions");
    expect(whyNot(wider, { allowsWider: true })).toBeNull();
    expect(canStartSilently(wider)).toBe(false);
  });
});

describe("a consent", () => {
  it("grants nothing that was not asked and answered with yes, whatever the plan", () => {
    fc.assert(
      fc.property(anyPlan, anySettled, anyAnswers, fc.boolean(), (plan, settled, answers, allowsWider) => {
        const asked = kindsIn(plan, settled);
        const consent = consentFrom(plan, answers, { settled, allowsWider, canAnswer: true });
        const isYes = (kind: ConsentKind) => asked.includes(kind) && answers[kind] === true;
        const stopped = questionsIn(plan, settled).some(({ kind, no }) => no === "stops" && !answers[kind]);
        if (stopped) expect(consent).toBeNull();
        else
          expect(consent).toMatchObject({
            reappliesApprovals: isYes("approvals"),
            trustsLog: isYes("log-approvals"),
            sendsRecap: isYes("recap"),
            segments: isYes("steps") ? "ask" : "send",
            allowsWider,
          });
      }),
    );
  });

  it("to saved approvals covers none that only the log claims, nor the other way round", () => {
    const plan = resume({ approvals: [saved, claimed] });
    const by = (answers: Answers) => {
      const consent = consentFrom(plan, answers, { canAnswer: true });
      return consent && agreedApprovals(plan, consent);
    };
    expect(by({})).toEqual({ saved: [], claimed: [] });
    expect(by({ approvals: true })).toEqual({ saved: [saved], claimed: [] });
    expect(by({ "log-approvals": true })).toEqual({ saved: [], claimed: [claimed] });
  });

  it("by starting what is shown reuses no approval and pays nothing", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const first = firstAnswers(plan);
        expect([first.approvals, first["log-approvals"], first.cost]).not.toContain(true);
        const consent = consentFrom(plan, first, { canAnswer: true });
        if (plan.mode === "replay") expect(consent).toBeNull();
        else expect(consent).toMatchObject({ reappliesApprovals: false, trustsLog: false, allowsWider: false });
      }),
    );
  });

  it("by --yes does not trust the agent's log, unless more is allowed by name", () => {
    expect(consentByYes(nobody)).toMatchObject({
      reappliesApprovals: true,
      sendsRecap: true,
      trustsLog: false,
    });
    expect(consentByYes({ ...nobody, allowsWider: true })).toMatchObject({
      trustsLog: true,
      allowsWider: true,
    });
  });
});

const terms = { canAnswer: true } as const;

describe("a consent by itself", () => {
  it("says whether somebody answers, and whether it takes further prompts only if that is said", () => {
    expect(consentFrom(resume(), {}, terms)).toStrictEqual({
      drift: "ask",
      segments: "send",
      reappliesApprovals: false,
      trustsLog: false,
      sendsRecap: false,
      allowsWider: false,
      canAnswer: true,
    });
    expect(consentFrom(resume(), {}, { ...terms, stays: false })).toHaveProperty("stays", false);
    expect(consentFrom(resume(), {}, nobody)?.drift).toBe("refuse");
  });

  it("of a yes to everything names all of it", () => {
    const yes = {
      drift: "accept",
      segments: "send",
      reappliesApprovals: true,
      trustsLog: false,
      sendsRecap: true,
      allowsWider: false,
      canAnswer: false,
    };
    expect(consentByYes(nobody)).toStrictEqual(yes);
    expect(consentByYes({ ...nobody, allowsWider: false })).toStrictEqual(yes);
    expect(consentByYes(terms, { steps: true })).toStrictEqual({ ...yes, canAnswer: true, segments: "ask" });
  });

  it("of a round accepts changes and sends the recap, but reuses and widens nothing", () => {
    expect(roundConsent).toStrictEqual({
      drift: "accept",
      reappliesApprovals: false,
      trustsLog: false,
      sendsRecap: true,
      allowsWider: false,
      canAnswer: false,
    });
  });

  it("of which nobody said whether the log is trusted does not trust it", () => {
    const plan = resume({ approvals: [saved, claimed] });
    expect(agreedApprovals(plan, { reappliesApprovals: true })).toEqual({ saved: [saved], claimed: [] });
  });
});

describe("a question", () => {
  const asked = (plan: RestorePlan) => questionsIn(plan).map(({ kind, text, subject }) => [kind, text, subject]);

  it("is put and listed in these words", () => {
    const changes = [drift(), drift({ kind: "git", subject: "head" })];
    const failing = resume({ ailments: [ailing], drift: changes, approvals: [saved, claimed], recap: "cut off" });
    expect(asked(failing)).toEqual([
      ["failure", "A resume is expected to fail, as shown. Resume all the same", "a resume that is expected to fail"],
      ["changes", "2 things changed, as shown. Continue", "2 changes"],
      ["approvals", "Reuse 1 saved approval", "1 saved approval"],
      ["log-approvals", expect.stringContaining("Reuse 1 approval"), expect.stringContaining("1 approval that only")],
      ["recap", "Send the recap of unfinished work", "the recap of unfinished work"],
    ]);
    expect(asked(replay())).toEqual([
      ["mode", "Replay codex:a in a new codex session", "a new thread"],
      ["cost", expect.stringMatching(/^Agree to up to 3 paid model calls/), "the cost"],
      ["steps", "Ask before each segment", "segments"],
    ]);
  });

  it("has the rows that must have been shown, each in its tone", () => {
    const tones = (plan: RestorePlan) => questionsIn(plan).map(({ rows }) => rows.map(({ tone }) => tone));
    expect(tones(resume({ ailments: [ailing] }))).toEqual([["danger"]]);
    expect(tones(replay({ drift: [drift()] }))).toEqual([["caution"], ["caution"], []]);
    const rows = questionsIn(resume({ ailments: [ailing] })).flatMap((one) => one.rows);
    expect(rows[0]?.text).toContain("/f:1");
    expect(questionsIn(replay())[1]?.rows[0]?.text).toContain("up to 3 paid model calls");
  });

  it("is not put about a fork's own failure, a brief, or a plan of no mode", () => {
    const { mode: _, ailments: __, ...given } = resume({ approvals: [saved], recap: "cut off" });
    const fork: PlanOf<"fork"> = { mode: "fork", ...given, turns: { from: 1, to: 1 } };
    expect(kindsIn(fork)).toEqual(["mode", "approvals", "recap"]);
    const brief = { mode: "handoff", ...common, turns: { from: 1, to: 1 }, brief: "b", tokens: 1, lost: [] } as const;
    expect(kindsIn({ ...brief, drift: [drift()] } as RestorePlan)).toEqual([]);
    expect(kindsIn({ ...resume({ approvals: [saved], recap: "cut off" }), mode: null } as never)).toEqual([]);
    const whole = replay().segments.slice(0, 1);
    expect(kindsIn(replay({ via: "native", segments: whole }))).toEqual(["mode"]);
    expect(kindsIn(replay({ segments: whole }))).toEqual(["mode", "cost"]);
    expect(kindsIn(replay({ ailments: [ailing] }))).not.toContain("failure");
  });

  it("is ticked on a plan that is shown whole, unless starting it is the answer", () => {
    const ticks = (plan: RestorePlan) => ticksIn(plan).map(({ kind }) => kind);
    const all = resume({ ailments: [ailing], drift: [drift()], approvals: [saved, claimed], recap: "cut off" });
    expect(ticks(all)).toEqual(["approvals", "log-approvals", "recap"]);
    expect(ticks(replay())).toEqual(["cost", "steps"]);
  });
});

describe("what is in the way", () => {
  const sandbox = drift({ kind: "setting", subject: "sandbox", recorded: "read-only", now: "none", widens: true });
  const refused = (...refusals: RestorePlan["refusals"]): RestorePlan =>
    ({ ...resume(), mode: null, refusals }) as never;
  const wider = { mode: "resume", reason: "wider-permissions", detail: "More." } as const;
  const gone = { mode: "resume", reason: "folder-missing", detail: "/srv is gone." } as const;

  it("is named: who has it open, which permissions, or why there is no mode", () => {
    expect(whyNot(resume({ owner: { program: "codex", pid: 7, terminal: null } }))).toBe(
      "it is open in codex (process 7)",
    );
    expect(whyNot(resume({ drift: [sandbox] }))).toBe("wider permissions (sandbox from read-only to none)");
    expect(whyNot(refused(wider))).toBe("wider permissions");
    expect(whyNot(refused(gone))).toBe("/srv is gone.");
    expect(whyNot(refused())).toBe("it cannot be continued");
    expect(whyNot(resume())).toBeNull();
  });

  it("of a start without a question also is another mode, until wider permissions are allowed too", () => {
    expect(whyNotSilently(replay({ refusals: [gone] }))).toBe("/srv is gone.");
    expect(whyNotSilently(replay())).toBe("it cannot be resumed");
    expect(whyNotSilently(resume({ drift: [sandbox] }), { allowsWider: true })).toBeNull();
    expect(whyNotSilently(resume({ drift: [sandbox] }))).toContain("wider permissions");
  });

  it("of a resume while nobody answers are requests that were never answered, counted", () => {
    expect(needsPerson(resume({ pending: [{}, {}] as never }))).toBe("2 requests of it were never answered");
    expect(unattendedConsent(resume({ approvals: [saved, claimed] }))).toMatchObject({
      drift: "refuse",
      canAnswer: false,
      reappliesApprovals: false,
      trustsLog: false,
    });
  });
});

describe("a resume starts by itself", () => {
  it("exactly if nothing is in the way and nothing is asked", () => {
    fc.assert(
      fc.property(anyPlan, anySettled, (plan, settled) => {
        const isFree = plan.mode === "resume" && whyNot(plan) === null && questionsIn(plan, settled).length === 0;
        expect(canStartSilently(plan, { settled })).toBe(isFree);
      }),
    );
  });

  it.each([
    ["if nothing changed", {}, true],
    ["not with saved approvals", { approvals: [saved] }, false],
    ["not with a recap, which nobody has seen", { recap: "cut off" }, false],
    ["not if another program has the session", { owner: { program: "codex", pid: 1, terminal: null } }, false],
    ["not if it is expected to fail", { ailments: [ailing] }, false],
    ["not with a file that somebody changed", { drift: [drift()] }, false],
    ["with a file that may not have changed", { drift: [drift({ now: null })] }, true],
  ] as const)("%s", (_, given, isSilent) => {
    expect(canStartSilently(resume(given as Partial<PlanOf<"resume">>))).toBe(isSilent);
  });
});

describe("among several that are resumed unattended", () => {
  it("a session with a question waits for its own answer, and the list says which", () => {
    const plan = resume({ drift: [drift(), drift({ kind: "git", subject: "head" })], recap: "cut off" });
    expect(needsPerson(plan)).toBe("needs your answer: 2 changes, the recap of unfinished work");
    expect(unattendedConsent(plan)).toBeNull();
    expect(needsPerson(resume({ pending: [{} as never] }))).toBe("1 request of it was never answered");
  });

  it("nothing is reused, sent besides the prompt, widened or accepted later", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const consent = unattendedConsent(plan);
        expect(consent === null).toBe(needsPerson(plan) !== null);
        if (consent === null) return;
        expect(plan.mode).toBe("resume");
        expect(consent).toMatchObject({
          drift: "refuse",
          reappliesApprovals: false,
          trustsLog: false,
          sendsRecap: false,
          allowsWider: false,
          canAnswer: false,
        });
      }),
    );
    expect(unattendedConsent(resume({ approvals: [saved] }))).not.toBeNull();
  });
});

it("docs/security.md has the same questions, with the same defaults and grants", () => {
  const page = readFileSync(new URL("../../../../docs/security.md", import.meta.url), "utf8");
  const rows = Object.values(consentRules).map(
    ({ situation, question, atFirst, no, grants }) =>
      `| ${situation} | ${question} | ${atFirst ? "yes, once shown" : "no"} | ${grants} | ${no === "stops" ? "nothing starts" : "it continues without"} |`,
  );
  expect(page).toContain(["", ...rows, ""].join("\n"));
});
