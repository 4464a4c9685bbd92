import { describe, expect, it } from "vitest";
import { SessionError } from "../error.ts";
import type { Timestamp } from "../ids.ts";
import { isBlankSearch, parseSearch } from "./parse-search.ts";

const now = "2026-11-17T12:00:00.000Z" as Timestamp;
const context = { agents: ["codex", "claude", "gemini", "opencode"], now };
const parsed = (line: string) => parseSearch(line, context);
const terms = (line: string) => parsed(line).terms.map(({ text, isPhrase }) => (isPhrase ? `"${text}"` : text));
const refusal = (line: string) => {
  try {
    parsed(line);
  } catch (error) {
    if (error instanceof SessionError) return error;
  }
  throw new Error(`${line} is taken`);
};

describe("a search line", () => {
  it("has words and phrases, folded, each once", () => {
    expect(terms("Fix the  LOGIN fix")).toEqual(["fix", "the", "login"]);
    expect(terms('"The  login page" Café')).toEqual(['"the login page"', "cafe"]);
    expect(terms('say "hi')).toEqual(["say", '"hi"']);
    expect(terms("'quoted' it's")).toEqual(["'quoted'", "it's"]);
    expect(terms('"a \\"quoted\\" word"')).toEqual(['"a "quoted" word"']);
    expect(terms('token "}" in')).toEqual(["token", '"}"', "in"]);
  });

  it("has filters anywhere", () => {
    const {
      only,
      paths,
      tools,
      terms: words,
    } = parsed("agent:claude fix state:Interrupted path:src/ tool:apply_patch");
    expect(only).toEqual({ agent: "claude", state: "interrupted" });
    expect([paths, tools]).toEqual([["src/"], ["apply_patch"]]);
    expect(words).toEqual([{ text: "fix", isPhrase: false }]);
    expect(parsed('path:"my file.ts" path:b').paths).toEqual(["my file.ts", "b"]);
  });

  it("takes times before now, and days of the local clock", () => {
    expect(parsed("since:7d").only.since).toBe("2026-11-10T12:00:00.000Z");
    expect(parsed("since:24h").only.since).toBe("2026-11-16T12:00:00.000Z");
    expect(parsed("until:2w").only.until).toBe("2026-11-03T12:00:00.000Z");
    const day = (date: number) => new Date(2026, 10, date).toISOString();
    expect(parsed("since:2026-11-03 until:2026-11-03").only).toEqual({ since: day(3), until: day(4) });
    expect(parsed("since:yesterday until:yesterday").only).toEqual({ since: day(16), until: day(17) });
    expect(parsed("since:2026-11-03T10:00:00Z").only.since).toBe("2026-11-03T10:00:00.000Z");
  });

  it.each([
    ["node:fs", ["node:fs"]],
    ["http://localhost:3000", ["http://localhost:3000"]],
    ["std::move", ["std::move"]],
    ["TypeError: x", ["typeerror:", "x"]],
    ["src/agent:12", ["src/agent:12"]],
    ["codex:019a", ["codex:019a"]],
    ['"agent:claude"', ['"agent:claude"']],
    ["x.agent:claude", ["x.agent:claude"]],
  ])("takes %s as text", (line, expected) => {
    expect(terms(line)).toEqual(expected);
  });

  it.each([
    ["agnet:claude", "Did you mean agent:?", ["agent:claude"]],
    ["before:7d", "Did you mean until:?", ["until:7d"]],
    ["agent:claud", "Did you mean agent:claude?", ["agent:claude"]],
    ["agent:", "needs a value", []],
    ["state:done", "It takes waiting, working, open,", []],
    ["since:soon", "It takes 7d, 24h", []],
    ["since:2026-02-31", 'does not take "2026-02-31"', []],
    ["path:", "needs a value", []],
    ["agent:codex agent:claude", "is there twice", []],
  ])("refuses %s", (line, words, candidates) => {
    const { message, candidates: near, code } = refusal(line);
    expect(message).toContain(words);
    expect([near, code]).toEqual([candidates, "bad-use"]);
  });

  it("says how to search for a text that looks like a filter", () => {
    expect(refusal("stat:done").message).toContain('quote it: "stat:done"');
    expect(refusal("agent:x").message).toContain('quote it: "agent:x"');
  });

  it("may be blank", () => {
    expect(["", "  ", '""'].map((line) => isBlankSearch(parsed(line)))).toEqual([true, true, true]);
    expect(["x", "since:1d", "tool:Bash"].map((line) => isBlankSearch(parsed(line)))).toEqual([false, false, false]);
  });
});
