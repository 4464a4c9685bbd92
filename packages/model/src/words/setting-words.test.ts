import { describe, expect, it } from "vitest";
import { type Baseline, noPermissions } from "../permissions.ts";
import { noSettings } from "../run.ts";
import { outcomeWords } from "./outcome-words.ts";
import {
  baselineText,
  narrowedText,
  permissionWords,
  recordedWords,
  settingWords,
  widerWords,
} from "./setting-words.ts";

describe("what a setting permits", () => {
  const sandbox = (word: string) => permissionWords("sandbox", word);
  const policy = (word: string) => permissionWords("approvalPolicy", word);

  it("each sandbox is told apart", () => {
    expect(sandbox("read-only")).toContain("change nothing");
    expect(sandbox("workspace-write")).toContain("files in this folder");
    expect(sandbox("danger-full-access")).toContain("anything on this machine");
  });

  it("an agent that does everything without asking is said to, and no other is", () => {
    for (const word of ["never", "bypassPermissions", "yolo"])
      expect(policy(word)).toMatch(/^(?:never asks|does everything without asking)$/);
    for (const word of ["acceptEdits", "auto_edit"]) expect(policy(word)).toBe("edits without asking");
    for (const word of ["untrusted", "on-failure", "on-request"]) expect(policy(word)).toMatch(/^asks (?:before|when)/);
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
    kind: "setting" as const,
    subject,
    recorded: "a",
    now: "b",
    widens,
    note: null,
  });

  it("is named from what to what, and nothing else is", () => {
    expect(widerWords([row("approvalPolicy"), row("model", false), row("MCP servers")])).toBe(
      "approvals from a to b, MCP servers from a to b",
    );
    expect(widerWords([row("model", false)])).toBe("");
  });
});

describe("how permissions compare", () => {
  const settings = { ...noSettings, sandbox: "read-only", approvalPolicy: "on-request" };
  const baseline = (more: Partial<Baseline> = {}): Baseline => ({
    ...noPermissions,
    source: "journal",
    sandbox: "read-only",
    approvalPolicy: "on-request",
    ...more,
  });
  const text = (more: Partial<Parameters<typeof baselineText>[0]> = {}) =>
    baselineText({ settings, baseline: baseline(), drift: [], narrowed: [], ...more });

  it("is said in words of what they are compared with", () => {
    expect(text()).toBe("Same permissions as last time");
    expect(text({ baseline: baseline({ sandbox: "workspace-write" }) })).toBe("No more permissions than last time");
    expect(text({ baseline: baseline({ source: "configuration" }) })).toBe(
      "No more permissions than you have configured",
    );
    expect(text({ baseline: baseline({ source: "default" }) })).toBe("No more permissions than the agent's default");
    expect(text({ baseline: null })).toBeNull();
  });

  it("names what they are compared with where they would be wider, also where little is known of it", () => {
    const drift = [
      {
        kind: "setting" as const,
        subject: "sandbox",
        recorded: "a",
        now: "b",
        widens: true,
        note: null,
      },
    ];
    expect(text({ drift })).toBe("Last time: sandbox read-only, approvals on-request");
    const unknown = baseline({ source: "configuration", sandbox: null, approvalPolicy: null });
    expect(text({ drift, baseline: unknown })).toBe("Your configuration: not known");
    const open = baseline({ networkAccess: true, writableRoots: ["/srv"] });
    expect(text({ drift, baseline: open })).toBe(
      "Last time: sandbox read-only, approvals on-request, network access, may write to /srv",
    );
  });

  it("a setting that is narrower than recorded says so itself", () => {
    const row = { subject: "approvalPolicy", recorded: "never", now: "on-request" } as const;
    expect(text({ narrowed: [row] })).toBeNull();
    expect(narrowedText(row, { source: "configuration" })).toBe("approvals: never → on-request, as you have it");
    expect(narrowedText({ ...row, subject: "sandbox" }, { source: "journal" })).toMatch(/as last time$/);
    expect(recordedWords([row])).toBe("approvals never");
  });
});
