import { type ItemBody, newRunView, type RestoreEvent, viewAfter } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { dangerous } from "../../../test/support/lines.ts";
import { delta, request } from "../../../test/support/plans.ts";
import { everyKind } from "../../../test/support/sessions.ts";
import { plain } from "../paint.ts";
import { RunText } from "./run-text.ts";

function shown(events: readonly RestoreEvent[], foldLines: number | null = null, width: number | null = null): string {
  const text = new RunText({ paint: plain, width, foldLines, moreHint: "reprise show ID --full" });
  let view = newRunView("codex");
  const printed = events.map((event) => {
    const before = view;
    view = viewAfter(view, event);
    return text.next(event, before);
  });
  return printed.join("") + text.settle();
}

const item = (body: ItemBody, key = "k1", isComplete = true): RestoreEvent => ({
  type: "item",
  key,
  isComplete,
  item: body,
});
const reply = (text: string, key = "k1", isComplete = true) => item({ kind: "reply", text }, key, isComplete);
const command = (output: string | null, exitCode: number | null, isComplete = true) =>
  item(
    { kind: "command", command: "npm test", output, exitCode, status: exitCode === null ? "open" : "done" },
    "c1",
    isComplete,
  );

describe("replies", () => {
  test("come as they are written, and no text comes twice", () => {
    expect(shown([delta("Hel"), delta("lo."), reply("Hello.")])).toBe("Hello.\n");
    expect(shown([delta("Hel"), reply("Hello."), delta("Next", "k2")])).toBe("Hello.\n\nNext\n");
    expect(shown([reply("Hel", "k1", false), reply("Hello", "k1", false), reply("Hello.")])).toBe("Hello.\n");
    expect(shown([delta("Hello.\n"), reply("Hello.")])).toBe("Hello.\n");
  });

  test("break between words on a terminal, however they come", () => {
    const notice: RestoreEvent = { type: "notice", text: "slow" };
    expect(shown([delta("See the sand"), delta("box first."), reply("See the sandbox first.")], null, 12)).toBe(
      "See the\nsandbox\nfirst.\n",
    );
    expect(shown([delta("See the sand"), notice, delta("box first."), reply("See the sandbox first.")], null, 12)).toBe(
      "See the\n\nnotice: slow\n\nsandbox\nfirst.\n",
    );
  });

  test("that were cut off lose no word to the line break", () => {
    expect(shown([delta("See the sandb"), { type: "run-ended", status: "interrupted", failure: null }], null, 12)).toBe(
      "See the\nsandb\n",
    );
  });

  test("of two at once are kept apart", () => {
    expect(shown([delta("one", "a"), delta("two", "b"), delta(" more", "a")])).toBe("one\n\ntwo\n\n more\n");
  });

  test("that are void are said to be so", () => {
    expect(shown([delta("Half"), { type: "item-dropped", key: "k1" }, delta("Whole", "k2")])).toBe(
      "Half\n\nDiscarded: the agent asks the model again.\n\nWhole\n",
    );
    expect(shown([{ type: "item-dropped", key: "k1" }])).toBe("");
  });
});

