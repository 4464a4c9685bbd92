import { pageSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { session, time } from "../../test/support/sessions.ts";

const ids = (stdout: string) => JSON.parse(stdout).sessions.map(({ id }: { id: string }) => id);
const many = Array.from({ length: 45 }, (_, index) => session(`thread-${index + 1}`));

const mixed = [
  session("live", { state: "working", owner: { pid: 42, program: "codex", terminal: null } }),
  session("other", { workspace: "/home/other", agent: "claude" }),
  session("nowhere", { workspace: null }),
  session("empty", { state: "empty", title: "" }),
  session("child", { subagentOf: session("live").id }),
  session("old", { archived: true, state: "failed" }),
];

describe("list --json", () => {
  test("has every field of the contract and no other", async () => {
    const ran = await run("list --all --include-empty --subagents --archived --json", {
      contents: { sessions: mixed },
    });
    expect(ran.code).toBe(0);
    const page = pageSchema.parse(JSON.parse(ran.stdout));
    expect(page.sessions[0]).toEqual({ ...mixed[0] });
    expect(Object.keys(page)).toEqual(["sessions", "total", "next", "hidden"]);
  });

  test("leaves out what a library adds for itself", async () => {
    const extended = {
      ...session("a"),
      rank: 3,
      owner: { pid: 1, program: "codex", terminal: null, since: "now" },
    };
    const ran = await run("list --json", { contents: { sessions: [extended] } });
    expect(() => pageSchema.parse(JSON.parse(ran.stdout))).not.toThrow();
  });

  test("is the workspace of the current directory, or of another, or all", async () => {
    const contents = { sessions: mixed };
    expect(ids((await run("list --json", { contents })).stdout)).toEqual(["codex:live"]);
    expect(ids((await run("list --json -C ../other", { contents })).stdout)).toEqual(["claude:other"]);
    expect(ids((await run("list --json --cwd /home/other", { contents })).stdout)).toEqual(["claude:other"]);
    expect(ids((await run("list --json --all", { contents })).stdout)).toEqual([
      "codex:live",
      "claude:other",
      "codex:nowhere",
    ]);
  });

  test.each([
    ["--agent claude", { agent: "claude" }],
    ["--state failed", { state: "failed" }],
    ["--include-empty", { includeEmpty: true }],
    ["--subagents", { subagents: true }],
    ["--archived", { archived: true }],
    ["--limit 3", { limit: 3 }],
    [
      "",
      {
        limit: Number.MAX_SAFE_INTEGER - 1,
        includeEmpty: false,
        subagents: false,
        archived: false,
        agent: undefined,
        state: undefined,
      },
    ],
  ])("%s reaches the library", async (option, expected) => {
    const { library } = await run(`list --json ${option}`);
    expect(library.asked.query).toMatchObject({ scope: { workspace: "/home/shop" }, ...expected });
  });

  test("--all widens the scope and does nothing else", async () => {
    const [narrow, wide] = [await run("list --json"), await run("list --json --all")];
    expect(wide.library.asked.query).toEqual({ ...narrow.library.asked.query, scope: "all" });
  });

  test("a file that could not be read is counted as such, not as empty, and listed by its state", async () => {
    const contents = { sessions: [session("a"), session("b", { state: "unreadable", title: "" })] };
    expect((await run("list", { contents })).stdout).toMatch(
      /Showing 1–1 of 1 · This project · times in UTC\n1 file could not be read \(reprise doctor\)\n$/,
    );
    const only = JSON.parse((await run("list --json --include-empty", { contents })).stdout);
    expect(only).toMatchObject({ total: 1, hidden: { empty: 0, unreadable: 1 } });
    const asked = JSON.parse((await run("list --json --state unreadable", { contents })).stdout);
    expect(asked).toMatchObject({
      sessions: [{ thread: "b", state: "unreadable" }],
      hidden: { unreadable: 0 },
    });
    const none = await run("list --all", { contents: { sessions: [session("b", { state: "unreadable" })] } });
    expect(none.stdout).toContain("1 file could not be read (reprise doctor)");
  });

  test("counts what it leaves out, and 0 for what it does not", async () => {
    const hidden = async (line: string) =>
      JSON.parse((await run(line, { contents: { sessions: mixed } })).stdout).hidden;
    expect(await hidden("list --json")).toEqual({
      empty: 1,
      subagents: 1,
      archived: 1,
      byPerson: 0,
      unreadable: 0,
    });
    expect(await hidden("list --json --include-empty --subagents")).toEqual({
      empty: 0,
      subagents: 0,
      archived: 1,
      byPerson: 0,
      unreadable: 0,
    });
  });

  test("prints all sessions without --limit, also from a cursor on; as text it prints 20", async () => {
    const contents = { sessions: many };
    expect(ids((await run("list --json", { contents })).stdout)).toEqual(many.map(({ id }) => id));
    const { next } = JSON.parse((await run("list --json --limit 20", { contents })).stdout);
    const rest = JSON.parse((await run(`list --json --cursor ${next}`, { contents })).stdout);
    expect(rest).toMatchObject({ total: 45, next: null });
    expect(rest.sessions).toHaveLength(25);
    expect((await run("list", { contents })).library.asked.query).toMatchObject({ limit: 20 });
  });

  test("pages: every session once, the same total on each page, null at the end", async () => {
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const cursor: string = next === "" ? "" : `--cursor ${next}`;
      const page = JSON.parse((await run(`list --json --limit 20 ${cursor}`, { contents: { sessions: many } })).stdout);
      expect(page.total).toBe(45);
      seen.push(...page.sessions.map(({ id }: { id: string }) => id));
      next = page.next;
    }
    expect(seen).toEqual(many.map(({ id }) => id));
  });

  test("without rows is an empty page and 0", async () => {
    const ran = await run("list --json");
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toEqual({
      sessions: [],
      total: 0,
      next: null,
      hidden: { empty: 0, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 },
    });
  });
});

