import { SessionError } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { commandLine } from "./command-line.ts";
import { commandNames, commandSpec } from "./commands.ts";
import { parseCall, wantsJson } from "./parse.ts";

const parse = (...argv: string[]) => parseCall(argv);

function refusal(...argv: string[]): SessionError {
  try {
    parseCall(argv);
  } catch (error) {
    if (error instanceof SessionError) return error;
  }
  throw new Error(`accepted: ${argv.join(" ")}`);
}

describe("words of a command line", () => {
  test("without a command it is list, also with options", () => {
    expect(parse().command).toBe("list");
    expect(parse("--all")).toMatchObject({ command: "list", values: { all: true } });
  });

  test("options may stand before and after the command, with = or a space", () => {
    const spellings = [
      ["--limit", "5", "list"],
      ["list", "--limit", "5"],
      ["list", "--limit=5"],
    ];
    for (const argv of spellings) expect(parseCall(argv)).toMatchObject({ command: "list", values: { limit: 5 } });
  });

  test("short options take their value joined or apart", () => {
    for (const argv of [["-C", "/x"], ["-C/x"], ["-C=/x"], ["--cwd", "/x"]]) {
      expect(parse("list", ...argv).values.cwd).toBe("/x");
    }
  });

  test("what was not said is false, null or nothing", () => {
    expect(parse("list").values).toMatchObject({ all: false, agent: null, limit: null, "agent-home": [] });
  });

  test("a repeated option is kept where that means something; otherwise the last one counts", () => {
    const { values } = parse("list", "--codex-home", "/a", "--claude-home=/b", "--limit", "1", "--limit", "2");
    expect(values["agent-home"]).toEqual(["codex=/a", "claude=/b"]);
    expect(values.limit).toBe(2);
  });

  test("an option can mean one thing with one command and another with another", () => {
    expect(parse("show", "x", "--last", "2")).toMatchObject({
      operands: ["x"],
      values: { last: 2, newest: false },
    });
    expect(parse("resume", "--last", "2")).toMatchObject({
      operands: ["2"],
      values: { last: null, newest: true },
    });
    expect(parse("resume", "-c").values.newest).toBe(true);
    expect(commandLine("resume", parse("resume", "--last").values)).toBe("reprise resume --last");
    expect(refusal("resume", "--newest").message).toBe("resume has no option --newest. See reprise resume --help.");
  });

  test("after -- everything is an operand", () => {
    expect(parse("search", "--json", "--", "--all")).toMatchObject({
      operands: ["--all"],
      values: { json: true, all: false },
    });
  });

  test("a lone - is an operand", () => {
    expect(parse("show", "-").operands).toEqual(["-"]);
    expect(parse("export", "x", "--output", "-").values.output).toBe("-");
  });

  test("whether JSON is wanted is known even on a wrong line", () => {
    expect(wantsJson(["lst", "--json"])).toBe(true);
    expect(wantsJson(["search", "--", "--json"])).toBe(false);
  });
});

describe("a line that means nothing is bad use and names what was meant", () => {
  test.each([
    [["lst"], 'There is no command "lst". Did you mean reprise list?', ["list"]],
    [["serach", "x"], 'There is no command "serach". Did you mean reprise search?', ["search"]],
    [["exp"], 'There is no command "exp". Did you mean reprise export?', ["export"]],
    [["frobnicate"], 'There is no command "frobnicate". See reprise --help.', []],
    [["list", "--al"], "list has no option --al. Did you mean --all?", ["--all"]],
    [
      ["list", "--include-emtpy"],
      "list has no option --include-emtpy. Did you mean --include-empty?",
      ["--include-empty"],
    ],
    [["list", "--last", "3"], "list has no option --last. See reprise list --help.", []],
    [["show", "x", "--all"], "show has no option --all. See reprise show --help.", []],
    [["list", "-x"], "list has no option -x. See reprise list --help.", []],
    [
      ["list", "--agent", "cluade"],
      '--agent is one of codex, claude, gemini, opencode, not "cluade". Did you mean claude?',
      ["claude"],
    ],
    [
      ["list", "--state", "done"],
      '--state is one of waiting, working, open, interrupted, parked, stopped, failed, completed, empty, unreadable, not "done".',
      [],
    ],
    [["export", "x", "--format", "pdf"], '--format is one of markdown, html, jsonl, not "pdf".', []],
    [["list", "--limit"], "--limit needs a value: --limit N.", []],
    [["list", "--limit", "--json"], "--limit needs a value: --limit N.", []],
    [["list", "--limit="], "--limit needs a value: --limit N.", []],
    [["list", "--limit", "0"], '--limit needs a whole number from 1 on, not "0".', []],
    [["list", "--limit", "1.5"], '--limit needs a whole number from 1 on, not "1.5".', []],
    [["list", "--json=yes"], "--json takes no value.", []],
    [["list", "codex"], 'list does not take "codex". See reprise list --help.', []],
    [["show"], "show needs ID: reprise show ID.", []],
    [["show", ""], "show needs ID: reprise show ID.", []],
    [["show", "a", "b"], 'show does not take "b". See reprise show --help.', []],
    [["doctor", "/a", "/b"], 'doctor does not take "/b". See reprise doctor --help.', []],
  ])("%j", (argv, message, candidates) => {
    const error = refusal(...argv);
    expect([error.code, error.message, error.candidates]).toEqual(["bad-use", message, candidates]);
  });
});

describe("shortcuts", () => {
  test("ls is list, -V the version", () => {
    expect(parseCall(["ls", "--all"])).toMatchObject({
      command: "list",
      isBare: false,
      values: { all: true },
    });
    expect(parseCall(["-V"]).values.version).toBe(true);
    expect(parseCall(["help", "ls"]).help).toBe("list");
  });

  test("-c is resume --last; with nothing but where to look, for the app", () => {
    expect(parseCall(["-c"])).toMatchObject({ command: "resume", isBare: true, values: { newest: true } });
    expect(parseCall(["-C", "/srv", "-c"])).toMatchObject({ command: "resume", isBare: true });
    expect(parseCall(["-c", "and now"])).toMatchObject({
      command: "resume",
      isBare: false,
      operands: ["and now"],
      values: { newest: true },
    });
    expect(parseCall(["-c", "list"])).toMatchObject({ command: "resume", operands: ["list"] });
    expect(parseCall(["-c", "--help"]).help).toBe("resume");
    expect(refusal("-c", "--hidden").message).toContain("resume has no option --hidden.");
  });
});

describe("the tables", () => {
  test.each(commandNames())("%s has --json, --help and an example that parses", (name) => {
    const { options, examples } = commandSpec(name);
    // The demo reads none of the person's homes.
    const homes = name === "demo" ? [] : ["agent-home"];
    expect(options).toEqual(expect.arrayContaining(["json", "help", "no-color", ...homes]));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const words = example.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/).map((word) => word.replaceAll('"', ""));
      expect(parseCall(words.slice(1))).toMatchObject({ command: name, help: null });
    }
  });

  test("a command line that is printed parses to the same values", () => {
    const argv = [
      "list",
      "--all",
      "--agent",
      "codex",
      "--codex-home",
      "/a b",
      "--codex-home",
      "/it's",
      "--cursor=-x",
      "--limit",
      "7",
    ];
    const { values } = parseCall(argv);
    expect(commandLine("list", values)).toBe(
      "reprise list --all --agent codex --limit 7 --cursor=-x --codex-home '/a b' --codex-home '/it'\\''s'",
    );
  });
});
