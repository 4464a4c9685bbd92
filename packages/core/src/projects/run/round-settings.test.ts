import { noPermissions, noSettings, type Permissions, type Settings } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudePermissions } from "../../agents/claude/exec/permissions.ts";
import { codexPermissions } from "../../agents/codex/driver/permissions.ts";
import { opencodePermissions } from "../../agents/opencode/exec/permissions.ts";
import { isWiderWord } from "../../restore/permissions.ts";
import type { LastRound } from "./last-round.ts";
import { type KnownAgent, noClaims, roundSettings } from "./round-settings.ts";

const sandboxes = ["read-only", "workspace-write", "danger-full-access"];
const permitted = (sandbox: string, approvalPolicy = "never"): Permissions => ({
  ...noPermissions,
  sandbox,
  approvalPolicy,
  networkAccess: false,
  writableRoots: [],
});
const last = (sandbox: string, more: Partial<LastRound> = {}): LastRound => ({
  agent: "codex",
  settings: { ...noSettings, model: "m", sandbox, approvalPolicy: "never" },
  permitted: permitted(sandbox),
  provider: "openai",
  ...more,
});
const codex = (more: Partial<KnownAgent> = {}): KnownAgent => ({
  agent: "codex",
  rules: codexPermissions,
  asks: true,
  last: null,
  configured: permitted("read-only", "on-request"),
  inFolder: undefined,
  ...more,
});
const claims = (more: Partial<Settings>) => ({ ...noClaims, ...more });

describe("the rounds of a project that this machine has run", () => {
  it("get what the last round had, with its model, whatever is configured by now", () => {
    const known = codex({ last: last("workspace-write"), configured: permitted("danger-full-access") });
    expect(roundSettings(noClaims, {}, known)).toMatchObject({
      settings: { model: "m", sandbox: "workspace-write", approvalPolicy: "never" },
      permitted: { sandbox: "workspace-write", approvalPolicy: "never", networkAccess: false },
      permissions: { sandbox: "workspace-write", source: "journal", narrowed: [] },
    });
  });

  it.each([
    [{ sandbox: "danger-full-access" }, /sandbox danger-full-access.*workspace-write.*--sandbox/],
    [{ sandbox: "brand-new" }, /--sandbox/],
    [{ provider: "elsewhere" }, /provider elsewhere.*openai.*--provider/],
  ])("are refused if the log claims %j, with the option that names it", (claimed, message) => {
    const known = codex({ last: last("workspace-write") });
    expect(() => roundSettings(claims(claimed), {}, known)).toThrow(message);
  });

  it("can be narrowed by the log, and get more only by name", () => {
    const known = codex({ last: last("workspace-write") });
    const narrower = roundSettings(claims({ sandbox: "read-only" }), {}, known);
    expect(narrower.permissions).toMatchObject({ sandbox: "read-only", source: "journal" });
    const wide = { sandbox: "danger-full-access" };
    expect(roundSettings(claims(wide), wide, known)).toMatchObject({
      settings: wide,
      permitted: wide,
      permissions: { ...wide, source: "named" },
    });
  });

  it("a permission mode is compared too, and a claimed policy of an agent that asks means nothing", () => {
    const mode = (approvalPolicy: string) => ({ ...noPermissions, approvalPolicy });
    const claude = codex({
      agent: "claude",
      rules: claudePermissions,
      asks: false,
      configured: mode("default"),
      last: last("x", { agent: "claude", settings: noSettings, permitted: mode("acceptEdits") }),
    });
    expect(() => roundSettings(claims({ approvalPolicy: "bypassPermissions" }), {}, claude)).toThrow(
      /approvals bypassPermissions.*acceptEdits.*--approval/,
    );
    expect(() => roundSettings(claims({ sandbox: "danger-full-access" }), {}, claude)).toThrow(/--approval/);
    expect(roundSettings(noClaims, {}, claude).settings).toEqual({ approvalPolicy: "acceptEdits" });
    const known = codex({ last: last("read-only", { permitted: permitted("read-only", "on-request") }) });
    expect(roundSettings(claims({ approvalPolicy: "never" }), {}, known).settings.sandbox).toBe("read-only");
  });

  it("another agent gets the sandbox of the last one, and nothing else of it", () => {
    const configured = { ...noPermissions, approvalPolicy: "bypassPermissions" };
    const known = codex({
      agent: "claude",
      rules: claudePermissions,
      asks: false,
      configured,
      last: last("read-only"),
    });
    expect(roundSettings(noClaims, {}, known).settings).toEqual({ sandbox: "read-only" });
  });
});

describe("the rounds of a project that this machine never ran", () => {
  it("get the narrower of log and configuration, and say what the log names", () => {
    const known = codex({ configured: permitted("read-only", "on-request") });
    expect(roundSettings(claims({ sandbox: "workspace-write" }), {}, known)).toMatchObject({
      settings: { sandbox: "read-only", approvalPolicy: "never" },
      permissions: {
        sandbox: "read-only",
        source: "configuration",
        narrowed: [{ subject: "sandbox", recorded: "workspace-write", now: "read-only" }],
      },
    });
    const open = codex({ configured: permitted("workspace-write") });
    expect(roundSettings(claims({ sandbox: "read-only" }), {}, open).settings.sandbox).toBe("read-only");
  });

  it("get no model or provider of the log, and the default where the configuration cannot be read", () => {
    const known = codex({ configured: null });
    const planned = roundSettings(claims({ sandbox: "danger-full-access", provider: "p" }), {}, known);
    expect(planned.settings).toEqual({ sandbox: "read-only", approvalPolicy: "never" });
    expect(planned.permissions.source).toBe("default");
  });

  it("what cannot be given by name is left to the agent", () => {
    const known = codex({ agent: "opencode", rules: opencodePermissions, asks: false });
    expect(roundSettings(noClaims, {}, known).settings).toEqual({});
    const claude = codex({ agent: "claude", rules: claudePermissions, asks: false, configured: null });
    expect(roundSettings(noClaims, { sandbox: "workspace-write" }, claude)).toMatchObject({
      settings: { sandbox: "workspace-write" },
      permitted: { approvalPolicy: "acceptEdits" },
    });
  });
});

it("whatever a log claims, rounds get no wider sandbox than our journal or the configuration has", () => {
  const word = fc.constantFrom(...sandboxes, "odd", null);
  fc.assert(
    fc.property(word, word, fc.constantFrom(...sandboxes), fc.boolean(), (claimed, policy, had, isOurs) => {
      const known = codex(
        isOurs ? { last: last(had), configured: permitted("danger-full-access") } : { configured: permitted(had) },
      );
      try {
        const { settings, permitted: most } = roundSettings(
          claims({ sandbox: claimed, approvalPolicy: policy }),
          {},
          known,
        );
        expect(isWiderWord(sandboxes, had, settings.sandbox ?? "none")).toBe(false);
        expect(most?.sandbox).toBe(settings.sandbox);
      } catch (error) {
        expect(error).toMatchObject({ code: "refused" });
      }
    }),
  );
});
