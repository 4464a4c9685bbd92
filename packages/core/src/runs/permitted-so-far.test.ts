import { noPermissions, noSettings, type Settings, type Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import type { RecordBody } from "../journal/journal-record.ts";
import { PermittedSoFar } from "./permitted-so-far.ts";

const process = { pid: 1, startTicks: null, boot: null };
const under = (sandbox: string | null, approvalPolicy: string | null = "on-request"): Settings => ({
  ...noSettings,
  sandbox,
  approvalPolicy,
});
const started = (settings: Settings): RecordBody => ({
  type: "run-resumed",
  text: "session resumed",
  process,
  settings,
});
const reported = (settings: Settings, more: Partial<RecordBody & { type: "settings-effective" }> = {}): RecordBody => ({
  type: "settings-effective",
  settings,
  ...more,
});
const sent: RecordBody = { type: "prompt-sending", prompt: "p", text: "go", isSteering: false };

function after(facts: readonly RecordBody[]): PermittedSoFar {
  const found = new PermittedSoFar();
  for (const [index, fact] of facts.entries())
    found.take({ v: 1, at: "2026-11-15T20:00:00.000Z" as Timestamp, seq: index + 1, epoch: 1, ...fact });
  return found;
}

const permitted = (...facts: RecordBody[]) => after(facts).permissions;
const placeAfter = (...facts: RecordBody[]) => after(facts).place;

describe("what a thread was permitted", () => {
  it("is nothing before something was sent", () => {
    expect(permitted(started(under("danger-full-access")), reported(under("danger-full-access")))).toBeNull();
  });

  it("is what the agent reported, else what was asked of it", () => {
    expect(permitted(started(under("workspace-write")), reported(under("read-only", null)), sent)).toEqual({
      ...noPermissions,
      sandbox: "read-only",
      approvalPolicy: "on-request",
    });
  });

  it("a resume that was refused before anything was sent changes nothing", () => {
    const used = [started(under("read-only")), sent];
    const refused = [started(under("danger-full-access", "never")), reported(under("danger-full-access", "never"))];
    expect(permitted(...used, ...refused)).toMatchObject({
      sandbox: "read-only",
      approvalPolicy: "on-request",
    });
    expect(permitted(...used, ...refused, sent)).toMatchObject({ sandbox: "danger-full-access" });
  });

  it("its model is the one that the agent reported before it got anything, its effort the one that was asked for", () => {
    const named = (model: string, effort: string | null = null) => ({ ...under("read-only"), model, effort });
    const first = [started(under("read-only")), reported(named("small"), { permissions: noPermissions }), sent];
    expect(placeAfter(...first)).toMatchObject({ model: "small", effort: "default" });
    const asked = [started(named("small", "high")), reported(named("small"), { permissions: noPermissions }), sent];
    expect(placeAfter(...asked)).toMatchObject({ model: "small", effort: "high" });
    expect(placeAfter(...first, reported(named("large"), { permissions: noPermissions }))).toMatchObject({
      model: "small",
    });
    // A headless agent reports nothing before: what it was asked for may be another name of its model.
    expect(placeAfter(started(named("alias")), reported(named("alias")), sent)).not.toHaveProperty("model");
  });

  it("what is reported during a turn fills in what was not known, and widens nothing", () => {
    const facts = [started(under(null, null)), sent, reported(under(null, "acceptEdits"))];
    expect(permitted(...facts)).toMatchObject({ approvalPolicy: "acceptEdits" });
    expect(permitted(...facts, reported(under("danger-full-access", "bypassPermissions")))).toMatchObject({
      approvalPolicy: "acceptEdits",
    });
  });

  it("includes what the sandbox grants and which servers there were", () => {
    const permissions = { ...noPermissions, networkAccess: true, writableRoots: ["/srv"] };
    const servers: RecordBody = {
      type: "tool-servers",
      servers: [{ name: "db", isReady: false, tools: [] }],
    };
    const settings = under("workspace-write");
    const effective = reported(settings, {
      permissions: { ...permissions, sandbox: "workspace-write", approvalPolicy: "on-request" },
    });
    expect(permitted(started(settings), effective, sent, servers)).toEqual({
      ...permissions,
      sandbox: "workspace-write",
      approvalPolicy: "on-request",
      mcpServers: ["db"],
    });
  });

  it("has a place: that of the last run in which something was sent, as the agent reported it", () => {
    const at = (cwd: string | null, provider: string | null = null) => ({ ...noSettings, cwd, provider });
    expect(placeAfter(started(at("/link", "a")))).toBeNull();
    const used = [started(at("/link", "a")), reported(at("/real")), sent];
    expect(placeAfter(...used)).toEqual({ cwd: "/real", provider: "a" });
    expect(placeAfter(...used, reported(at("/other", "b")))).toEqual({ cwd: "/real", provider: "a" });
    expect(placeAfter(...used, started(at("/other")))).toEqual({ cwd: "/real", provider: "a" });
    expect(placeAfter(...used, started(at("/other")), sent)).toEqual({ cwd: "/other", provider: null });
  });

  it("a replay counts with its first segment, and one without a turn once it is told", () => {
    const wide = started(under("danger-full-access"));
    expect(permitted(wide, { type: "segment-sending", segment: 1 })).toMatchObject({
      sandbox: "danger-full-access",
    });
    const told: RecordBody = { type: "restored", itemCount: 1, segmentCount: 1, sentTokens: 0 };
    expect(permitted(wide, told)).toMatchObject({ sandbox: "danger-full-access" });
  });
});
