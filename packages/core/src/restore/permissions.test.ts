import { type Baseline, noPermissions, noSettings, type Permissions, type Settings } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudePermissions } from "../agents/claude/exec/permissions.ts";
import { codexPermissions } from "../agents/codex/driver/permissions.ts";
import { opencodePermissions } from "../agents/opencode/exec/permissions.ts";
import type { WorkLocation } from "../runs/permitted-so-far.ts";
import { isWiderWord, measured, narrowedTo, widerOf, widerThan } from "./permissions.ts";

const rules = codexPermissions;
const permissions = (more: Partial<Permissions> = {}): Permissions => ({
  sandbox: "workspace-write",
  approvalPolicy: "on-request",
  networkAccess: false,
  writableRoots: [],
  mcpServers: ["db"],
  workspaceFiles: [".mcp.json 3fa9c2d81b04"],
  ...more,
});
const baseline = (more: Partial<Baseline> = {}): Baseline => ({
  ...permissions(),
  source: "journal",
  ...more,
});
const wider = (from: Partial<Baseline>, to: Partial<Permissions>) =>
  widerThan(baseline(from), permissions(to), rules).map(({ subject, recorded, now }) => [...[subject, recorded, now]]);
const settings = (sandbox: string | null, approvalPolicy: string | null) => ({
  ...noSettings,
  sandbox,
  approvalPolicy,
  cwd: "/w",
});

describe("widerThan", () => {
  it("is nothing for the same", () => {
    expect(wider({}, {})).toEqual([]);
    expect(wider({ sandbox: "danger-full-access" }, { sandbox: "danger-full-access" })).toEqual([]);
  });

  it.each<[string, Partial<Baseline>, Partial<Permissions>, unknown]>([
    ["sandbox", { sandbox: "read-only" }, {}, ["sandbox", "read-only", "workspace-write"]],
    ["full access", {}, { sandbox: "danger-full-access" }, ["sandbox", "workspace-write", "danger-full-access"]],
    ["policy", {}, { approvalPolicy: "never" }, ["approvalPolicy", "on-request", "never"]],
    ["network", {}, { networkAccess: true }, ["network access in the sandbox", "off", "on"]],
    ["a folder", {}, { writableRoots: ["/srv"] }, ["folders it may write to", "the workspace", "/srv"]],
    ["a server", {}, { mcpServers: ["db", "web"] }, ["MCP servers", "none of these", "web"]],
    [
      "a file that starts programs",
      {},
      { workspaceFiles: [".mcp.json 000000000000"] },
      ["workspace files that start programs or allow commands", "as before", ".mcp.json 000000000000"],
    ],
    [
      "one that is no longer there to forbid something",
      {},
      { workspaceFiles: [] },
      ["workspace files that start programs or allow commands", "as before", ".mcp.json (removed)"],
    ],
    [
      ...["a policy with parts"],
      ...[{ approvalPolicy: "granular(rules)" }, { approvalPolicy: "granular()" }],
      ["approvalPolicy", "granular(rules)", "granular()"],
    ] as [string, Partial<Baseline>, Partial<Permissions>, unknown],
  ])("sees %s that was not there", (_, from, to, row) => {
    expect(wider(from, to)).toEqual([row]);
  });

  it("a narrower one, a folder inside one that was there, and what full access had anyway are not wider", () => {
    expect(wider({}, { sandbox: "read-only", approvalPolicy: "untrusted", mcpServers: [] })).toEqual([]);
    expect(wider({ writableRoots: ["/srv"] }, { writableRoots: ["/srv/a", "/srv"] })).toEqual([]);
    expect(wider({ writableRoots: ["/srv"] }, { writableRoots: ["/srv2"] })).toHaveLength(1);
    const free = { sandbox: "danger-full-access" };
    expect(wider(free, { networkAccess: true, writableRoots: ["/"] })).toEqual([]);
    expect(wider({ ...free, approvalPolicy: "never" }, { workspaceFiles: ["a 1"] })).toEqual([]);
    expect(wider(free, { workspaceFiles: ["a 1"] })).toHaveLength(1);
  });

  it("names its baseline", () => {
    const [row] = widerThan(baseline({ source: "configuration" }), permissions({ approvalPolicy: "never" }), rules);
    expect(row).toMatchObject({ widens: true, note: "baseline: your configuration" });
  });

  it("of any two, what is wider one way is not wider the other way unless they cannot be compared", () => {
    const word = (...words: string[]) => fc.constantFrom(...words);
    const any = fc.record({
      sandbox: word("read-only", "workspace-write", "danger-full-access"),
      approvalPolicy: word("untrusted", "on-request", "on-failure", "never"),
      networkAccess: fc.boolean(),
      writableRoots: fc.constantFrom<string[]>([], ["/a"], ["/a", "/b"]),
      mcpServers: fc.constantFrom<string[]>([], ["x"], ["x", "y"]),
      workspaceFiles: fc.constantFrom<string[] | null>(null, ["a 1", "b 2"]),
    });
    fc.assert(
      fc.property(any, any, (one, other) => {
        const subjects = (from: Permissions, to: Permissions) =>
          widerThan({ ...from, source: "journal" }, to, rules).map(({ subject }) => subject);
        const [there, back] = [subjects(one, other), subjects(other, one)];
        expect(there.filter((subject) => back.includes(subject))).toEqual([]);
        expect(subjects(one, one)).toEqual([]);
      }),
    );
  });
});

