import { describe, expect, test } from "vitest";
import { type SessionId, shortIdOf } from "./ids.ts";

const thread = "01a1e0b8-fc3b-7553-97ec-66ffadb94079";
const short = (id: string, ...others: string[]) => shortIdOf(id as SessionId, others);

describe("a short id", () => {
  test.each([
    ["its millisecond, if no other has it", ["01a1e0b8-fc3c-7553-97ec-66ffadb94079"], "01a1e0b8-fc3b"],
    ["more, if another was made in it", ["01a1e0b8-fc3b-7999-97ec-66ffadb94079"], "01a1e0b8-fc3b-75"],
    ["itself among the others counts for nothing", [thread], "01a1e0b8-fc3b"],
    ["no dash at its end", ["01a1e0b8-fc3b"], "01a1e0b8-fc3b-7"],
    ["the whole one, where little would be saved", ["01a1e0b8-fc3b-7553-97ec-60"], `codex:${thread}`],
  ])("is %s", (_, others, expected) => {
    expect(short(`codex:${thread}`, ...others)).toBe(expected);
  });

  test("is the whole one for a short thread id", () => {
    expect(short("opencode:ses_4fdc4cb8")).toBe("opencode:ses_4fdc4cb8");
  });
});
