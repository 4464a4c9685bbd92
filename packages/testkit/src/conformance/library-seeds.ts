import { promptTurn, type SessionSeed } from "../session-seed.ts";

export const at = (minute: number) => `2026-11-15T10:${String(minute).padStart(2, "0")}:00.000Z`;
export const numbered = (number: number) => `019a0000-0000-7000-8000-0000000000${String(number).padStart(2, "0")}`;

/** Sessions of every kind that a list treats differently. */
export const conformanceSeeds: readonly SessionSeed[] = [
  ...Array.from(
    { length: 23 },
    (_, index): SessionSeed => ({
      thread: numbered(index),
      workspace: index % 2 === 0 ? "/srv/app" : "/srv/app-docker",
      updatedAt: at(index),
      turns: [promptTurn(`question ${index}`)],
    }),
  ),
  {
    thread: "tools",
    agent: "claude",
    workspace: "/srv/app/web",
    name: "Login work",
    updatedAt: at(30),
    turns: [
      promptTurn("Fix the login page", {
        kind: "command",
        command: "npm test",
        output: "3 failing in parseHTTPReply",
        exitCode: 1,
        status: "failed",
      }),
      promptTurn("修复编译器", {
        kind: "edit",
        changes: [{ path: "src/login_page.ts", change: "update", diff: "-old\n+brandNewValue" }],
        status: "done",
      }),
      promptTurn("and now the last one", {
        kind: "tool",
        name: "fetch",
        input: { url: "https://example.test/needle" },
        output: null,
        status: "open",
      }),
    ],
  },
  { thread: "empty", workspace: "/srv/app", updatedAt: at(31), turns: [] },
  {
    thread: "archived",
    workspace: "/srv/app",
    archived: true,
    updatedAt: at(32),
    turns: [promptTurn("put away")],
  },
  {
    thread: "child",
    workspace: "/srv/app",
    subagentOf: numbered(0),
    updatedAt: at(33),
    turns: [promptTurn("delegated")],
  },
  {
    thread: "child-archived-empty",
    workspace: "/srv/app",
    subagentOf: numbered(0),
    archived: true,
    updatedAt: at(34),
    turns: [],
  },
  { thread: "archived-empty", workspace: "/srv/app", archived: true, updatedAt: at(35), turns: [] },
  { thread: "nowhere", workspace: null, updatedAt: at(36), turns: [promptTurn("no folder was recorded")] },
  {
    thread: "held",
    workspace: "/srv/other",
    owner: { pid: 4711, program: "codex", terminal: null },
    updatedAt: at(37),
    turns: [promptTurn("one"), { items: [{ kind: "prompt", text: "two" }] }],
  },
  {
    thread: "held-done",
    workspace: "/srv/other",
    owner: { pid: 4712, program: "codex", terminal: null },
    updatedAt: at(38),
    turns: [promptTurn("three")],
  },
  {
    thread: "died",
    workspace: "/srv/other",
    updatedAt: at(39),
    turns: [{ items: [{ kind: "prompt", text: "cut off" }] }],
  },
  {
    thread: "failed",
    workspace: "/srv/other",
    updatedAt: at(40),
    turns: [{ items: [{ kind: "prompt", text: "too much" }], ended: "failed" }],
  },
  ...searchSeeds(),
];

/** What a search ranks, the best match the oldest. */
function searchSeeds(): SessionSeed[] {
  const workspace = "/srv/zoo";
  const look = promptTurn("Look at this");
  return [
    {
      thread: "in-title",
      workspace,
      updatedAt: at(24),
      turns: [promptTurn("Paint the zebra next to the subquagga")],
    },
    {
      thread: "in-prompt",
      workspace,
      updatedAt: at(25),
      turns: [
        look,
        { items: [{ kind: "prompt", text: "A zebra, please" }], ended: "completed" },
        { items: [{ kind: "prompt", text: "It has stripes" }], ended: "completed" },
      ],
    },
    {
      thread: "in-reply",
      workspace,
      updatedAt: at(26),
      turns: [
        {
          items: [
            { kind: "prompt", text: "Which animal is it?" },
            { kind: "reply", text: "That is a zebra." },
          ],
          ended: "completed",
        },
      ],
    },
    {
      thread: "in-output",
      workspace,
      updatedAt: at(27),
      turns: [
        promptTurn("List the animals", {
          kind: "command",
          command: "ls",
          exitCode: 0,
          status: "done",
          output: "a zebra with stripes, a quagga",
        }),
      ],
    },
    {
      thread: "accents",
      workspace,
      updatedAt: at(28),
      turns: [promptTurn("Café au lait and cre\u0300me bru\u0302le\u0301e")],
    },
  ];
}
