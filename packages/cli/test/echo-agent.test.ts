import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtInAgents } from "@reprise/core";
import { codex, echoAgent, echoProgram, type Machine, scripted, startMachine } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { machineWorld } from "../src/app/machine-world.ts";
import { interruptionBy } from "../src/interruption.ts";
import { main } from "../src/main.ts";
import { openLibraryOn } from "../src/open-library.ts";
import { openProjectsOn } from "../src/open-projects.ts";
import { openReviewsOn } from "../src/open-reviews.ts";
import { openRunnerOn } from "../src/open-runner.ts";
import { realMachine } from "../src/real-machine.ts";
import { collector } from "./support/run.ts";

const agents = [...builtInAgents, echoAgent] as const;
const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));

/** The echo agent is registered by one more entry of a list; everything else is the program as it is. */
describe("an agent that is no part of Reprise", () => {
  let stage: Machine;
  let home: string;
  let first: string;

  beforeAll(async () => {
    stage = await startMachine("echo-agent", codex);
    home = join(stage.scratch.root, "echo");
    const env = { ...stage.env, ECHO_HOME: home, REPRISE_ECHO_BIN: echoProgram };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    cpSync(join(fixtures, "codex/complete-two-turns"), stage.env.CODEX_HOME ?? "", { recursive: true });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await stage.close();
  });

  async function reprise(...argv: readonly string[]) {
    const [stdout, stderr] = [collector(), collector()];
    const code = await main(argv, {
      ...realMachine("0.0.0", interruptionBy([]), agents),
      stdout: stdout.stream,
      stderr: stderr.stream,
      cwd: stage.scratch.workspace,
      isTerminal: { stdin: false, stdout: false, stderr: false },
      writeNow: undefined,
      readStdin: async () => "",
    });
    const lines = () =>
      stdout
        .text()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { code, stdout: stdout.text(), stderr: stderr.text(), lines };
  }

  test("is run", async () => {
    const ran = await reprise("run", "--agent", "echo", "--json", "build the shop");
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    const done = ran.lines().at(-1);
    expect(done).toMatchObject({ type: "done", state: "completed" });
    first = String(done?.session);
    expect(first).toMatch(/^echo:/);
  });

  test("is listed, shown and searched", async () => {
    const listed = await reprise("list", "--all", "--agent", "echo", "--json");
    expect(listed.lines()).toMatchObject([{ sessions: [{ id: first, agent: "echo", state: "completed" }] }]);
    expect((await reprise("show", first)).stdout).toContain("You say: build the shop");
    expect((await reprise("search", "shop", "--all")).stdout).toContain(first);
  });

  test("is resumed in its own thread", async () => {
    const ran = await reprise("resume", first, "--yes", "now the cart");
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("now the cart (before: build the shop)")]);
  });

  test("is named by status when it died, and resumed after that", async () => {
    const ran = await reprise("run", "--agent", "echo", "--fresh", "--json", "die");
    const died = String(ran.lines().at(-1)?.session);
    expect([ran.code, ran.lines().at(-1)?.state]).toEqual([1, "interrupted"]);
    expect((await reprise("status", "--json")).stdout).toContain(died);
    const again = await reprise("resume", died, "--yes", "go on");
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("go on (before: die)")]);
  });

  test("takes over a session of Codex", async () => {
    const [page] = (await reprise("list", "--all", "--agent", "codex", "--json")).lines();
    const [source] = (page?.sessions ?? []) as { id: string }[];
    const ran = await reprise(
      "replay",
      source?.id ?? "",
      "--to",
      "echo",
      "--current",
      "--cwd",
      stage.scratch.workspace,
      "--yes",
      "--json",
      "and now?",
    );
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    const made = String(ran.lines().at(-1)?.session);
    expect(made).toMatch(/^echo:/);
    expect((await reprise("show", made)).stdout).toMatch(/You say: and now\? \(before: .+\)/);
  });

  test("is taken over by Codex", async () => {
    const ran = await reprise("replay", first, "--to", "codex", "--yes", "--json");
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    const made = String(ran.lines().at(-1)?.session);
    expect(made).toMatch(/^codex:/);
    expect((await reprise("show", made)).stdout).toContain("You say: build the shop");
  });

  test("is looked through by doctor, in its usual home and in others", async () => {
    const lines = [scripted.prompt("a\u0000b"), scripted.reply("b"), { end: "completed" } as const];
    writeFileSync(join(home, "sessions", "01a1e0b8-0000-4000-8000-000000000000.jsonl"), scripted.file(...lines));
    const told = await reprise("doctor");
    expect(told.stdout).toContain(`echo      ${home}`);
    expect(told.stdout).toContain("reprise repair echo:01a1e0b8-0000-4000-8000-000000000000");
    const elsewhere = join(stage.scratch.root, "elsewhere");
    cpSync(home, elsewhere, { recursive: true });
    const other = await reprise("list", "--all", "--agent", "echo", "--echo-home", elsewhere, "--json");
    expect(other.stdout).toContain(elsewhere);
    expect(readFileSync(join(home, "sessions", `${first.slice(5)}.jsonl`), "utf8")).toContain("now the cart");
  });

  test("is offered by the app, with what it can do", async () => {
    const { env } = process;
    const library = openLibraryOn(env, {}, agents);
    const world = machineWorld({
      env,
      agents,
      library,
      cwd: stage.scratch.workspace,
      homes: undefined,
      isDemo: false,
      program: null,
      openRunner: () => openRunnerOn(env, { version: "0", library, agents, onHealth: () => {} }),
      openProjects: (runner) => openProjectsOn(env, { library, runner, agents }),
      openReviews: async (runner) => openReviewsOn(env, { library, runner }),
      now: () => new Date(),
      write: () => {},
    });
    expect((await world.agents()).at(-1)).toMatchObject({
      agent: "echo",
      title: "Echo",
      asks: false,
      whyNot: null,
    });
    world.prefer("echo");
    expect(world.agent).toBe("echo");
    expect(world.homes).toContain(home);
    world.close();
  });
});
