import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asThreadId, noSettings, type RunEvent } from "@reprise/model";
import { bareEnvironment, disposeAll, familyMembers, makeScratch, type Scratch, until } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claudePermissions } from "../claude/exec/permissions.ts";
import { codexPermissions } from "../codex/driver/permissions.ts";
import { headless } from "../definition.ts";
import type { Launch, LiveThread } from "../driving/driver.ts";
import type { ReleaseTable } from "../driving/releases.ts";
import { type Foreign, textOf } from "../foreign.ts";
import { execDriver, uuidShape } from "./driver.ts";
import type { ExecAgent, ExecTurn, TurnEnd, TurnReader } from "./exec-agent.ts";

const thread = "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b";

/** Does what its prompt says, unlike a real agent. */
const program = `#!/usr/bin/env node
const { spawn } = require("node:child_process");
let prompt = "";
process.stdin.on("data", (text) => (prompt += text)).on("end", () => new Function("say", "spawn", "args", prompt)(say, spawn, process.argv.slice(2)));
function say(line) { process.stdout.write((typeof line === "string" ? line : JSON.stringify(line)) + "\\n"); }
`;

class Reader implements TurnReader {
  end: TurnEnd | null = null;
  readonly usage = null;
  readonly toolServers = null;

  take(line: Foreign): readonly RunEvent[] {
    if (line.type === "thread")
      return [{ type: "thread", thread: asThreadId(textOf(line.id) ?? ""), isPersisted: false }];
    if (line.type === "end") this.end = { state: "completed", failure: null };
    if (line.type !== "reply") return [];
    return [{ type: "item", key: "r", isComplete: true, item: { kind: "reply", text: textOf(line.text) ?? "" } }];
  }

  rest(): readonly RunEvent[] {
    return [];
  }
}

function agentWith(changes: Partial<ExecAgent> = {}): ExecAgent {
  return {
    agent: "codex",
    title: "Agent",
    program: "agent",
    install: "npm install -g agent",
    takesId: false,
    threadShape: uuidShape,
    can: { ...headless, takesImages: false, takesFiles: false, contextTokens: 100_000 },
    command: ({ thread: of, isNew }: ExecTurn) => ({ args: [isNew ? "new" : "resume", of ?? ""], env: {} }),
    reader: () => new Reader(),
    homeEnv: () => ({}),
    homeOf: () => "",
    permissions: codexPermissions,
    stopSteps: [
      { signal: "SIGINT", waitMs: 500 },
      { signal: "SIGTERM", waitMs: 200 },
      { signal: "SIGKILL", waitMs: 2000 },
    ],
    ...changes,
  };
}

let scratch: Scratch;
let env: Record<string, string>;
beforeAll(async () => {
  scratch = await makeScratch();
  env = await bareEnvironment(scratch.home, { origin: "http://127.0.0.1:9" });
  await writeFile(join(scratch.home, "agent"), program);
  await chmod(join(scratch.home, "agent"), 0o755);
});
afterAll(async () => {
  await disposeAll();
  await scratch.remove();
});

