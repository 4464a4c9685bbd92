/** What a colleague needs to find in the brief of a recorded session. Written by hand from the session, before the code. */
export interface Expected {
  /** The folder in fixtures/briefs. */
  readonly name: string;
  readonly about: string;
  /** In the section `Goal`: the words that are the goal, and words of goals that are over. */
  readonly goal: Words;
  /** The person's standing words, verbatim, in every brief of every budget. */
  readonly constraints?: readonly string[];
  /** Words that no constraint of a brief has. */
  readonly noConstraint?: readonly string[];
  /** Said, then revoked: shown only with the word "revoked", or not at all. */
  readonly revoked?: readonly string[];
  /** By turn: what became of it. Turns that said nothing of substance need no row. */
  readonly turns: Readonly<Record<number, Outcome>>;
  /** In the section `Open`; null: there is no such section. */
  readonly open: Words | null;
  /** In the section `Failing`; null: there is no such section. */
  readonly failing: Words | null;
  /** In the section `Files`, one row each. */
  readonly files: readonly RegExp[];
  readonly noFile?: readonly RegExp[];
  readonly counts: { readonly turns: number; readonly commands: number; readonly edits: number };
  /** Anywhere in a brief of 4,000 tokens. */
  readonly anywhere?: Words;
}

export interface Words {
  readonly has?: readonly (string | RegExp)[];
  readonly not?: readonly (string | RegExp)[];
}

/**
 * `done`: with evidence. `answered`: a reply and no work. `not done`: it ended, and something of it failed or has no outcome.
 */
export type Outcome = "done" | "answered" | "not done" | "interrupted" | "failed" | "no row";

