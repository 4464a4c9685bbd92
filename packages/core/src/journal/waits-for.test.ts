import { asTimestamp, type Item, type ItemBody, plainRequest, type Request } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { waitsFor } from "./waits-for.ts";

const asked = (more: Partial<Request> = {}): Request => ({
  id: "r",
  kind: "command",
  subject: "make",
  reason: null,
  cwd: "/srv",
  item: "i0",
  hash: "h",
  choices: ["once", "decline"],
  ...plainRequest,
  ...more,
});
const item = (body: ItemBody): Item => ({
  id: "i0",
  at: asTimestamp("2026-11-16T00:00:00Z"),
  origin: { file: "/f", line: 1, byteOffset: 0 },
  ...body,
});
const command = (text: string, output: string | null = null) =>
  item({ kind: "command", command: text, output, exitCode: null, status: "open" });
const edit = (status: "open" | "done" | "declined") => item({ kind: "edit", changes: [], status });

describe("an item whose request has no answer", () => {
  it("waits, by its id or by the same command", () => {
    expect(waitsFor(command("make"), asked())).toBe(true);
    expect(waitsFor(command("make"), asked({ subject: "bash -lc make" }))).toBe(true);
    expect(waitsFor(command("make\n"), asked({ item: null, subject: " make\n" }))).toBe(true);
    expect(waitsFor(edit("open"), asked({ kind: "edit" }))).toBe(true);
    expect(waitsFor(edit("declined"), asked({ kind: "edit" }))).toBe(true);
  });

  it.each<[string, Item, Partial<Request>]>([
    ["it printed something", command("make", "cc"), {}],
    ["it failed in its sandbox before", command("make"), { reason: "command failed; retry without sandbox?" }],
    ["another command was asked for", command("make all"), { item: "i9" }],
    ["an edit was asked for", command("make"), { kind: "edit" }],
    ["another edit was asked for", edit("open"), { kind: "edit", item: "i9" }],
    ["another one was declined", edit("declined"), { kind: "edit", item: "i9" }],
    ["it has an outcome", edit("done"), { kind: "edit" }],
    ["it is no work", item({ kind: "reply", text: "make" }), {}],
  ])("does not wait if %s", (_, body, more) => {
    expect(waitsFor(body, asked(more))).toBe(false);
  });
});
