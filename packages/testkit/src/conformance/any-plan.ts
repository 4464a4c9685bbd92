import {
  type Ailment,
  asThreadId,
  type Drift,
  type KeptApproval,
  noSettings,
  type PlanOf,
  plainRequest,
  type RestorePlan,
  sessionIdOf,
} from "@reprise/model";
import fc from "fast-check";

const anySubject = fc.constantFrom("make", "rm -rf build", "curl \u001b[2J\u202e漢字", "a  b");

const changeOf = (kind: Drift["kind"], subjects: readonly string[], isPermission = false): fc.Arbitrary<Drift> =>
  fc.record({
    kind: fc.constant(kind),
    subject: fc.constantFrom(...subjects),
    recorded: fc.constantFrom("one", null),
    now: kind === "file" ? fc.constantFrom("changed since", "now missing", null) : fc.constantFrom("two", "three"),
    widens: isPermission ? fc.boolean() : fc.constant(false),
    note: kind === "setting" ? fc.constantFrom(null, "another model reads the whole history again") : fc.constant(null),
  });

const anyDrift = fc.uniqueArray(
  fc.oneof(
    changeOf("setting", ["model", "effort", "provider"]),
    changeOf("setting", ["sandbox", "approvalPolicy"], true),
    changeOf("folder", ["cwd"]),
    changeOf("git", ["head", "branch"]),
    changeOf("file", ["a.ts", "src/b c.ts"]),
    changeOf("tool", ["docs server"]),
  ),
  { maxLength: 4, selector: ({ subject }) => subject },
);

const anyApprovals: fc.Arbitrary<readonly KeptApproval[]> = fc.uniqueArray(
  fc.record({ hash: fc.constantFrom("1", "2", "3"), subject: anySubject, source: fc.constantFrom("saved", "log") }),
  { maxLength: 3, selector: ({ hash }) => hash },
);

const ailment: Ailment = {
  kind: "nul",
  onResume: "sent",
  file: "/home/dev/.codex/sessions/a.jsonl",
  line: 3,
  byteOffset: 90,
  detail: "A NUL character.",
};

const anyCommon = fc.record({
  session: fc.constant(sessionIdOf("codex", asThreadId("a"))),
  target: fc.constant("codex" as const),
  basis: fc.constant([]),
  settings: fc.constant({ ...noSettings, model: "two", sandbox: "two", cwd: "/srv" }),
  baseline: fc.constant(null),
  narrowed: fc.constant([]),
  drift: anyDrift,
  refusals: fc.constant([]),
  pending: fc.constantFrom([], [{ ...plainRequest, ...request() }]),
  unfinished: fc.constant([]),
  owner: fc.constant(null),
});
const anyRun = fc.record({
  approvals: anyApprovals,
  unchecked: fc.constant(["effective settings"]),
  prompt: fc.constantFrom(null, "Continue where you left off."),
  unsentPrompt: fc.constant(null),
  tokens: fc.constantFrom(0, 4100),
});
const anyRecap = fc.constantFrom(null, "A command was cut off:\n- make\n\n  Look before you repeat it.");
const turns = { from: 1, to: 4 };

const anyResume: fc.Arbitrary<PlanOf<"resume">> = fc
  .tuple(anyCommon, anyRun, anyRecap, fc.constantFrom([], [], [ailment]))
  .map(([common, run, recap, ailments]) => {
    return { mode: "resume", ...common, ...run, contextTokens: null, ailments, recap };
  });
const anyFork: fc.Arbitrary<PlanOf<"fork">> = fc
  .tuple(anyCommon, anyRun, anyRecap)
  .map(([common, run, recap]) => ({ mode: "fork", ...common, ...run, turns, contextTokens: null, recap }));
const anyReplay: fc.Arbitrary<PlanOf<"replay">> = fc
  .tuple(anyCommon, anyRun, fc.constantFrom("inject", "native", "segments"), fc.boolean())
  .map(([common, run, via, hasOthers]) => ({
    mode: "replay",
    ...common,
    ...run,
    turns,
    via,
    ways: hasOthers ? (["native", "segments", "inject"] as const).map((way) => ({ way, stopped: null })) : [],
    segments: via === "segments" ? [1, 2].map((number) => ({ number, items: [`${number}`], tokens: 900 })) : [],
    contextTokens: 200_000,
    brief: null,
    ailments: [],
    continues: null,
    lost: ["reasoning"],
  }));
const anyRefused: fc.Arbitrary<PlanOf<null>> = fc
  .tuple(anyCommon, fc.constantFrom("busy", "thread-archived", "folder-missing"))
  .map(([{ drift, ...common }, reason]) => ({
    mode: null,
    ...common,
    drift: drift.filter(({ widens }) => !widens),
    refusals: [{ mode: "resume", reason, detail: "It is elsewhere. Bring it back first." }],
    owner: reason === "busy" ? { pid: 7, program: "codex", terminal: null } : null,
    via: null,
    ways: [],
    ailments: [],
    unsentPrompt: null,
  }));

/** Plans as a planner makes them; one with wider permissions as it is once they are allowed. */
export const anyPlan: fc.Arbitrary<RestorePlan> = fc.oneof(
  { weight: 5, arbitrary: anyResume },
  { weight: 2, arbitrary: anyFork },
  { weight: 3, arbitrary: anyReplay },
  { weight: 1, arbitrary: anyRefused },
);

function request() {
  const place = {
    id: "r",
    kind: "command",
    subject: "make",
    reason: null,
    cwd: "/srv",
    item: null,
    hash: "h",
  } as const;
  return { ...place, choices: ["once", "decline"] as const };
}
