import { describe, expect, it } from "vitest";
import { outcomeOf } from "./result.ts";

const bash = { kind: "command", name: "Bash" } as const;
const status = (
  content: unknown,
  more: object = {},
  record: object = {},
  call: Parameters<typeof outcomeOf>[2] = bash,
) => outcomeOf({ content, ...more }, { ...record }, call).status;
const unknown =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown.]";
const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected.";

describe("outcomeOf", () => {
  it("is done or failed as the result says", () => {
    expect(status("ok")).toBe("done");
    expect(status("ok", { is_error: false })).toBe("done");
    expect(outcomeOf({ content: "Exit code 3\nno", is_error: true }, {}, bash).body).toEqual({
      kind: "command",
      command: "",
      output: "Exit code 3\nno",
      exitCode: 3,
      status: "failed",
    });
  });

  it("says no exit code that was not recorded", () => {
    expect(outcomeOf({ content: "Exit code 3 is what I print" }, {}, bash).body).toMatchObject({
      exitCode: null,
      status: "done",
    });
  });

  it("is open where the result was never recorded: the work may have happened", () => {
    expect(status(unknown, { is_error: true })).toBe("open");
    expect(status("anything", { is_error: true }, { toolDenialKind: "interrupted" })).toBe("open");
    expect(status("[Agent call interrupted: the process stopped.]", { is_error: true })).toBe("open");
    expect(outcomeOf({ content: unknown, is_error: true }, {}, bash).rank).toBeLessThan(
      outcomeOf({ content: "ok" }, {}, bash).rank,
    );
  });

  it("is open where a running tool may have been stopped, which the log calls rejected", () => {
    expect(
      status(
        rejected,
        { is_error: true },
        { toolDenialKind: "user-rejected", toolUseResult: "User rejected tool use" },
      ),
    ).toBe("open");
    const corrected = `${rejected} Correction to the text above: this call was stopped while running, not refused before it ran.`;
    expect(status(corrected, { is_error: true }, { toolDenialKind: "user-rejected", toolUseResult: "Error" })).toBe(
      "open",
    );
  });

  it.each([
    "This command requires approval",
    "This Bash command contains multiple operations. The following parts require approval: touch a, rm -f x",
    "This Bash command contains multiple operations. The following part requires approval: cat <<X\na\nX",
    "sed command requires approval (contains potentially dangerous operations)",
    "Commands that change directories and perform write operations require explicit approval to ensure paths are evaluated",
    "Compound commands with cd and git require permission checks for enhanced security",
  ])("a shell command that an older release refused is declined: %s", (text) => {
    expect(status(text, { is_error: true })).toBe("declined");
    expect(status(`Exit code 1\n${text}`, { is_error: true })).toBe("failed");
    expect(status(text)).toBe("done");
    expect(status(text, { is_error: true }, {}, { kind: "tool", name: "mcp__x__y" })).toBe("failed");
  });

  it("is declined where somebody or some rule refused it", () => {
    expect(
      status(
        "needs approval",
        { is_error: true },
        { toolDenialKind: "user-rejected", toolUseResult: "Error: needs approval" },
      ),
    ).toBe("declined");
    expect(status("no", { is_error: true }, { toolDenialKind: "permission-rule" })).toBe("declined");
    expect(status(rejected, { is_error: true })).toBe("declined");
    expect(status("Permission to use Bash has been denied.", { is_error: true })).toBe("declined");
  });

  it("does not believe a foreign tool's own words", () => {
    expect(status(rejected, { is_error: true }, {}, { kind: "tool", name: "mcp__x__y" })).toBe("failed");
    expect(status(`${unknown} said the file`, {})).toBe("done");
  });

  it("joins texts and names what cannot be read", () => {
    const content = [{ type: "text", text: "a" }, { type: "image", source: {} }, "b"];
    expect(outcomeOf({ content }, {}, bash).text).toBe("a\n[image]\nb");
    expect(outcomeOf({}, {}, bash).body).toMatchObject({ output: "", status: "done" });
  });

  it("tells what was called by the shape of the result when the call is missing, and replaces nothing", () => {
    const kindOf = (toolUseResult: unknown) => outcomeOf({ content: "x" }, { toolUseResult }, null);
    expect(kindOf({ stdout: "x", stderr: "" }).body.kind).toBe("command");
    expect(kindOf({ filePath: "/a", structuredPatch: [] }).body.kind).toBe("edit");
    expect(kindOf({ filePath: "/a" }).body).toEqual({
      kind: "tool",
      name: "",
      input: null,
      output: "x",
      status: "done",
    });
    expect(kindOf("text").rank).toBeLessThan(0);
  });
});
