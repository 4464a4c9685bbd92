import type { ItemBody } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { type Draft, mergeInto } from "./merge-item.ts";

const call: ItemBody = { kind: "command", command: "ls", output: null, exitCode: null, status: "open" };
const told: ItemBody = { kind: "command", command: "", output: "cut…", exitCode: 0, status: "done" };
const recorded: ItemBody = {
  kind: "command",
  command: "ls",
  output: "whole",
  exitCode: null,
  status: "failed",
};

function merged(...parts: readonly (readonly [ItemBody, number])[]): ItemBody {
  const [first, ...rest] = parts;
  const draft: Draft = { body: first?.[0] ?? call, rank: first?.[1] ?? 0 };
  for (const [body, rank] of rest) mergeInto(draft, body, rank);
  return draft.body;
}

describe("addTo", () => {
  it("gives the same item in whatever order its parts are told", () => {
    const expected = { kind: "command", command: "ls", output: "whole", exitCode: 0, status: "failed" };
    expect(merged([call, 0], [told, 1], [recorded, 2])).toEqual(expected);
    expect(merged([call, 0], [recorded, 2], [told, 1])).toEqual(expected);
    expect(merged([recorded, 2], [call, 0], [told, 1])).toEqual(expected);
  });

  it("never replaces something by nothing", () => {
    expect(merged([told, 0], [call, 5])).toEqual({ ...told, command: "ls" });
  });

  it("takes the kind of what outranks", () => {
    const tool: ItemBody = { kind: "tool", name: "x", input: null, output: "y", status: "done" };
    expect(merged([tool, 1], [call, 0])).toEqual(tool);
    expect(merged([call, 0], [tool, 1])).toEqual(tool);
  });
});
