import { describe, expect, it } from "vitest";
import { noPermissions } from "../permissions.ts";
import { noSettings } from "../run.ts";
import { outcomeWords } from "./outcome-words.ts";
import { baselineText, permissionWords, settingWords, widerWords } from "./setting-words.ts";

describe("what a setting permits", () => {
  const sandbox = (word: string) => permissionWords("sandbox", word);
  const policy = (word: string) => permissionWords("approvalPolicy", word);

  it("each sandbox is told apart", () => {
    expect(sandbox("read-only")).toContain("change nothing");
    expect(sandbox("workspace-write")).toContain("files of the workspace");
    expect(sandbox("danger-full-access")).toContain("anything on this machine");
  });

  it("an agent that does everything without asking is said to, and no other is", () => {
    for (const word of ["never", "bypassPermissions", "yolo"])
      expect(policy(word)).toMatch(/^(?:never asks|does everything without asking)$/);
    for (const word of ["acceptEdits", "auto_edit"]) expect(policy(word)).toBe("edits without asking");
    for (const word of ["untrusted", "on-failure", "on-request"])
      expect(policy(word)).toMatch(/^asks (?:before|when)/);
    expect(policy("plan")).toBe("only plans");
  });

  it("an agent that Reprise cannot be asked by is not said to ask", () => {
    expect(policy("default")).toMatch(/declined, not asked$/);
  });

  it("nothing is made up for a word that is not known, or is of another setting", () => {
    for (const word of ["", "granular", "constructor", "read-only"]) expect(policy(word)).toBeNull();
    for (const word of ["toString", "never"]) expect(sandbox(word)).toBeNull();
    expect(permissionWords("model", "never")).toBeNull();
  });
});

it("every setting and every outcome has words of its own", () => {
  expect(Object.keys(settingWords)).toEqual(Object.keys(noSettings));
  const outcomes = ["unknown", "still-running", "done", "not-done", "partly-done"];
  expect(Object.keys(outcomeWords)).toEqual(outcomes);
  for (const words of [Object.values(settingWords), Object.values(outcomeWords)]) {
    expect(new Set(words).size).toBe(words.length);
    expect(words).not.toContain("");
  }
});

describe("what would be wider", () => {
  const row = (subject: string, widens = true) => ({
    ...{ kind: "setting" as const, subject, recorded: "a", now: "b", widens, note: null },
  });

  it("is named from what to what, and nothing else is", () => {
    expect(widerWords([row("approvalPolicy"), row("model", false), row("MCP servers")])).toBe(
      "approval policy from a to b, MCP servers from a to b",
    );
    expect(widerWords([row("model", false)])).toBe("");
  });

  it("has a baseline in words, also where little is known of it", () => {
    expect(baselineText({ ...noPermissions, source: "configuration" })).toBe("Baseline: your configuration");
    expect(baselineText({ ...noPermissions, source: "default", sandbox: "read-only" })).toBe(
      "Baseline: the agent's default (sandbox read-only)",
    );
  });
});
