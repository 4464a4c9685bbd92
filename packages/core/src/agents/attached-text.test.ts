import { describe, expect, test } from "vitest";
import { type Attached, attachedIn, attachedText } from "./attached-text.ts";

describe("what is told as a labelled text", () => {
  test.each<Attached>([
    { kind: "attachment", what: "file", name: 'src/a "b"\n.ts', text: "one\n\ntwo\n" },
    { kind: "attachment", what: "image", name: "[Image #1]", text: null },
    { kind: "attachment", what: "result", name: "</attached>", text: "</attached>" },
  ])("is read again as it was: %j", (attached) => {
    expect(attachedIn(attachedText(attached))).toEqual(attached);
  });

  test("a command and a call are read as such", () => {
    expect(attachedIn(attachedText({ kind: "command", command: "ls", output: "a\nb" }))).toEqual({
      kind: "command",
      command: "ls",
      output: "a\nb",
      exitCode: null,
      status: "done",
      isPersons: true,
    });
    const call = {
      kind: "tool",
      name: "mcp__x__y",
      input: { a: [1] },
      output: "o\n",
      hasFailed: true,
    } as const;
    expect(attachedIn(attachedText(call))).toEqual({
      kind: "tool",
      name: "mcp__x__y",
      input: { a: [1] },
      output: "o\n",
      status: "failed",
    });
  });

  test.each([
    "",
    "<attached>",
    '<attached kind="file" name="a">',
    "see <attached kind=...",
    '<attached kind="x" name="a">\n</attached>',
  ])("any other text is none: %j", (text) => {
    expect(attachedIn(text)).toBeNull();
  });
});
