import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noSettings } from "@reprise/model";
import { lastItems, readRecording } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { GeminiReader } from "./reader.ts";

const recordings = fileURLToPath(new URL("recordings", import.meta.url));

function read(lines: string | readonly object[], code = 0) {
  const launch = {
    settings: noSettings,
    env: {},
    home: null,
    program: null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  const reader = new GeminiReader({ prompt: { id: "p", text: "" }, launch });
  return readRecording(reader, typeof lines === "string" ? join(recordings, `${lines}.jsonl`) : lines, code);
}

const piece = (content: string) => ({ type: "message", role: "assistant", content, delta: true });

describe("a recorded turn", () => {
  test("names thread and model, leaves the prompt out, and ends", () => {
    const { events, end } = read("03-resume");
    expect(events.map(({ type }) => type)).toEqual(["thread", "settings", "turn-started", "delta", "item", "usage"]);
    expect(events[1]).toMatchObject({ settings: { model: "gemini-2.5-flash" } });
    expect(end).toEqual({ state: "completed", failure: null });
  });

  test("a command is between two replies", () => {
    expect(lastItems(read("08-tool").events)).toMatchObject([
      { kind: "reply", text: expect.stringMatching(/^MOCK reply #60/) },
      { kind: "command", command: "echo g-ran", output: "g-ran", status: "done" },
      { kind: "reply", text: "MOCK after-tool #61" },
    ]);
  });

  test("a command that is left out when nobody can be asked is declined", () => {
    const { events, end } = read("09-denied");
    expect(lastItems(events)[1]).toMatchObject({
      kind: "command",
      command: "touch gden.txt",
      status: "declined",
    });
    expect(end?.state).toBe("completed");
  });

  test("a text that was cut off is kept, and has no end", () => {
    const { events, end } = read("10-kill9-midturn");
    expect(end).toBeNull();
    expect(events.at(-1)).toMatchObject({ type: "item", isComplete: false, item: { kind: "reply" } });
    expect(lastItems(read("11-kill9-midtool").events).at(-1)).toMatchObject({
      kind: "command",
      status: "open",
    });
  });
});

test("pieces make one reply until something else comes", () => {
  const { events } = read([
    piece("漢"),
    piece("字"),
    { type: "tool_use", tool_name: "glob", tool_id: "t", parameters: {} },
    piece("x"),
  ]);
  expect(lastItems(events).map((item) => ("text" in item ? item.text : item.kind))).toEqual(["漢字", "tool", "x"]);
  expect(events.filter((event) => event.type === "delta").map(({ key }) => key)).toEqual([
    "p/reply-1",
    "p/reply-1",
    "p/reply-2",
  ]);
});

test("files are changed, policies refuse, tools fail", () => {
  const use = (name: string, parameters: object) => ({
    type: "tool_use",
    tool_name: name,
    tool_id: name,
    parameters,
  });
  const result = (name: string, error: object | null) => ({
    type: "tool_result",
    tool_id: name,
    status: error ? "error" : "success",
    output: "o",
    error,
  });
  const { events } = read([
    use("write_file", { file_path: "/a", content: "x\n" }),
    result("write_file", null),
    use("replace", { file_path: "/b" }),
    result("replace", { type: "policy_violation", message: "Tool execution denied by policy." }),
    use("nonsense", { x: 1 }),
    result("nonsense", { type: "tool_not_registered", message: "no" }),
    { type: "tool_result", tool_id: "never used", status: "success" },
    { type: "of_tomorrow" },
    {},
  ]);
  expect(lastItems(events).slice(0, 3)).toEqual([
    { kind: "edit", changes: [{ path: "/a", change: "add", diff: "x\n" }], status: "done" },
    {
      kind: "edit",
      changes: [{ path: "/b", change: "update", diff: null }],
      status: "declined",
      reason: "Tool execution denied by policy.",
    },
    { kind: "tool", name: "nonsense", input: { x: 1 }, output: "o", status: "failed" },
  ]);
});

describe("failures", () => {
  const failed = (message: string | null, code: number) =>
    read(
      [
        {
          type: "result",
          status: "error",
          ...(message === null ? {} : { error: { type: "unknown", message } }),
        },
      ],
      code,
    ).end;

  test.each([
    ['[API Error: {"error":{"code":500,"message":"scripted","status":"INTERNAL"}}]', 244, "server"],
    ['[API Error: {"error":{"code":401,"message":"scripted","status":"UNAUTHENTICATED"}}]', 145, "authentication"],
    ["[API Error: scripted answer]", 173, "limit"],
    ["[API Error: scripted answer]", 247, "server"],
    ["[API Error: You have exhausted your capacity on this model. Your quota will reset after 3h2m1s.]", 1, "limit"],
    ["[API Error: terminated]", 1, "transport"],
    ["Reached max session turns for this session.", 53, "other"],
  ])("%s with exit code %i is %s", (message, code, kind) => {
    expect(failed(message, code)).toMatchObject({ state: "failed", failure: { kind } });
  });

  test("the reason may stand in an error before the end", () => {
    const { events, end } = read(
      [
        { type: "error", severity: "error", message: "Blocked." },
        { type: "result", status: "error" },
      ],
      1,
    );
    expect(end).toMatchObject({ state: "failed", failure: { kind: "other", message: "Blocked." } });
    expect(events[0]).toEqual({ type: "notice", text: "Blocked." });
  });

  test("a cancelled turn is interrupted", () => {
    expect(failed("Operation cancelled.", 130)).toEqual({ state: "interrupted", failure: null });
  });
});
