import { describe, expect, test } from "vitest";
import { plainRequest, type Request } from "../run.ts";
import { questionParts, requestParts, ruleWords } from "./request-parts.ts";

const request = (given: Partial<Request> = {}): Request => ({
  ...plainRequest,
  id: "r",
  kind: "command",
  subject: "curl x",
  reason: null,
  cwd: null,
  item: null,
  hash: "h",
  choices: ["once", "decline"],
  ...given,
});
const shown = (given: Partial<Request>) => requestParts(request(given)).map(({ label, text }) => `${label}: ${text}`);

describe("what a request shows", () => {
  test("everything a yes would allow, in one order", () => {
    expect(
      shown({
        cwd: "/srv",
        reason: "I need\nit",
        environment: "remote",
        network: { host: "a.test", port: 8443, protocol: "https" },
        grants: [
          { access: "write", target: "/srv/x\ny" },
          { access: "network", target: "every host" },
        ],
        rule: { kind: "command-prefix", words: ["curl"] },
      }),
    ).toEqual([
      "Command: curl x",
      "Folder: /srv",
      "Runs in: remote",
      "Agent says: I need\nit",
      'Network: connection to "a.test", port 8443 by https',
      "Permits: write: /srv/x␊y\nnetwork: every host",
      'Always: adds a permanent rule: allow every command that starts with: "curl"',
    ]);
    expect(shown({ reason: "" })).toEqual(["Command: curl x"]);
  });

  test("an edit by each file, where it is moved to, and every line", () => {
    const changes = [
      { path: "a", change: "add", diff: "one\n\u001b[2K\n", movedTo: null },
      { path: "b", change: "move", diff: "@@\n-x\n+\ty\n", movedTo: "c\u202e" },
      { path: "d", change: "delete", diff: "", movedTo: null },
      { path: "e", change: "update", diff: null, movedTo: null },
    ] as const;
    expect(shown({ kind: "edit", subject: "a, b, d, e", changes })).toEqual([
      ...["Change: add a", ": +one\n+\\x1b[2K"],
      ...["Change: move b → c⟨U+202E⟩", ": @@\n-x\n+\ty"],
      ...["Change: delete d", ": -"],
      "Change: update e (the agent did not say what it writes)",
    ]);
    expect(shown({ kind: "edit", choices: ["once", "session"] }).at(-1)).toBe(
      "Session: allows every later change of the same files, whatever it writes",
    );
    expect(shown({ kind: "edit", subject: "files that were not named" })).toEqual(["Files: files that were not named"]);
  });

  test("the questions of a form below what it is about, unless that is the questions again", () => {
    const questions = [
      { id: "a", text: "Which?", options: ["x\ny"] },
      { id: "b", text: "Why?", options: [] },
    ];
    expect(shown({ kind: "question", subject: "MCP server S asks: Fill in", questions })).toHaveLength(1);
    expect(shown({ kind: "question", subject: "Which? Why?", questions })).toEqual([]);
    expect(questionParts({ id: "a", text: "", options: ["x\ny"] })).toEqual([
      { label: "1.", text: "x␊y", isDiff: false },
    ]);
  });
});

describe("a rule, word for word", () => {
  test.each([
    [{ kind: "command-prefix", words: ["git", "push"] } as const, 'every command that starts with: "git" "push"'],
    [{ kind: "command-prefix", words: ["git push"] } as const, 'every command that starts with: "git push"'],
    [{ kind: "command-prefix", words: ['a" "b', ""] } as const, 'every command that starts with: "a\\" \\"b" ""'],
    [{ kind: "host", host: "a.test\u200b" } as const, 'every connection to: "a.test⟨U+200B⟩"'],
    [{ kind: "tool", server: "s", tool: "t" } as const, 'every call of the tool "t" of the MCP server "s"'],
    [{ kind: "tool", server: "s", tool: null } as const, 'every call of this tool of the MCP server "s"'],
  ])("%j", (rule, words) => {
    expect(ruleWords(rule)).toBe(`adds a permanent rule: allow ${words}`);
  });
});
