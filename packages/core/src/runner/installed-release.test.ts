import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Agent, followed, type RestorePlan, type Runner, usualWish, type Wish } from "@reprise/model";
import { carefulConsent, planOf } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serverProgram } from "../../test/codex-driver/stage.ts";
import { rememberVersion } from "../agents/driving/installed-version.ts";
import { nodeHost } from "../host/node-host.ts";
import { openRunner } from "../runner.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));
const session = "codex:01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const packages: Readonly<Record<Agent, string>> = {
  codex: "@openai/codex",
  claude: "@anthropic-ai/claude-code",
  gemini: "@google/gemini-cli",
  opencode: "opencode-ai",
};
let folder: string;
let env: Record<string, string>;
const runners: Runner[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "release-plans-")));
  cpSync(join(fixtures, "codex/complete-two-turns/sessions"), join(folder, "codex/sessions"), {
    recursive: true,
  });
  env = {
    HOME: folder,
    CODEX_HOME: join(folder, "codex"),
    PATH: "/nowhere",
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
  };
});
afterEach(() => {
  for (const runner of runners.splice(0)) runner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that would fail if started. */
function install(agent: Agent, version: string | null): void {
  const program = join(folder, "modules", agent, "bin", agent);
  mkdirSync(join(program, ".."), { recursive: true });
  writeFileSync(program, "#!/nowhere\n", { mode: 0o755 });
  const manifest = version === null ? {} : { name: packages[agent], version };
  writeFileSync(join(folder, "modules", agent, "package.json"), JSON.stringify(manifest));
  env[`REPRISE_${agent.toUpperCase()}_BIN`] = program;
}

async function plan(wish: Partial<Wish>): Promise<RestorePlan> {
  const runner = await openRunner(nodeHost(env));
  runners.push(runner);
  return runner.plan(session, {
    ...usualWish,
    modes: ["fork", "replay"],
    allowsWider: true,
    settings: { cwd: folder },
    ...wish,
  });
}
const details = ({ refusals }: RestorePlan) => refusals.map(({ mode, reason, detail }) => [mode, reason, detail]);

describe("a plan with an older release", () => {
  it("forks where the release can", async () => {
    install("codex", "0.145.0");
    expect(await plan({ at: 1 })).toMatchObject({ mode: "fork", refusals: [] });
    expect(await plan({ modes: ["replay"] })).toMatchObject({ mode: "replay", via: "inject", refusals: [] });
  });

  it("replays up to the turn where the release would copy all of them, and says so", async () => {
    install("codex", "0.142.0");
    const planned = await plan({ at: 1 });
    expect(planned).toMatchObject({ mode: "replay", via: "inject", turns: { to: 1 } });
    expect(details(planned)).toEqual([
      ["fork", "agent-outdated", expect.stringMatching(/^Codex 0\.142\.0 cannot fork .* 0\.145 or newer can/)],
    ]);
    expect(await plan({ at: null })).toMatchObject({ mode: "fork", refusals: [] });
  });

  it("writes a session file where the release takes no history, and says so", async () => {
    install("codex", "0.120.0");
    const planned = await plan({ modes: ["replay"] });
    expect(planned).toMatchObject({ mode: "replay", via: "native" });
    expect(planOf(planned, "replay").ways.map(({ way }) => way)).toEqual(["native", "segments"]);
    expect(details(planned)).toEqual([
      ["replay", "agent-outdated", expect.stringMatching(/^Codex 0\.120\.0 cannot take .* 0\.121 or newer can/)],
    ]);
    const asked = await plan({ modes: ["replay"], via: "inject" });
    expect(asked).toMatchObject({ mode: null, refusals: [{ mode: "replay", reason: "agent-outdated" }] });
    expect(await plan({ modes: ["replay"], via: "native" })).toMatchObject({ mode: "replay", refusals: [] });
  });

  it.each<[Agent, string, string]>([
    ["codex", "0.61.0", "0.63"],
    ["gemini", "0.40.1", "0.41"],
    ["opencode", "1.1.65", "1.2.27"],
    ["claude", "1.0.72", "1.0.128"],
  ])("%s %s cannot be told a session: %s can", async (agent, version, since) => {
    install(agent, version);
    const planned = await plan({ modes: ["replay"], to: agent });
    expect(planned).toMatchObject({ mode: null, refusals: [{ mode: "replay", reason: "agent-outdated" }] });
    expect(planned.refusals[0]?.detail).toContain(`${version} cannot`);
    expect(planned.refusals[0]?.detail).toContain(`${since} or newer can`);
  });

  it("refuses to resume with a release that cannot, and offers the rest", async () => {
    install("codex", "0.61.0");
    const planned = await plan({ modes: ["resume", "handoff"] });
    expect(planned).toMatchObject({
      mode: "handoff",
      refusals: [{ mode: "resume", reason: "agent-outdated" }],
    });
  });

  it("counts on a release that the agent said when it last ran; one that is unknown is checked at the start", async () => {
    install("codex", null);
    const unknown = await plan({ at: 1 });
    expect(unknown).toMatchObject({ mode: "fork", refusals: [] });
    expect(planOf(unknown, "fork").unchecked).toContain("release of Codex");
    rememberVersion(env.REPRISE_CODEX_BIN ?? "", "0.120.0", env);
    const known = await plan({ at: 1 });
    expect(known).toMatchObject({ mode: "replay", via: "native" });
    expect(planOf(known, "replay").unchecked).not.toContain("release of Codex");
  });
});

describe("a release that only its start tells", () => {
  /** A server of that release behind a script, so that no file reveals the release. */
  const restored = async (version: string, wish: Partial<Wish>) => {
    env.PATH = process.env.PATH ?? "";
    env.FAKE_SCENARIO = JSON.stringify({ version });
    env.REPRISE_CODEX_BIN = await serverProgram("fake-app-server.mjs", folder);
    const planned = await plan(wish);
    const consent = { ...carefulConsent, allowsWider: true };
    const runner = runners.at(-1);
    if (!runner) throw new Error("There is no runner.");
    const { signal } = new AbortController();
    const events = await Array.fromAsync(followed(runner.restore(planned, consent), { signal }));
    return { planned, events, last: events.at(-1) };
  };

  it("falls back to a session file where it takes no history, with nothing told to it", async () => {
    const { planned, events, last } = await restored("0.120.0", { modes: ["replay"], at: 1, prompt: "more" });
    expect(planned).toMatchObject({ mode: "replay", via: "inject" });
    expect(events.map(({ type }) => type)).toEqual(["checking", "refused"]);
    expect(last).toMatchObject({
      plan: { mode: "replay", via: "native", prompt: "more", turns: { to: 1 }, target: "codex" },
    });
    expect(await plan({ modes: ["replay"] })).toMatchObject({ via: "native" });
  });

  it("falls back to a replay where it would copy all turns", async () => {
    const { planned, events, last } = await restored("0.142.0", { at: 1, prompt: "more" });
    expect(planned).toMatchObject({ mode: "fork" });
    expect(events.map(({ type }) => type)).toEqual(["checking", "refused"]);
    expect(last).toMatchObject({ plan: { mode: "replay", via: "inject", prompt: "more", turns: { to: 1 } } });
  });

  it("leaves a brief where it cannot be driven", async () => {
    const { last } = await restored("0.61.0", { modes: ["replay"] });
    expect(last).toMatchObject({
      type: "refused",
      plan: { mode: "handoff", refusals: [{ reason: "agent-outdated" }, { reason: "agent-outdated" }] },
    });
  });
});
