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
    expect((await run(["search", "two", "words"], { contents: { hits } })).library.asked.text).toBe(
      "two words",
    );
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
    const contents = { hits: Array.from({ length: 60 }, () => hit("a")) };
    expect((await run("search x", { contents })).stdout).toContain(
      "\n50 hits in 1 session · This project\nThere are more",
    );
    expect((await run("search x --limit 60 --all", { contents })).stdout).toMatch(
      /\n60 hits in 1 session · All sessions\n$/,
    );
  });

  test("no hits: says so on stderr, with the wider search, and 3", async () => {
    const ran = await run(["search", "no such", "--state", "failed"]);
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toBe(
      "reprise: Nothing found for \"no such\" in this project. To search every session: reprise search --all --state failed 'no such'\n",
    );
    expect((await run("search x --all")).stderr).toBe('reprise: Nothing found for "x" in any session.\n');
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
