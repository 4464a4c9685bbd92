import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newProgressFile } from "./new-progress-file.ts";
import { readProgress } from "./read-progress.ts";

const file = (front: string, body = "") => `---\n${front}\n---\n${body}`;
const body = (goal: string) =>
  `\n# Overall Goal\n\n${goal}\n\n## In Progress\n\n- a\n\n## Todo\n\n- [ ] b\n- c\n  more of c\n\n  - and this\n\n## Done\n\n1. d\n* [x] e\nplain\n`;

describe("a new progress file", () => {
  it("has the front matter and the sections", () => {
    const text = newProgressFile({ goal: "Port it", gitCommit: "abc", gitBranch: 'we"ird\\branch' });
    expect(text).toBe(
      `---\nstatus: initial\nfinite_incantatem: false\nshort_title: ""\ngit_commit: "abc"\ngit_branch: "we\\"ird\\\\branch"\n---\n\n# Overall Goal\n\nPort it\n\n## In Progress\n\n## Todo\n\n## Done\n`,
    );
    expect(readProgress(text)).toEqual({
      goal: "Port it",
      title: "",
      status: "initial",
      isMet: false,
      problem: null,
      gitCommit: "abc",
      gitBranch: 'we"ird\\branch',
      inProgress: [],
      todo: [],
      done: [],
    });
  });

  it("reads back any goal and any branch", () => {
    const piece = fc.constantFrom("---", "## Todo", "## Done", "# Overall Goal", "\n", "x", "finite_incantatem: true");
    const goals = fc.array(piece, { minLength: 1 }).map((pieces) => `x${pieces.join("\n")}x`);
    fc.assert(
      fc.property(goals, fc.stringMatching(/^[^\r\n]*$/), (goal, branch) => {
        const text = newProgressFile({ goal, gitCommit: null, gitBranch: branch });
        const read = readProgress(text, { goal });
        expect(read).toMatchObject({ goal, isMet: false, todo: [], done: [], problem: null });
        expect(read.gitBranch ?? "").toBe(branch);
      }),
    );
  });
});

describe("front matter", () => {
  it.each([
    ["true", true],
    ["false", false],
    ["TRUE", true],
    ['"true"', true],
    ["'false' # not yet", false],
    ["true # said so", true],
    ["  true  ", true],
  ])("finite_incantatem: %s", (value, isMet) => {
    expect(readProgress(file(`status: open\nfinite_incantatem: ${value}`))).toMatchObject({
      isMet,
      problem: null,
    });
  });

  it.each([
    ["", "nothing"],
    ["maybe", "maybe"],
    ["true#glued", "true#glued"],
    ["# true", "nothing"],
  ])("finite_incantatem: %s is a problem, with its line", (value, found) => {
    const { isMet, problem } = readProgress(file(`status: open\nfinite_incantatem: ${value}`));
    expect([isMet, problem]).toEqual([false, `line 3: expected finite_incantatem: true or false, found ${found}`]);
  });

  it("without the key is not met", () => {
    expect(readProgress(file("status: open"))).toMatchObject({ isMet: false, problem: null, status: "open" });
  });

  it.each([
    ["", "line 1: expected ---, found an empty file"],
    ["# Overall Goal\n", "line 1: expected ---, the start of the front matter"],
    ["---\nstatus: open\n", "line 2: expected ---, the end of the front matter, found the end of the file"],
  ])("%j is a problem", (text, problem) => {
    expect(readProgress(text).problem).toBe(problem);
  });

  it("may have comments, quotes, blank lines, CRLF and a byte order mark", () => {
    const text = `\uFEFF---\r\n# finite_incantatem: true\r\n\r\nshort_title: "a # b" # c\r\ngit_branch: 'it''s'\r\nstatus: skip # now\r\n---\r\n`;
    expect(readProgress(text)).toMatchObject({
      title: "a # b",
      gitBranch: "it's",
      status: "skip",
      isMet: false,
      problem: null,
    });
  });
});

describe("the body", () => {
  it("has a goal and tasks", () => {
    expect(readProgress(file("status: open", body("Port it.\n\nAll of it.")))).toMatchObject({
      goal: "Port it.\n\nAll of it.",
      inProgress: ["a"],
      todo: ["b", "c\nmore of c\n- and this"],
      done: ["d", "e\nplain"],
    });
  });

  it("may have a goal with the headings of the file", () => {
    const goal = "Keep these:\n\n## In Progress\n\n- x\n\n## Todo\n\n- y\n\n## Done";
    for (const known of [{}, { goal }, { goal: goal.replaceAll("\n", "\r\n") }])
      expect(readProgress(file("status: open", body(goal)), known)).toMatchObject({
        goal,
        inProgress: ["a"],
        done: ["d", "e\nplain"],
      });
  });

  it("may lack any of them", () => {
    expect(readProgress(file("status: open", "\n## Todo\n- x\n"))).toMatchObject({ goal: "", todo: ["x"] });
    expect(readProgress(file("status: open", "\n# Overall Goal\nx\n"), { goal: "other" })).toMatchObject({
      goal: "x",
      todo: [],
    });
  });
});