function launchWith(changes: Partial<Launch> = {}): Launch {
  return {
    settings: { ...noSettings, cwd: scratch.workspace },
    env,
    home: null,
    program: join(scratch.home, "agent"),
    onLine: () => undefined,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function say(live: LiveThread, text: string, into: RunEvent[] = []): Promise<RunEvent[]> {
  for await (const event of live.ask({ id: "p", text })) into.push(event);
  return into;
}

const resumed = (changes: Partial<Launch> = {}, agent = agentWith()) =>
  execDriver(agent).resume(asThreadId(thread), launchWith(changes));
const named = `say({ type: "thread", id: "${thread}" });`;

describe("a turn", () => {
  test("tells the thread once, then that it is persisted, and keeps its name for the next turn", async () => {
    const live = await execDriver(agentWith()).start(launchWith());
    expect([live.thread, live.pid]).toEqual([null, null]);
    const events = await say(
      live,
      `${named} ${named} say({ type: "reply", text: args[0] + "|" + args[1] }); say({ type: "end" });`,
    );
    expect(events).toEqual([
      { type: "thread", thread, isPersisted: false },
      { type: "thread", thread, isPersisted: true },
      { type: "item", key: "r", isComplete: true, item: { kind: "reply", text: "new|" } },
      { type: "turn-ended", turn: null, state: "completed", failure: null },
    ]);
    const next = await say(live, `say({ type: "reply", text: args[0] + "|" + args[1] }); say({ type: "end" });`);
    expect(next[0]).toMatchObject({ item: { text: `resume|${thread}` } });
  });

  test("is not started in a folder where the last one wrote what starts programs", async () => {
    const cwd = join(scratch.root, "granting");
    await mkdir(cwd);
    const settings = { ...noSettings, cwd };
    const live = await execDriver(agentWith({ permissions: claudePermissions })).start(launchWith({ settings }));
    const writes = `process.getBuiltinModule("node:fs").writeFileSync(".mcp.json", "{}");`;
    const first = await say(live, `${named} ${writes} say({ type: "end" });`);
    expect(first.at(-1)).toMatchObject({ state: "completed" });
    const message = expect.stringMatching(/^Workspace files that start programs .*: \.mcp\.json .*Nothing was sent/);
    expect(await say(live, `say({ type: "end" });`)).toMatchObject([{ state: "failed", failure: { message } }]);
    await rm(join(cwd, ".mcp.json"));
    expect((await say(live, `say({ type: "end" });`)).at(-1)).toMatchObject({ state: "completed" });
  });

  test("every line reaches onLine, garbage too, before its event is told", async () => {
    const lines: [string, string][] = [];
    const pids: number[] = [];
    const live = await resumed({
      onLine: (direction, line) => void lines.push([direction, line]),
      onProcess: (pid) => void pids.push(pid),
    });
    const prompt = `say("garbage"); say("[1]"); process.stderr.write("an error\\n"); ${named} say({ type: "end" }); process.stdout.write("no newline");`;
    expect((await say(live, prompt)).at(-1)).toMatchObject({ state: "completed" });
    const of = (direction: string) => lines.flatMap(([given, line]) => (given === direction ? [line] : []));
    expect(of("in")).toEqual(["garbage", "[1]", `{"type":"thread","id":"${thread}"}`, '{"type":"end"}', "no newline"]);
    expect(of("out")).toEqual([
      JSON.stringify({ argv: [join(scratch.home, "agent"), "resume", thread], cwd: scratch.workspace }),
      prompt,
    ]);
    expect(of("stderr")).toEqual(["an error"]);
    expect(pids).toEqual([expect.any(Number)]);
  });

  test("another thread than the one asked for is an error, and its process is stopped", async () => {
    const live = await resumed();
    const events = await say(
      live,
      `say({ type: "thread", id: "11111111-ca3b-70b0-b51e-ff7f1a03e63b" }); setInterval(() => say({ type: "reply", text: "x" }), 50);`,
    );
    expect(events).toEqual([
      {
        type: "turn-ended",
        turn: null,
        state: "failed",
        failure: expect.objectContaining({ kind: "other" }),
      },
    ]);
    expect(live.thread).toBe(thread);
    expect(familyMembers()).toEqual([]);
  });

  test("ends also when a command that it left holds its output open", async () => {
    const left = `spawn("sleep", ["30"], { stdio: ["ignore", "inherit", "inherit"], detached: true });`;
    const events = await say(await resumed(), `${left} ${named} say({ type: "end" }); process.exit(0);`);
    expect(events.at(-1)).toMatchObject({ state: "completed" });
    await disposeAll();
  });

  test("without a word and with exit code 0 is no success", async () => {
    expect(await say(await resumed(), "")).toMatchObject([
      { type: "turn-ended", state: "interrupted", failure: { kind: "transport" } },
    ]);
  });
});

describe("stopping", () => {
  const deaf = `process.on("SIGINT", () => {}); process.on("SIGTERM", () => {}); ${named} setInterval(() => {}, 1000);`;

  test("a process that hears no signal is killed, with the command it runs", async () => {
    const live = await resumed();
    const events: RunEvent[] = [];
    const turn = say(live, `spawn("sleep", ["300"], { stdio: "ignore", detached: true }); ${deaf}`, events);
    await until(() => events.length > 0 && familyMembers().length === 2);
    await live.close();
    expect((await turn).at(-1)).toEqual({
      type: "turn-ended",
      turn: null,
      state: "interrupted",
      failure: null,
    });
    expect(familyMembers()).toEqual([]);
    expect((await say(live, "")).at(-1)).toMatchObject({ state: "failed", failure: { kind: "other" } });
  });

  test("by the signal of the launch, and by nobody listening any more", async () => {
    const stop = new AbortController();
    const live = await resumed({ signal: stop.signal });
    const events: RunEvent[] = [];
    const turn = say(live, `${named} setInterval(() => {}, 1000);`, events);
    await until(() => events.length > 0);
    stop.abort();
    expect((await turn).at(-1)).toMatchObject({ state: "interrupted", failure: null });
    expect(await say(live, "")).toMatchObject([{ state: "interrupted", failure: null }]);

    for await (const _ of (await resumed()).ask({ id: "p", text: `${named} setInterval(() => {}, 1000);` })) break;
    expect(familyMembers()).toEqual([]);
  });
});

describe("one process a thread", () => {
  test("a second turn is refused while one runs, in this thread and in another one of the same name", async () => {
    const live = await resumed();
    const events: RunEvent[] = [];
    const turn = say(live, `${named} setInterval(() => {}, 1000);`, events);
    await until(() => events.length > 0);
    for (const other of [live, await resumed()])
      expect(await say(other, "")).toMatchObject([{ type: "turn-ended", state: "failed", failure: { kind: "busy" } }]);
    await live.interrupt();
    await turn;
    expect((await say(await resumed(), `say({ type: "end" })`)).at(-1)).toMatchObject({ state: "completed" });
  });

  test("a new thread that a dead process has left there after all is resumed", async () => {
    const live = await execDriver(agentWith({ takesId: true })).start(launchWith());
    const events = await say(
      live,
      `if (args[0] === "new") { process.stderr.write("Error: Session ID x is already in use."); process.exit(1); } say({ type: "end" });`,
    );
    expect(events).toMatchObject([{ type: "turn-ended", state: "completed" }]);
  });

  test("what the agent refuses itself, and what guards a turn", async () => {
    const refusal = { kind: "busy", message: "held", resetsAt: null } as const;
    const held = await resumed({}, agentWith({ refusal: () => refusal }));
    expect(await say(held, "")).toMatchObject([{ state: "failed", failure: refusal }]);
    const guarded = await resumed({}, agentWith({ guard: () => ({ notices: ["before"], after: () => ["after"] }) }));
    const events = await say(guarded, `say({ type: "end" })`);
    expect(events.map((event) => (event.type === "notice" ? event.text : event.type))).toEqual([
      "before",
      "after",
      "turn-ended",
    ]);
  });
});

describe("what cannot be started", () => {
  test.each(["--help", "-x", "", "name of a thread", `${thread} --yolo`, `${thread}\n`])(
    "the id %j is refused",
    async (id) => {
      await expect(execDriver(agentWith()).resume(asThreadId(id), launchWith())).rejects.toMatchObject({
        failure: { kind: "thread-missing" },
      });
    },
  );

  test("no program: what to install, and which variable names it", async () => {
    for (const changes of [
      { program: null },
      { program: null, env: { ...env, REPRISE_CODEX_BIN: "/nowhere/codex" } },
    ]) {
      const start = execDriver(agentWith()).start(launchWith(changes));
      await expect(start).rejects.toMatchObject({
        failure: {
          kind: "agent-missing",
          message: expect.stringMatching(/npm install -g agent.*REPRISE_CODEX_BIN/),
        },
      });
    }
  });

  test("a program found by the variable, and one along the path", async () => {
    const byVariable = await execDriver(agentWith()).start(
      launchWith({ program: null, env: { ...env, REPRISE_CODEX_BIN: join(scratch.home, "agent") } }),
    );
    expect((await say(byVariable, `say({ type: "end" })`)).at(-1)).toMatchObject({ state: "completed" });
    const byPath = await execDriver(agentWith()).start(
      launchWith({ program: null, env: { ...env, PATH: `/nowhere:${scratch.home}:${env.PATH}` } }),
    );
    expect((await say(byPath, `say({ type: "end" })`)).at(-1)).toMatchObject({ state: "completed" });
  });

  test("a file that is no program, and a folder that is not there", async () => {
    const plain = join(scratch.home, "plain");
    await writeFile(plain, "text");
    expect(await say(await resumed({ program: plain }), "")).toMatchObject([
      { state: "failed", failure: { kind: "agent-missing" } },
    ]);
    const nowhere = { ...noSettings, cwd: join(scratch.root, "nowhere") };
    expect(await say(await resumed({ settings: nowhere }), "")).toMatchObject([
      { state: "failed", failure: { kind: "other", message: expect.stringContaining("nowhere") } },
    ]);
  });
});

describe("an older release", () => {
  const releases: ReleaseTable = {
    title: "Agent",
    packages: /^@a\/agent$/,
    update: "npm install -g agent",
    rows: [
      { ability: "run", since: "1.0", instead: null },
      { ability: "resume", since: "1.5", instead: null },
    ],
  };
  const startWith = async (version: string, more: Partial<Launch> = {}) => {
    const own = join(scratch.home, `agent-${version}`);
    await writeFile(
      own,
      `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\nexec ${join(scratch.home, "agent")} "$@"\n`,
    );
    await chmod(own, 0o755);
    return { driver: execDriver(agentWith({ releases })), launch: launchWith({ program: own, ...more }) };
  };

  test("is refused before anything is started, with the release that can", async () => {
    const { driver, launch } = await startWith("0.9.0");
    await expect(driver.start(launch)).rejects.toMatchObject({
      failure: {
        kind: "agent-outdated",
        message: "Agent 0.9.0 cannot be driven by Reprise. 1.0 or newer can. Update it with `npm install -g agent`.",
      },
    });
  });

  test("that cannot resume runs one turn, and is not asked for a second", async () => {
    const { driver, launch } = await startWith("1.2.0");
    await expect(driver.resume(asThreadId(thread), launch)).rejects.toMatchObject({
      failure: { kind: "agent-outdated", message: expect.stringContaining("1.5 or newer can") },
    });
    const live = await driver.start(launch);
    const first = await say(
      live,
      `say({ type: "thread", id: "${thread}" }); say({ type: "reply", text: "hi" }); say({ type: "end" })`,
    );
    expect(first.at(-1)).toMatchObject({ state: "completed" });
    expect(await say(live, `say({ type: "end" })`)).toMatchObject([
      { state: "failed", failure: { kind: "agent-outdated" } },
    ]);
  });

  test("is told to its command and its plan", async () => {
    const { driver, launch } = await startWith("2.0.0");
    let told: string | null | undefined;
    const command = ({ release }: ExecTurn) => {
      told = release;
      return { args: [], env: {} };
    };
    const live = await execDriver(agentWith({ releases, command })).start(launch);
    await say(live, `say({ type: "end" })`);
    expect(told).toBe("2.0.0");
    expect(driver.installed?.(launch)).toBe("2.0.0");
  });
});

describe("a process that ends well and has not said so", () => {
  const end = { type: "end" };
  const owing = (changes: Partial<ExecAgent> = {}) => agentWith({ missingLines: () => [end], ...changes });

  test("is completed by what it owed", async () => {
    const live = await resumed({}, owing());
    expect((await say(live, "")).at(-1)).toMatchObject({ state: "completed", failure: null });
  });

  test("owes nothing where it has said its end, or has failed", async () => {
    const never = () => {
      throw new Error("Nobody was to look.");
    };
    const said = await resumed({}, owing({ missingLines: never }));
    expect((await say(said, `say({ type: "end" })`)).at(-1)).toMatchObject({ state: "completed" });
    const failed = await resumed({}, owing({ missingLines: never }));
    expect((await say(failed, "process.exitCode = 3")).at(-1)).toMatchObject({ state: "interrupted" });
  });
});

test("nothing can be said during a turn", async () => {
  const live = await resumed();
  await expect(live.steer({ id: "p", text: "x" })).rejects.toThrow("accepts no input during a turn");
  expect(live.answer("r", { decision: "once" })).toBeUndefined();
  expect(await live.toolServers()).toBeNull();
});
