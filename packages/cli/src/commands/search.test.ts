import type { Hit } from "@reprise/model";
import { errorSchema, hitSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { session, time } from "../../test/support/sessions.ts";

const hit = (thread: string, given: Partial<Hit> = {}): Hit => ({
  session: session(thread).id,
  title: "Fix the flaky test",
  turn: 3,
  item: "3.2",
  kind: "command",
  isWaiting: false,
  snippet: "…npm test -- flaky…",
  marks: [[13, 18]],
  reach: "item",
  at: time("2026-11-15T18:00:01.000Z"),
  ...given,
});
const hits = [
  hit("a"),
  hit("a", { turn: 4, kind: "reply", at: null, snippet: "two\nlines of FLAKY" }),
  hit("b", { title: "" }),
];
const lines = (stdout: string) => stdout.trimEnd().split("\n");

describe("search --json", () => {
  test("is one hit a line with every field of the contract and no other", async () => {
    const ran = await run("search flaky --json", {
      contents: { hits: hits.map((one) => ({ ...one, rank: 1 })) },
    });
    expect(ran.code).toBe(0);
    expect(lines(ran.stdout).map((line) => hitSchema.parse(JSON.parse(line)))).toEqual(hits);
  });

  test("has no limit unless one is given", async () => {
    const contents = { hits: Array.from({ length: 300 }, () => hit("a")) };
    expect(lines((await run("search x --json", { contents })).stdout)).toHaveLength(300);
    expect(lines((await run("search x --json --limit 7", { contents })).stdout)).toHaveLength(7);
  });

  test("no hits: nothing on stdout, an error on stderr, 3", async () => {
    const ran = await run("search nothing --json");
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(errorSchema.parse(JSON.parse(ran.stderr)).error.code).toBe("not-found");
  });
});

describe("what is searched", () => {
  test("words may be quoted or not", async () => {
    expect((await run(["search", "two words"], { contents: { hits } })).library.asked.text).toBe("two words");
    expect((await run(["search", "two", "words"], { contents: { hits } })).library.asked.text).toBe("two words");
    expect((await run(["search", "--", "--flag"], { contents: { hits } })).library.asked.text).toBe("--flag");
  });

  test("scope and filters are those of list", async () => {
    const { library } = await run(
      "search x --agent gemini --state failed --include-empty --subagents --archived -C /y",
      { contents: { hits } },
    );
    expect(library.asked.query).toMatchObject({
      scope: { workspace: "/y" },
      agent: "gemini",
      state: "failed",
      includeEmpty: true,
      subagents: true,
      archived: true,
    });
    expect((await run("search x --all", { contents: { hits } })).library.asked.query?.scope).toBe("all");
  });
});

describe("filters as options", () => {
  test("are passed on", async () => {
    const { library } = await run("search x --path src/ --path b --tool Bash --since 2026-11-03T10:00:00Z", {
      contents: { hits },
    });
    expect(library.asked.query).toMatchObject({
      paths: ["src/", "b"],
      tools: ["Bash"],
      since: "2026-11-03T10:00:00.000Z",
    });
    expect((await run("search --path src/", { contents: { hits } })).library.asked.text).toBe("");
  });

  test("that cannot be read are bad use", async () => {
    const ran = await run("search x --until soon", { contents: { hits } });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("--until takes a time such as 7d, 24h, 2w, today, yesterday");
  });
});

describe("search as text", () => {
  test("groups hits under their session", async () => {
    expect((await run("search flaky", { contents: { hits } })).stdout).toBe(
      [
        "Fix the flaky test",
        "  codex:a",
        "    turn 3 · command · 2026-11-15 18:00",
        "      …npm test -- flaky…",
        "    turn 4 · reply",
        "      two",
        "      lines of FLAKY",
        "",
        "(no prompt)",
        "  codex:b",
        "    turn 3 · command · 2026-11-15 18:00",
        "      …npm test -- flaky…",
        "",
        "3 hits in 2 sessions · This project",
        "",
      ].join("\n"),
    );
  });

  test("marks the words on a terminal, whatever characters they have", async () => {
    const contents = { hits: [hit("a", { snippet: "call f(x) and F(X)" })] };
    const { stdout } = await run("search f(x)", { contents, terminal: 80, env: {} });
    expect(stdout).toContain("call \u001b[1mf(x)\u001b[22m and \u001b[1mF(X)\u001b[22m");
  });

  test("says when there are more than it shows", async () => {
    const contents = { hits: Array.from({ length: 60 }, (_, index) => hit(`s${index}`)) };
    expect((await run("search x", { contents })).stdout).toContain(
      "\n50 hits in 50 sessions · This project\nThere are more",
    );
    expect((await run("search x --limit 60 --all", { contents })).stdout).toMatch(
      /\n60 hits in 60 sessions · All sessions\n$/,
    );
  });

  test("counts the further hits of a session", async () => {
    const contents = { hits: [...Array.from({ length: 7 }, () => hit("a")), hit("b")] };
    const { stdout } = await run("search x", { contents });
    expect(stdout.match(/npm test/g)).toHaveLength(4);
    expect(stdout).toContain("\n    and 4 more hits\n\nFix the flaky test\n  codex:b\n");
    expect(stdout).toMatch(/\n8 hits in 2 sessions · This project\n$/);
  });

  test("says that a title matches, and how far the words are apart", async () => {
    const title = { kind: "title", turn: 0, item: "title", at: null } as const;
    const contents = {
      hits: [
        hit("a", { ...title, snippet: "Fix the flaky test" }),
        hit("a", { ...title, snippet: "Flaky week" }),
        hit("b", { reach: "turn" }),
        hit("c", { reach: "session" }),
      ],
    };
    const { stdout } = await run("search flaky", { contents });
    expect(stdout).toContain("  codex:a\n    title\n    title\n      Flaky week\n");
    expect(stdout).toContain("turn 3 · command · words in one turn ·");
    expect(stdout).toContain("turn 3 · command · words in different turns ·");
  });

  test("no hits: says so on stderr, with the wider search, and 3", async () => {
    const ran = await run(["search", "no such", "--state", "failed"]);
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toBe(
      "reprise: Nothing found for \"no such\" in this project. To search every session: reprise search --all --state failed 'no such'\n",
    );
    expect((await run("search x --all")).stderr).toBe('reprise: Nothing found for "x" in any session.\n');
  });

  test("no hits: says which sessions were not searched", async () => {
    const sessions = [session("a"), session("b", { hidden: true }), session("c", { archived: true })];
    const { stderr } = await run("search x --all", { contents: { sessions } });
    expect(stderr).toBe(
      'reprise: Nothing found for "x". Not searched: 1 archived (--archived) · 1 hidden by you (--hidden).\n',
    );
    const { stderr: none } = await run("search x --all --hidden --archived", { contents: { sessions } });
    expect(none).toBe('reprise: Nothing found for "x" in any session.\n');
  });

  test("nothing an agent recorded reaches the terminal as a control", async () => {
    const bomb = "\u001b]8;;http://x\u0007a\u001b]8;;\u0007\u202e\u0000";
    const { stdout } = await run("search a", {
      contents: { hits: [hit("a", { title: bomb, snippet: bomb })] },
      terminal: 80,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(stdout).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });
});