export const expectations: readonly Expected[] = [
  {
    name: "course-change",
    about: "Codex: a bug is fixed, then the person changes course, then refines",
    goal: {
      has: ["look at the CSV export", "Also double the quotes inside quoted fields"],
      not: ["page 2 twice", "thanks"],
    },
    constraints: ["Keep the public function names as they are."],
    noConstraint: ["Forget"],
    turns: { 1: "done", 2: "no row", 3: "done", 4: "done" },
    open: null,
    failing: null,
    files: [/src\/export\.js.*modified/, /src\/pages\.js.*modified/],
    counts: { turns: 4, commands: 7, edits: 4 },
  },
  {
    name: "constraints",
    about: "Claude Code: rules given over several turns, one of them revoked",
    goal: { has: ["Refactor the retry loop", "rename RetryPolicy to Backoff"], not: [] },
    constraints: [
      "Don't touch migrations/.",
      "Keep Python 3.9.",
      "Always run make lint before you say you are done.",
      "Please answer in German from now on.",
      "only in fetcher/retry.py",
    ],
    revoked: ["Never use tenacity"],
    turns: { 1: "done", 2: "done", 3: "answered", 4: "done" },
    open: null,
    failing: null,
    files: [/fetcher\/retry\.py.*added/, /fetcher\/http\.py.*modified/],
    counts: { turns: 4, commands: 3, edits: 5 },
  },
  {
    name: "tests-fixed",
    about: "Gemini CLI: red tests repaired; then an edit is refused, and the agent says it was made",
    goal: { has: ["npm test is red", "bump the version to 2.4.1"] },
    turns: { 1: "done", 2: "not done" },
    open: null,
    failing: { has: ["package.json"], not: [/npm test/] },
    files: [/duration\.js.*modified/],
    noFile: [/package\.json/],
    counts: { turns: 2, commands: 3, edits: 2 },
    anywhere: { has: [/claim.*package\.json says 2\.4\.1/i] },
  },
  {
    name: "tests-left-failing",
    about: "OpenCode: the agent says done, the tests say no",
    goal: { has: ["Make seconds() in parse.js accept combined units such as 1h30m."] },
    turns: { 1: "not done" },
    open: null,
    failing: { has: [/exit 1.*npm test/, "expected 5400, got 60", "1 failed"], not: [] },
    files: [/parse\.js.*modified/],
    counts: { turns: 1, commands: 2, edits: 1 },
    anywhere: { has: [/claim.*Done! seconds\(\) accepts/i] },
  },
  {
    name: "question-open",
    about: "Gemini CLI: the last reply asks, nobody has answered",
    goal: { has: ["Add soft delete to the users table"] },
    constraints: ["Write only SQL, no ORM."],
    turns: { 1: "done" },
    open: {
      has: ["Should the e-mail address of a deleted user stay reserved, or may somebody else register with it?"],
    },
    failing: null,
    files: [/migrations\/0002_soft_delete\.sql.*added/],
    counts: { turns: 1, commands: 1, edits: 1 },
  },
  {
    name: "killed-mid-command",
    about: "Codex: killed while a migration ran",
    goal: { has: ["Add a currency column", "Run it on the local database and then run the tests."] },
    constraints: ["Do not drop any column."],
    turns: { 1: "done", 2: "interrupted" },
    open: { has: [/npm run migrate.*unknown/], not: [/not run\b/] },
    failing: null,
    files: [/migrations\/0008_balances\.sql.*added/],
    counts: { turns: 2, commands: 2, edits: 1 },
  },
  {
    name: "pending-approval",
    about: "Codex run by Reprise, killed while a command waited for approval; journal and rollout both tell it",
    goal: { has: ["Restart the api deployment on staging"] },
    constraints: ["Never deploy to production."],
    turns: { 1: "done", 2: "interrupted" },
    open: {
      has: [/not run.*kubectl rollout restart/, "It talks to the staging cluster."],
      not: [/kubectl[\s\S]*kubectl/, /unknown/],
    },
    failing: null,
    files: [/deploy\.sh.*modified/],
    counts: { turns: 2, commands: 3, edits: 1 },
    anywhere: { not: [/Command, no outcome recorded: `kubectl/] },
  },
  {
    name: "many-files",
    about: "Codex: files added, renamed by patches and by git, deleted",
    goal: { has: ["Move the models from lib/ to src/models/", "Describe the new layout in the README"] },
    turns: { 1: "done", 2: "done" },
    open: null,
    failing: null,
    files: [
      /src\/models\/user\.js.*renamed from.*lib\/user\.js/,
      /src\/models\/team\.js.*renamed from.*lib\/team\.js/,
      /src\/models\/role\.js.*renamed from.*lib\/role\.js/,
      /src\/models\/audit\.js.*renamed from.*lib\/audit\.js/,
      /src\/models\/token\.js.*renamed from.*lib\/token\.js/,
      /lib\/legacy\.js.*deleted/,
      /lib\/index\.js.*deleted/,
      /src\/models\/index\.js.*added/,
      /README\.md.*modified/,
      /CHANGELOG\.md.*added/,
    ],
    noFile: [/^- `lib\/user\.js/m, /^- `lib\/audit\.js/m],
    counts: { turns: 2, commands: 4, edits: 3 },
  },
  {
    name: "long-session",
    about: "Codex of July 2025: forty turns, rules at the beginning, one test left failing on the way",
    goal: { has: ["We are converting the shop from callbacks to async functions"] },
    constraints: [
      "never change the exported names",
      "do not add dependencies",
      "every module keeps its tests green before the next one begins",
      "Don't run the end-to-end tests, they cost money.",
    ],
    turns: { 26: "not done", 40: "done" },
    open: null,
    failing: { has: [/exit 1.*npm test -- refunds/, "expected null to be an Error"], not: [/wishlist/] },
    files: [/src\/wishlist\.js.*modified/],
    counts: { turns: 40, commands: 81, edits: 40 },
    anywhere: { has: ["wishlist is converted and its tests pass."] },
  },
  {
    name: "compacted",
    about: "Claude Code: compacted on the way; the agent says done while its command failed",
    goal: { has: ["Introduce reduced VAT (7 %) for books", "Now make total() choose the rate"] },
    constraints: ["Do not change the signature of total().", "Ask before you add a dependency."],
    turns: { 1: "done", 2: "done", 3: "not done" },
    open: null,
    failing: { has: [/exit 1.*from billing\.total import total/, "NameError"] },
    files: [/billing\/tax\.py.*modified/, /billing\/products\.py.*added/, /billing\/total\.py.*modified/],
    counts: { turns: 3, commands: 2, edits: 3 },
    anywhere: { has: ["Pending: total() must choose the rate.", /claim.*Done!/i] },
  },
  {
    name: "greeting-first",
    about: "OpenCode: begins with a greeting, ends with ok",
    goal: { has: ["The login page answers 500"], not: [/^hi$/m, /^ok$/m] },
    turns: { 1: "no row", 2: "done", 3: "no row" },
    open: null,
    failing: null,
    files: [/server\/login\.js.*modified/, /server\/login\.test\.js.*added/],
    counts: { turns: 3, commands: 1, edits: 2 },
  },
  {
    name: "german",
    about: "Gemini CLI, in German: the goal is the last substantial prompt after a completed turn",
    goal: { has: ["Schreibe jetzt eine Kommandozeile"], not: ["Fahrenheit", "danke"] },
    constraints: ["Keine neuen Abhängigkeiten."],
    turns: { 1: "no row", 2: "done", 3: "no row", 4: "done" },
    open: { has: ["Soll die Vorhersage auch als JSON ausgegeben werden können?"] },
    failing: null,
    files: [/wetter\.py.*modified/, /vorhersage\.py.*added/],
    counts: { turns: 4, commands: 2, edits: 2 },
  },
  {
    name: "chinese",
    about: "Codex of October 2025, in Chinese",
    goal: { has: ["现在给用户设置增加一个语言选择"], not: ["日历页面", "谢谢"] },
    constraints: ["不要修改数据库结构。"],
    turns: { 1: "done", 2: "no row", 3: "done" },
    open: { has: ["是否需要把选择保存到用户账户里？"] },
    failing: null,
    files: [/src\/calendar\.ts.*modified/, /src\/language\.ts.*added/],
    counts: { turns: 3, commands: 2, edits: 2 },
  },
  {
    name: "subagent",
    about: "Claude Code: a sub-agent did the work, and the last reply asks",
    goal: { has: ["Queries are slow."] },
    constraints: ["Leave search/index.py alone."],
    turns: { 1: "done" },
    open: { has: ["Should I also add a benchmark, so that it stays fast?"] },
    failing: null,
    files: [],
    counts: { turns: 1, commands: 0, edits: 0 },
    anywhere: { has: ["98 % of the time is a linear scan"] },
  },
  {
    name: "review",
    about: "Codex: a code review that came to its end",
    goal: { has: ["Review the current code changes"] },
    turns: { 1: "done" },
    open: null,
    failing: null,
    files: [],
    counts: { turns: 1, commands: 1, edits: 0 },
    anywhere: { has: ["[P0] eval runs what a client sends"] },
  },
  {
    name: "new-request",
    about: "Codex of October 2025: a new request after the former was done, left failing",
    goal: { has: ["Add a --verbose flag to the command line"], not: ["flaky", "thank you"] },
    turns: { 1: "done", 2: "no row", 3: "not done" },
    open: null,
    failing: { has: [/exit 2.*pytest -q/, "NameError: name 'sys' is not defined"], not: [/rg -n/] },
    files: [/courier\/client\.py.*modified/, /courier\/__main__\.py.*modified/],
    counts: { turns: 3, commands: 5, edits: 2 },
  },
];
