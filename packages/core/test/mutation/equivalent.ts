/** A mutant that no test can notice: it changes nothing, or nothing that a test could see. */
export interface Equivalent {
  readonly file: string;
  /** A part of the line it begins in, where the same code stands in several. */
  readonly line?: string;
  /** What is replaced, on one line, and by what. */
  readonly code: string;
  readonly becomes: string;
  readonly because: string;
}

export const equivalentMutants: readonly Equivalent[] = [
  {
    file: "packages/model/src/consent/questions.ts",
    line: "isExpectedToFail(plan)",
    code: 'plan.mode === "resume"',
    becomes: "true",
    because: "only a resume is expected to fail; the compiler wants it said",
  },
  {
    file: "packages/model/src/consent/questions.ts",
    line: "const all: readonly KeptApproval[]",
    code: "[]",
    becomes: '["Stryker was here"]',
    because: "a text has no source, so it is neither saved nor claimed",
  },
  ...[
    ['reply.type === "offer-declined"', "false"],
    ['"offer-declined"', '""'],
  ].map(([code = "", becomes = ""]) => ({
    file: "packages/core/src/runs/saved-replies.ts",
    line: "reply.session !== session ||",
    code,
    becomes,
    because: "it is of no session; the compiler wants it said",
  })),
  {
    file: "packages/core/src/runs/thread-history.ts",
    code: "a.startedAt < b.startedAt",
    becomes: "a.startedAt <= b.startedAt",
    because: "two runs of a thread do not begin at once",
  },
  {
    file: "packages/core/src/runs/live-run.ts",
    line: "#isCancelled",
    code: "false",
    becomes: "true",
    because: "every turn begins with it, and nothing else can be cancelled",
  },
  {
    file: "packages/core/src/runs/live-run.ts",
    code: "state?.thread",
    becomes: "state.thread",
    because: "a run has begun, so its journal has a state; the compiler wants it said",
  },
  {
    file: "packages/core/src/restore/gather-evidence.ts",
    line: "[reply.hash]",
    code: "[]",
    becomes: '["Stryker was here"]',
    because: "no request has that hash",
  },
  {
    file: "packages/core/src/restore/gather-evidence.ts",
    line: "const isSince",
    code: "at !== null",
    becomes: "true",
    because: "what is no time is never since; the compiler wants it said",
  },
  {
    file: "packages/core/src/agents/codex/driver/requests/approved-hash.ts",
    line: "const [program",
    code: '""',
    becomes: '"Stryker was here!"',
    because: "neither is a shell",
  },
  {
    file: "packages/core/src/agents/exec/permission-mode.ts",
    code: "approvalPolicy !== null",
    becomes: "true",
    because: "null is no mode; the compiler wants it said",
  },
  {
    file: "packages/core/src/agents/exec/permission-mode.ts",
    code: "modes.narrowToWide.indexOf(own) < modes.narrowToWide.indexOf(kept)",
    becomes: "modes.narrowToWide.indexOf(own) <= modes.narrowToWide.indexOf(kept)",
    because: "of two that are the same either is the narrower",
  },
  {
    file: "packages/core/src/restore/replay/plan-replay.ts",
    line: "sandboxes.includes",
    code: '""',
    becomes: '"Stryker was here!"',
    because: "neither is a sandbox",
  },
  {
    file: "packages/core/src/restore/replay/plan-replay.ts",
    line: "via ??",
    code: '"native"',
    becomes: '""',
    because: "a plan without a way is refused, whatever it would go on with",
  },
  ...[
    ["begun.length === 0", "false"],
    ["() => null", "() => undefined"],
  ].map(([code = "", becomes = ""]) => ({
    file: "packages/core/src/restore/replay/plan-replay.ts",
    code,
    becomes,
    because: "a quick way out: where nothing was begun nothing is found",
  })),
  {
    file: "packages/core/src/restore/replay/plan-replay.ts",
    line: "!driver ||",
    code: "via === null",
    becomes: "false",
    because: "only without a driver there is no way; the compiler wants it said",
  },
  {
    file: "packages/core/src/runner/planner.ts",
    code: "wish.at === null",
    becomes: "false",
    because: "a quick way out: of a whole session no turn needs a name",
  },
  ...[
    ["session.files[0]?.path", "session.files[0].path"],
    ['""', '"Stryker was here!"'],
  ].map(([code = "", becomes = ""]) => ({
    file: "packages/core/src/runner/planner.ts",
    line: "session.files[0]",
    code,
    becomes,
    because: "a session has a file; the compiler wants it said",
  })),
  {
    file: "packages/core/src/restore/history/clean-text.ts",
    code: '"\\0"',
    becomes: '""',
    because: "a quick way out: where there is no NUL none is replaced",
  },
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code
  ...[
    ["!prompt.includes(`[${mark}: `)", "false"],
    ["`[${mark}: `", "``"],
  ].map(([code = "", becomes = ""]) => ({
    file: "packages/core/src/restore/history/segment-text.ts",
    line: "continue",
    code,
    becomes,
    because: "a quick way out: nothing is found in such a prompt",
  })),
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code
  {
    file: "packages/core/src/restore/history/segment-text.ts",
    line: ".exec(prompt) ??",
    code: "[]",
    becomes: '["Stryker was here"]',
    because: "only the second of them is looked at",
  },
  {
    file: "packages/core/src/restore/history/portable-history.ts",
    line: "unfinished ??",
    code: "[]",
    becomes: '["Stryker was here"]',
    because: "it is of no item",
  },
  {
    file: "packages/core/src/restore/history/portable-history.ts",
    code: "origin?.file",
    becomes: "origin.file",
    because: "what is a prompt has an origin; the compiler wants it said",
  },
  ...[
    ['item.kind === "edit"', "false"],
    ['"edit"', '""'],
  ].map(([code = "", becomes = ""]) => ({
    file: "packages/core/src/restore/history/portable-history.ts",
    line: "const output =",
    code,
    becomes,
    because: "an edit has no output; the compiler wants it said",
  })),
  {
    file: "packages/model/src/text/safe-text.ts",
    code: "isHarmless.test(text)",
    becomes: "false",
    because: "a quick way out: the slow way changes nothing either",
  },
  {
    file: "packages/model/src/text/safe-text.ts",
    code: "/^[\\t\\n -~\\u00a0-\\u0590]*$/",
    becomes: "/^[\\t\\n -~\\u00a0-\\u0590]$/",
    because: "fewer texts take the quick way out, and the slow way gives the same",
  },
  {
    file: "packages/model/src/text/safe-text.ts",
    code: "code < 0x20",
    becomes: "code <= 0x20",
    because: "a space is not among the characters that come here",
  },
  {
    file: "packages/core/src/journal/read-journal.ts",
    code: "index === batch.count - 1",
    becomes: "true",
    because: "a batch that ends with the file has one line today; promised is only that its last line does",
  },
  {
    file: "packages/core/src/restore/edit-applied.ts",
    line: "hunks.push(hunk)",
    code: "hunks.length === 0",
    becomes: "true",
    because: "the same hunk twice says no more than once",
  },
  {
    file: "packages/core/src/restore/unfinished.ts",
    code: 'item.kind === "tool"',
    becomes: "true",
    because: "of what can be open, commands and edits were taken before; the compiler wants it said",
  },
  ...[
    ["at >= 0", "at > 0"],
    ["entries[at - 1]?.turn", "entries[at - 1].turn"],
  ].map(([code = "", becomes = ""]) => ({
    file: "packages/core/src/restore/history/choose-history.ts",
    code,
    becomes,
    because: "the first entry is never reached: together they are more than there is room for",
  })),
  {
    file: "packages/core/src/restore/history/choose-history.ts",
    code: "!entry",
    becomes: "false",
    because: "there is one at every place that is looked at; the compiler wants it said",
  },
  {
    file: "packages/core/src/restore/history/choose-history.ts",
    code: "history.read.at(-1)?.number",
    becomes: "history.read.at(-1).number",
    because: "what does not fit was read; the compiler wants it said",
  },
  {
    file: "packages/tui/src/screens/live/asking/press.ts",
    code: 'input.type !== "key"',
    becomes: "false",
    because: "what is no key has no name, and means nothing",
  },
  {
    file: "packages/tui/src/screens/restore/start.ts",
    code: "plan === null",
    becomes: "false",
    because: "without a plan there is always a reason not to start; the compiler wants it said",
  },
];