describe("list as text", () => {
  const shown = [
    session("0199a213-81c0-7800-8aa1-bbab2a035a53", {
      state: "interrupted",
      title: "Fix the flaky test in the scheduler so that it passes on every machine we have, also slow ones",
      messageCount: 12,
      toolCount: 1034,
    }),
    session("0199a213-81c0-7800-8aa1-bbab2a035a54", {
      agent: "claude",
      state: "working",
      name: "カタログ",
      title: "検索インデックスを日本語でも使えるように直してください 👩‍👩‍👧 すぐに",
      owner: { pid: 4711, program: "claude", terminal: null },
      updatedAt: time("2025-02-01T08:00:00.000Z"),
      damageCount: 2,
    }),
    session("x", {
      agent: "gemini",
      state: "failed",
      title: "",
      messageCount: 0,
      updatedAt: null,
      workspace: null,
    }),
  ];

  test.each([40, 80, 120])("on a terminal of %i columns", async (terminal) => {
    const ran = await run("list --all --include-empty", { contents: { sessions: shown }, terminal });
    expect(ran.stdout).toMatchSnapshot();
  });

  test("without a terminal: one line a session, nothing cut", async () => {
    const ran = await run("list --all", { contents: { sessions: shown } });
    expect(ran.stdout).toMatchSnapshot();
    for (const { id, title } of shown) expect(ran.stdout).toMatch(new RegExp(`^.*${id}.*${title}.*$`, "m"));
  });

  test("ids of other sessions are whole too; only a root is cut, from the left", async () => {
    const [parent, origin] = [session("p".repeat(36)).id, session("o".repeat(36)).id];
    const lineage = { kind: "fork", session: origin, turn: 1 } as const;
    const child = session("c", { subagentOf: parent, lineage, workspace: `/long/${"deep/".repeat(20)}end` });
    const { stdout } = await run("list --all --subagents", { contents: { sessions: [child] }, terminal: 40 });
    expect(stdout).toContain(`sub-agent of ${parent}\n`);
    expect(stdout).toContain(`fork of ${origin}\n`);
    expect(stdout).toMatch(/^ {2}root: ….*deep\/end$/m);
    expect(/root: .*/.exec(stdout)?.[0]).toHaveLength(38);
  });

  test("a row has its number and its short id at any width, in a pipe its whole id", async () => {
    const sessions = [session("0199a213-81c0-7800-8aa1-bbab2a035a53", { shortId: "0199a213-81c0" }), session("b")];
    const contents = { sessions };
    for (const terminal of [20, 40, 63, 64, 80, 200]) {
      const { stdout } = await run("list --all", { contents, terminal });
      expect(stdout).toContain("%1 · 0199a213-81c0");
      expect(stdout).toContain("%2 · codex:b");
      expect(stdout).not.toContain("0199a213-81c0-");
    }
    expect((await run("list --all", { contents })).stdout).toContain("codex:0199a213-81c0-7800-8aa1-bbab2a035a53");
  });

  test("colours on a terminal only, and not with --no-color, NO_COLOR or a dumb terminal", async () => {
    const contents = { sessions: shown };
    const hasColour = async (line: string, given: object) =>
      (await run(line, { contents, ...given })).stdout.includes("\u001b[");
    expect(await hasColour("list --all", { terminal: 80, env: {} })).toBe(true);
    expect(await hasColour("list --all", { terminal: 80, env: { NO_COLOR: "" } })).toBe(true);
    expect(await hasColour("list --all --no-color", { terminal: 80, env: {} })).toBe(false);
    expect(await hasColour("list --all", { terminal: 80, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await hasColour("list --all", { terminal: 80, env: { TERM: "dumb" } })).toBe(false);
    expect(await hasColour("list --all", { env: {} })).toBe(false);
  });

  test("colours change no width: without them the text is the same", async () => {
    const contents = { sessions: shown };
    const [coloured, plain] = [
      await run("list --all", { contents, terminal: 80, env: {} }),
      await run("list --all", { contents, terminal: 80 }),
    ];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
    expect(coloured.stdout.replace(/\u001b\[\d+m/g, "")).toBe(plain.stdout);
  });

  test("says which rows of how many, what is hidden, and how to go on", async () => {
    const first = await run("list --limit 20", { contents: { sessions: [...many, ...mixed.slice(3)] } });
    expect(first.stdout).toContain("\nShowing 1–20 of 45 · This project · times in UTC\n");
    expect(first.stdout).toContain(
      "1 more without messages (--include-empty) · 1 sub-agent session (--subagents) · 1 archived (--archived)\n",
    );
    const command = /Next page: reprise (.*)\n/.exec(first.stdout)?.[1] ?? "";
    expect(command).toBe("list --limit 20 --cursor 21.20");
    const second = await run(command, { contents: { sessions: many } });
    expect(second.stdout).toContain("Showing 21–40 of 45 · This project");
    const last = await run("list --limit 20 --cursor 41.40", { contents: { sessions: many } });
    expect(last.stdout).toContain("Showing 41–45 of 45");
    expect(last.stdout).not.toContain("Next page");
  });

  test("roots are told for all sessions only", async () => {
    const contents = { sessions: [session("a"), session("b", { workspace: null })] };
    expect((await run("list --all", { contents })).stdout).toMatch(
      /root: \/home\/shop\n.*root: Unknown\n[\s\S]*· All sessions/,
    );
    expect((await run("list", { contents })).stdout).not.toContain("root:");
  });

  test("nothing an agent recorded reaches the terminal as a control", async () => {
    const bomb = "\u001b]52;c;AAAA\u0007\u001b[2J\u202e\r\nx";
    const evil = session("evil", {
      title: bomb,
      name: bomb,
      workspace: `/w/${bomb}`,
      owner: { pid: 1, program: bomb, terminal: null },
    });
    for (const terminal of [40, 80, 120, undefined]) {
      const { stdout } = await run("list --all", {
        contents: { sessions: [evil] },
        ...(terminal ? { terminal } : {}),
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
      expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  });
});

describe("a list without rows", () => {
  test("in this project says how many there are elsewhere and how to see them", async () => {
    const ran = await run("list", { contents: { sessions: mixed }, cwd: "/home/new" });
    expect(ran).toMatchObject({
      code: 0,
      stdout: "No sessions in this project (/home/new)\n3 sessions in all workspaces: reprise list --all\n",
    });
  });

  test("keeps the filters in the command it offers", async () => {
    const ran = await run("list --agent claude -C /tmp/x", { contents: { sessions: mixed } });
    expect(ran.stdout).toBe(
      "No matching sessions in this project (/tmp/x)\n1 matching session in all workspaces: reprise list --all --agent claude\n",
    );
  });

  test("names what is hidden here, and what is hidden elsewhere", async () => {
    const here = await run("list", { contents: { sessions: [session("a", { state: "empty" })] } });
    expect(here.stdout).toContain("1 more without messages (--include-empty)");
    const elsewhere = await run("list", {
      contents: { sessions: [session("a", { archived: true })] },
      cwd: "/x",
    });
    expect(elsewhere.stdout).toContain("In all workspaces (reprise list --all): 1 archived (--archived)");
  });

  test("on a machine without any says where it looked", async () => {
    for (const line of ["list", "list --all", "list --state failed"]) {
      const ran = await run(line);
      expect(ran.code).toBe(0);
      expect(ran.stdout).toBe(
        [
          "No sessions on this machine. Looked in:",
          "  codex     /home/me/.codex",
          "  claude    /home/me/.claude",
          "To read sessions elsewhere: --codex-home DIR, --claude-home DIR",
          "To start a session: reprise run PROMPT. To see how it works first: reprise demo\n",
        ].join("\n"),
      );
    }
  });
});