describe("commands", () => {
  test("are shown when they start, with their output as it comes and their exit code", () => {
    expect(
      shown([
        command(null, null, false),
        delta("a\nb", "c1", "output"),
        delta("c\n", "c1", "output"),
        command("a\nbc\n", 1),
      ]),
    ).toBe("$ npm test\n  a\n  bc\n  (exit 1)\n");
    expect(shown([command("a\n", 0)])).toBe("$ npm test\n  a\n  (exit 0)\n");
    expect(shown([command(null, null)])).toBe("$ npm test\n  (outcome unknown: may have partly run)\n");
  });

  test("with long outputs are folded on a terminal: the first lines, how many, the last ones", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`);
    const pieces = lines.map((line) => delta(line, "c1", "output"));
    const all = [command(null, null, false), ...pieces, command(lines.join(""), 0)];
    expect(shown(all, 6)).toBe(
      "$ npm test\n  line 1\n  line 2\n  line 3\n  line 4\n  … 94 more lines (reprise show ID --full)\n  line 99\n  line 100\n  (exit 0)\n",
    );
    expect(shown(all).split("\n")).toHaveLength(103);
    expect(shown([command("1\n2\n3\n4\n5\n6\n", 0)], 6)).toBe("$ npm test\n  1\n  2\n  3\n  4\n  5\n  6\n  (exit 0)\n");
    expect(shown([command("1\n\n\n4", 0)], 6)).toBe("$ npm test\n  1\n\n\n  4\n  (exit 0)\n");
  });
});

describe("text that did not stream whole", () => {
  const piece = (text: string) => delta(text, "c1", "output");
  const whole = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`);
  const streams: readonly (readonly [string, readonly string[]])[] = [
    ["nothing", []],
    ["all", whole],
    ["the beginning", whole.slice(0, 4)],
    ["the end", whole.slice(3)],
    ["the middle", whole.slice(2, 6)],
    ["with a gap", [...whole.slice(0, 2), ...whole.slice(5)]],
    ["something else", ["other\n"]],
    ["half lines", ["ine 1\nli", "ne 2\n"]],
  ];
  const printed = (pieces: readonly string[], foldLines: number | null) =>
    shown([command(null, null, false), ...pieces.map(piece), command(whole.join(""), 0)], foldLines);

  test.each(streams)("output of which came %s is in a file once, and just as recorded", (_what, pieces) => {
    const expected = whole.map((line) => `  ${line}`).join("");
    expect(printed(pieces, null)).toBe(`$ npm test\n${expected}  (exit 0)\n`);
  });

  test.each(streams)("output of which came %s is on a terminal at the end", (_what, pieces) => {
    const expected = "  line 1\n  line 2\n  line 3\n  line 4\n  … 3 more lines (reprise show ID --full)\n  line 8\n";
    expect(printed(pieces, 6)).toContain(`${expected}  line 9\n  (exit 0)\n`);
  });

  test("is printed again on a terminal with a line that says so, and only then", () => {
    expect(shown([command(null, null, false), piece("b\n"), command("a\nb\n", 0)], 6)).toBe(
      "$ npm test\n  b\n\nThe output above was incomplete. The whole output:\n  a\n  b\n  (exit 0)\n",
    );
    expect(printed(whole, 6)).not.toContain("incomplete");
    expect(printed([], 6)).not.toContain("incomplete");
  });

  test("a reply is printed again as well", () => {
    expect(shown([delta("lo."), reply("Hello.")])).toBe(
      "lo.\n\nThe reply above was incomplete. The whole reply:\nHello.\n",
    );
  });

  test("output of a command whose end was never told is not lost", () => {
    const ended = { type: "turn-ended", turn: null, state: "interrupted", failure: null } as const;
    expect(shown([command(null, null, false), piece("a\nb"), ended])).toBe("$ npm test\n  a\n  b\n");
    expect(shown([command(null, null, false), piece("a\nb"), ended], 6)).toBe("$ npm test\n  a\n  b\n");
    expect(shown([command(null, null, false), piece("a\n"), command(null, null)])).toBe(
      "$ npm test\n  a\n  (outcome unknown: may have partly run)\n",
    );
  });
});

test("edits are short diffs; prompts and unfinished items are not repeated", () => {
  const change = { path: "a.ts", change: "update", diff: "@@ -1 +1 @@\n-old\n+new\n" } as const;
  const edit: ItemBody = { kind: "edit", changes: [change], status: "done" };
  expect(shown([item(edit, "e", false), item(edit, "e"), item({ kind: "prompt", text: "x" })])).toBe(
    "edit\n  update a.ts\n    @@ -1 +1 @@\n    -old\n    +new\n",
  );
});

test("nothing an agent says can act on the terminal", () => {
  const bomb = "\u001b]0;x\u0007\u001b[2J\u202e\u0000\r";
  const bombed = everyKind.map((body) =>
    JSON.parse(JSON.stringify(body), (key, value) =>
      typeof value === "string" && !["kind", "status", "change"].includes(key) ? bomb + value : value,
    ),
  );
  const events: RestoreEvent[] = [
    ...bombed.map((body, index) => item(body, `${index}`)),
    delta("\u001b"),
    delta("[2J\u009b"),
    delta(bomb, "o", "output"),
    { type: "notice", text: bomb },
    { type: "request", request: request({ subject: bomb }) },
    { type: "request-resolved", id: "r1", decision: "once", by: "person" },
  ];
  expect(shown(events, 6)).not.toMatch(dangerous);
});
