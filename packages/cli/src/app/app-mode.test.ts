import { describe, expect, test } from "vitest";
import { parseCall } from "../arguments/parse.ts";
import { appMode } from "./app-mode.ts";

const everywhere = { stdin: true, stdout: true, stderr: true };
const face = (line: string, isTerminal = everywhere, env: Record<string, string> = {}) => {
  const { values, isBare } = parseCall(line.split(" ").filter((word) => word !== ""));
  return isBare ? appMode(values, { isTerminal, env }) : "a command";
};

describe("reprise without a command", () => {
  test.each(["", "--all", "-C /srv", "--no-color", "--codex-home /x --all"])(
    "at a terminal, %j opens the app",
    (line) => {
      expect(face(line)).toBe("app");
    },
  );

  test.each(["--json", "--state interrupted", "--agent codex", "--limit 3", "--include-empty"])(
    "%s asks for a list that is printed",
    (line) => expect(face(line)).toBe("list"),
  );

  test.each([
    { ...everywhere, stdin: false },
    { ...everywhere, stdout: false },
  ])("without a terminal at both ends it is the list", (isTerminal) => {
    expect(face("", isTerminal)).toBe("list");
    expect(face("", isTerminal, { REPRISE_PLAIN: "1" })).toBe("list");
  });

  test("lines for a terminal that can only print, and for whoever asks for them, also through a pipe", () => {
    expect(face("", everywhere, { TERM: "dumb" })).toBe("plain");
    expect(face("", everywhere, { REPRISE_PLAIN: "1" })).toBe("plain");
    expect(face("--plain")).toBe("plain");
    expect(face("--plain", { ...everywhere, stdin: false, stdout: false })).toBe("plain");
  });
});

describe("reprise -c", () => {
  test.each(["-c", "-c --agent codex", "-C /srv -c"])("at a terminal, %s opens the app", (line) => {
    expect(face(line)).toBe("app");
  });

  test.each(["-c --yes", "-c --json", "-c --dry-run", "-c --model m"])("%s resumes it", (line) => {
    expect(face(line)).toBe("resume");
  });

  test("without a terminal, or for a screen reader, it resumes", () => {
    expect(face("-c", { ...everywhere, stdin: false })).toBe("resume");
    expect(face("-c", everywhere, { TERM: "dumb" })).toBe("resume");
  });
});

test("list stays a list, and has no --plain", () => {
  expect(face("list")).toBe("a command");
  expect(() => face("list --plain")).toThrow("list has no option --plain");
});