describe("isWiderWord", () => {
  it("takes what it does not know for wider, on either side", () => {
    const order = ["a", "b"];
    expect(isWiderWord(order, "a", "new")).toBe(true);
    expect(isWiderWord(order, "new", "a")).toBe(true);
    expect(isWiderWord(order, "new", "new")).toBe(false);
    expect(isWiderWord(order, null, "b")).toBe(false);
  });
});

describe("measured", () => {
  const claimed = settings("danger-full-access", "never");

  it("a log's claim is measured against what we recorded, whatever is configured", () => {
    const recorded = { ...noPermissions, sandbox: "read-only", approvalPolicy: "on-request" };
    const configured = permissions({ sandbox: "danger-full-access", approvalPolicy: "never" });
    const { baseline: found, wider: rows } = measured({ rules, recorded, configured }, claimed);
    expect(found).toMatchObject({ source: "journal", sandbox: "read-only", approvalPolicy: "on-request" });
    expect(rows.map(({ subject, recorded: from }) => [subject, from])).toEqual([
      ["sandbox", "read-only"],
      ["approvalPolicy", "on-request"],
    ]);
  });

  it("else against the configuration, else against the agent's default", () => {
    const wide = permissions({ sandbox: "danger-full-access", approvalPolicy: "never" });
    const at = (configured: Permissions | null) => measured({ rules, recorded: null, configured }, claimed);
    expect(at(wide)).toMatchObject({ baseline: { source: "configuration" }, wider: [] });
    expect(at(permissions())).toMatchObject({
      baseline: { source: "configuration" },
      wider: [{ subject: "sandbox", recorded: "workspace-write" }, { subject: "approvalPolicy" }],
    });
    expect(at(null)).toMatchObject({
      baseline: { source: "default", sandbox: "read-only" },
      wider: [{ subject: "sandbox", recorded: "read-only" }, { subject: "approvalPolicy" }],
    });
  });

  it("another folder or provider than in our last run is more, unless the person says it now", () => {
    const known = { rules, recorded: permissions(), configured: null };
    const now = { ...settings("workspace-write", "on-request"), cwd: "/home/me", provider: "other" };
    const elsewhere = { cwd: "/srv/shop", provider: "openai" };
    const rows = (said: Partial<Settings> = {}, before: WorkLocation = elsewhere) =>
      measured({ ...known, elsewhere: before }, now, said).wider;
    expect(rows()).toMatchObject([
      { kind: "folder", subject: "cwd", recorded: "/srv/shop", now: "/home/me", widens: true },
      { kind: "setting", subject: "provider", recorded: "openai", now: "other", widens: true },
    ]);
    expect(rows({ cwd: "/home/me" })).toMatchObject([{ subject: "provider" }]);
    expect(rows({ provider: "other" })).toMatchObject([{ subject: "cwd" }]);
    expect(rows({}, { cwd: null, provider: "other" })).toEqual([]);
  });

  it("what is left to the agent is what is configured now", () => {
    const recorded = { ...noPermissions, sandbox: "read-only", approvalPolicy: "on-request" };
    const left = measured({ rules, recorded, configured: permissions() }, settings(null, null));
    expect(left.wider).toMatchObject([{ subject: "sandbox", recorded: "read-only", now: "workspace-write" }]);
  });

  it("network access and folders are configured for a sandbox that may write, and granted only by it", () => {
    const recorded = permissions({ networkAccess: false, writableRoots: [] });
    const configured = permissions({
      networkAccess: true,
      writableRoots: ["/srv"],
      mcpServers: ["db", "web"],
    });
    const subjects = (sandbox: string) =>
      measured({ rules, recorded, configured }, settings(sandbox, "on-request")).wider.map(({ subject }) => subject);
    expect(subjects("workspace-write")).toEqual([
      ...["network access in the sandbox", "folders it may write to", "MCP servers"],
    ]);
    expect(subjects("read-only")).toEqual(["MCP servers"]);
  });

  it("MCP servers that a file of the workspace adds are none of the person's", () => {
    const started = ["db", "planted"];
    const inFolder = { mcpServers: started, workspaceFiles: null };
    for (const recorded of [permissions(), null]) {
      const known = { rules, recorded, configured: permissions(), inFolder };
      expect(measured(known, settings("read-only", "on-request")).wider).toMatchObject([
        { subject: "MCP servers", now: "planted", widens: true },
      ]);
    }
    const agreed = { rules, recorded: permissions({ mcpServers: started }), configured: permissions() };
    expect(measured({ ...agreed, inFolder }, settings("read-only", "on-request")).wider).toEqual([]);
  });

  it("what we did not record of a run is as it is configured", () => {
    const recorded = { ...noPermissions, sandbox: "workspace-write" };
    const configured = permissions({ networkAccess: true });
    const { baseline: found, wider: rows } = measured(
      { rules, recorded, configured },
      settings("workspace-write", "on-request"),
    );
    expect(found).toMatchObject({ source: "journal", approvalPolicy: "on-request", networkAccess: true });
    expect(rows).toEqual([]);
  });

  it("a policy that is asserted as a narrower one is measured as that", () => {
    const known = { rules, recorded: null, configured: permissions() };
    expect(measured(known, settings("workspace-write", "on-failure")).wider).toEqual([]);
  });

  it("agents with modes are measured by the mode that a sandbox becomes", () => {
    const known = { rules: claudePermissions, recorded: null };
    const configured = { ...noPermissions, approvalPolicy: "acceptEdits" };
    expect(measured({ ...known, configured }, settings("workspace-write", null)).wider).toEqual([]);
    expect(measured({ ...known, configured }, settings("danger-full-access", null)).wider).toMatchObject([
      { subject: "approvalPolicy", recorded: "acceptEdits", now: "bypassPermissions" },
    ]);
    // The narrower of the two applies.
    expect(measured({ ...known, configured }, settings("danger-full-access", "plan")).wider).toEqual([]);
  });
});

