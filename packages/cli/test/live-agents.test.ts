import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SessionSummary, Turn } from "@reprise/model";
import {
  type AgentHome,
  claude,
  codex,
  compareTrees,
  disposeAll,
  gemini,
  hashTree,
  type Model,
  makeScratch,
  opencode,
  quickToStart,
  type Scratch,
  startModel,
  type TestAgent,
  until,
} from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const run = promisify(execFile);

/** What a person at the prompt would be told, by the built program. */
class Person {
  readonly #env: Record<string, string>;
  readonly #cwd: string;

  constructor(env: Record<string, string>, cwd: string) {
    this.#env = env;
    this.#cwd = cwd;
  }

  async list(): Promise<SessionSummary[]> {
    return (await this.#json<{ sessions: SessionSummary[] }>("list")).sessions;
  }

  async newest(): Promise<SessionSummary> {
    const [session] = await this.list();
    if (!session) throw new Error("nothing is listed");
    return session;
  }

  async turns(id: string): Promise<Turn[]> {
    return (await this.#json<{ turns: Turn[] }>("show", id)).turns;
  }

  async #json<T>(...args: string[]): Promise<T> {
    const { stdout } = await run(reprise, [...args, "--json"], {
      env: this.#env,
      cwd: this.#cwd,
      maxBuffer: 1e8,
    });
    return JSON.parse(stdout) as T;
  }
}

interface Stage {
  readonly scratch: Scratch;
  readonly model: Model;
  readonly home: AgentHome;
  readonly person: Person;
}

/** Agents that hold no lock and keep no registry are told by their processes. */
const cases: readonly { agent: TestAgent; keepsOpenCall: boolean }[] = [
  { agent: codex, keepsOpenCall: true },
  { agent: claude, keepsOpenCall: true },
  // A call that had not finished is not in its log: nothing tells its turn from one that came to its end.
  { agent: gemini, keepsOpenCall: false },
  { agent: opencode, keepsOpenCall: true },
];

describe.each(quickToStart(cases))("$agent.name, alive and killed", ({ agent, keepsOpenCall }) => {
  let stage: Stage;
  beforeAll(async () => {
    const scratch = await makeScratch("live");
    const model = await startModel(agent.modelKind);
    const home = await agent.prepareHome({ home: scratch.home, model });
    const env = { ...home.env, REPRISE_CACHE: join(scratch.root, "cache") };
    stage = { scratch, model, home, person: new Person(env, scratch.workspace) };
  });
  afterAll(async () => {
    await disposeAll();
    await stage.model.close();
    await stage.scratch.remove();
  });

  it("while it streams it is live and has an owner; killed, it is interrupted", async () => {
    const { home, model, scratch, person } = stage;
    model.push([{ partial: "A text that never" }, { hang: true }]);
    const turn = home.spawnTurn({ prompt: "please tell me", cwd: scratch.workspace });
    await model.streamed({ reply: 1, action: 2 });
    const live = await until(async () => (await person.list()).find(({ title }) => title.includes("please tell me")), {
      what: "the session in the list",
    });
    expect(live).toMatchObject({
      agent: agent.name,
      state: "working",
      turnCount: 1,
      workspace: scratch.workspace,
    });
    expect(live.owner?.pid).toBeGreaterThan(1);
    turn.killAlone("SIGKILL");
    await turn.exited;
    await disposeAll();
    expect(await person.newest()).toMatchObject({ id: live.id, state: "interrupted", owner: null });
    expect((await person.turns(live.id)).map(({ state }) => state)).toEqual(["interrupted"]);
  });

  it("killed in the middle of a command, the command has no outcome and is shown", async () => {
    const { home, model, scratch, person } = stage;
    const started = join(scratch.workspace, "started.txt");
    model.push([
      { text: "I run it." },
      { call: agent.shellCall(`(echo started > ${started}; sleep 300; true); true`) },
    ]);
    const turn = home.spawnTurn({ prompt: "please take long", cwd: scratch.workspace, allowTools: true });
    await until(() => existsSync(started), { what: "the command to start" });
    const running = await person.newest();
    expect(running.title).toContain("please take long");
    if (keepsOpenCall) expect(running).toMatchObject({ state: "working", owner: { pid: expect.any(Number) } });
    const commandsOf = async ({ id }: SessionSummary) =>
      (await person.turns(id)).flatMap(({ items }) => items).filter(({ kind }) => kind === "command");
    // It may write a call down a moment after it has begun with it.
    if (keepsOpenCall) await until(async () => (await commandsOf(running)).length > 0, { what: "the call" });
    turn.killAlone("SIGKILL");
    await turn.exited;
    await disposeAll();
    const left = await person.newest();
    expect(left).toMatchObject({ state: keepsOpenCall ? "interrupted" : "completed", owner: null });
    expect(await commandsOf(left)).toMatchObject(
      keepsOpenCall ? [{ status: "open", exitCode: null, command: expect.stringContaining("sleep 300") }] : [],
    );
  });

  it("reading changed no byte of the agent's", async () => {
    const { home, scratch, person } = stage;
    const before = await hashTree(scratch.home);
    for (const { id } of await person.list()) await person.turns(id);
    expect(compareTrees(before, await hashTree(scratch.home))).toEqual([]);
    expect(await home.sessionFiles()).not.toEqual([]);
  });
});