describe("narrowedTo", () => {
  const configured = permissions();
  const narrow = (sandbox: string | null, approvalPolicy: string | null, said: Partial<Settings> = {}) =>
    narrowedTo({ rules, recorded: null, configured }, settings(sandbox, approvalPolicy), said);

  it("takes the narrower of recorded and baseline, setting by setting", () => {
    expect(narrow("danger-full-access", "untrusted")).toMatchObject({
      settings: { sandbox: "workspace-write", approvalPolicy: "untrusted" },
      narrowed: [{ subject: "sandbox", recorded: "danger-full-access", now: "workspace-write" }],
      wider: [],
    });
    expect(narrow("read-only", "never")).toMatchObject({
      settings: { sandbox: "read-only", approvalPolicy: "on-request" },
      narrowed: [{ subject: "approvalPolicy", recorded: "never", now: "on-request" }],
      wider: [],
    });
    expect(narrow("workspace-write", "on-request")).toMatchObject({ narrowed: [], wider: [] });
  });

  it("a word that cannot be compared falls to the baseline, and what is left to the agent is asserted where it would be wider", () => {
    expect(narrow("brand-new", "granular(rules)").settings).toMatchObject({
      sandbox: "workspace-write",
      approvalPolicy: "on-request",
    });
    const recorded = { ...noPermissions, sandbox: "read-only", approvalPolicy: "untrusted" };
    const open = narrowedTo({ rules, recorded, configured }, settings(null, null), {});
    expect(open).toMatchObject({
      settings: { sandbox: "read-only", approvalPolicy: "untrusted" },
      wider: [],
    });
  });

  it("what the person names is not narrowed behind their back: it stays wider", () => {
    const named = narrow("danger-full-access", "never", { sandbox: "danger-full-access" });
    expect(named).toMatchObject({
      settings: { sandbox: "danger-full-access", approvalPolicy: "on-request" },
      wider: [{ subject: "sandbox" }],
    });
    const modes = { rules: claudePermissions, recorded: null, configured: null };
    const mode = narrowedTo(modes, settings("danger-full-access", null), { sandbox: "danger-full-access" });
    expect(mode).toMatchObject({ narrowed: [], wider: [{ subject: "approvalPolicy" }] });
  });

  it("a mode that a sandbox becomes is narrowed too", () => {
    const known = { rules: claudePermissions, recorded: null, configured: null };
    expect(narrowedTo(known, settings("danger-full-access", null), {})).toMatchObject({
      settings: { approvalPolicy: "default" },
      narrowed: [{ subject: "approvalPolicy", recorded: "bypassPermissions", now: "default" }],
      wider: [],
    });
  });

  it("what the agent cannot be given stays wider, and so does what no setting narrows", () => {
    const recorded = permissions({ approvalPolicy: "granular(rules)" });
    expect(narrowedTo({ rules, recorded, configured }, settings(null, "never"), {})).toMatchObject({
      narrowed: [],
      wider: [{ subject: "approvalPolicy" }],
    });
    const network = permissions({ networkAccess: true });
    const known = { rules, recorded: permissions(), configured: network };
    expect(narrowedTo(known, settings("workspace-write", "on-request"), {}).wider).toMatchObject([
      { subject: "network access in the sandbox" },
    ]);
  });

  it("whatever is recorded and configured, nothing is wider than the baseline in sandbox or policy", () => {
    const sandbox = fc.constantFrom("read-only", "workspace-write", "danger-full-access", "odd", null);
    const policy = fc.constantFrom("untrusted", "on-request", "on-failure", "never", "odd", null);
    fc.assert(
      fc.property(sandbox, policy, sandbox, policy, (claimed, asked, ours, usual) => {
        const recorded = { ...noPermissions, sandbox: ours, approvalPolicy: usual };
        const { wider: rows } = narrowedTo({ rules, recorded, configured: null }, settings(claimed, asked), {});
        expect(rows).toEqual([]);
      }),
    );
  });
});

describe("widerOf", () => {
  it("is what either configuration permits, in the words of the agent that goes on", () => {
    const codex = { ...noPermissions, sandbox: "workspace-write" };
    const mode = (approvalPolicy: string) => ({ ...noPermissions, approvalPolicy });
    expect(widerOf(mode("default"), codex, claudePermissions)).toEqual(mode("acceptEdits"));
    expect(widerOf(mode("auto"), codex, claudePermissions)).toEqual(mode("auto"));
    expect(widerOf(null, codex, claudePermissions)).toEqual(mode("acceptEdits"));
    expect(widerOf(mode("plan"), null, claudePermissions)).toEqual(mode("plan"));
    const open = { ...noPermissions, sandbox: "read-only" };
    expect(widerOf(open, codex, opencodePermissions)).toEqual(codex);
  });
});
