import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../host/poll.ts";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model, ModelRequest } from "../models/model.ts";
import { startModel } from "../models/start.ts";
import type { AgentHome, TestAgent } from "./agent.ts";
import { familyMembers } from "./family.ts";
import { disposeAll } from "./process.ts";

/** Checks every real agent binary against the scripted model. */
export function liveSuite(agent: TestAgent): void {
  describe(`${agent.name}, the real binary`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await setUp(agent);
    });
    afterAll(async () => {
      await disposeAll();
      await stage.model.close();
      await stage.scratch.remove();
    });

    test("says the scripted text, and keeps the prompt", () => sayText(stage));
    test("goes on with the session, and runs a tool", () => goOnWithTool(stage));
    test("killed in the middle of a text, leaves the prompt in its store", () => dieInText(stage));
    test("killed in the middle of a tool, leaves the tool running and the prompt in its store", () => dieInTool(stage));
    test("has asked nothing but the scripted model", () => {
      expect(stage.model.requests.filter(({ number }) => number === null)).toEqual([]);
      expect(stage.model.faults).toEqual([]);
      expect(stage.model.waitingCount()).toBe(0);
    });
  });
}

type Stage = {
  agent: TestAgent;
  scratch: Scratch;
  model: Model;
  home: AgentHome;
  firstSession: string | null;
};

async function setUp(agent: TestAgent): Promise<Stage> {
  const scratch = await makeScratch();
  const model = await startModel(agent.modelKind);
  const home = await agent.prepareHome({ home: scratch.home, model });
  return { agent, scratch, model, home, firstSession: null };
}

async function sayText(stage: Stage): Promise<void> {
  const { agent, scratch, model, home } = stage;
  model.push([{ reasoning: "A greeting." }, { text: "Good morning to you.", chunks: 1 }]);
  const turn = home.spawnTurn({ prompt: "please greet me", cwd: scratch.workspace });
  expect(await turn.exited).toEqual({ code: 0, signal: null });
  expect(turn.lines.join("")).toContain("Good morning to you.");
  expect(holds(await model.arrived(1), "please greet me")).toBe(true);
  expect(await isStored(home, "please greet me")).toBe(true);
  stage.firstSession = agent.sessionId(turn);
}

async function goOnWithTool({ agent, scratch, model, home, firstSession }: Stage): Promise<void> {
  expect(firstSession).not.toBeNull();
  const resume = firstSession ?? "";
  const askedCount = model.requests.length;
  const call = agent.shellCall("printf '%s-%s\\n' made by-tool | tee made.txt");
  model.push([{ text: "I run it." }, { call }], [{ text: "It ran." }]);
  const turn = home.spawnTurn({ prompt: "please run it", cwd: scratch.workspace, resume, allowTools: true });
  expect(await turn.exited).toEqual({ code: 0, signal: null });
  expect(agent.sessionId(turn)).toBe(firstSession);
  expect(await readFile(join(scratch.workspace, "made.txt"), "utf8")).toBe("made-by-tool\n");
  expect(holds(await model.arrived(askedCount + 1), "Good morning to you.")).toBe(true);
  expect(holds(await model.arrived(askedCount + 2), "made-by-tool")).toBe(true);
}

async function dieInText({ scratch, model, home }: Stage): Promise<void> {
  const reply = model.requests.length + 1;
  model.push([{ partial: "A text that never" }, { hang: true }]);
  const turn = home.spawnTurn({ prompt: "please tell me", cwd: scratch.workspace });
  await model.streamed({ reply, action: 2 });
  // Claude Code calls the model first and writes some 50 ms later.
  await until(() => isStored(home, "please tell me"), { what: "the prompt in the session store" });
  turn.killAlone("SIGKILL");
  expect(await turn.exited).toEqual({ code: null, signal: "SIGKILL" });
  expect(await model.ended(reply)).toBe("cut");
  expect(await isStored(home, "please tell me")).toBe(true);
  expect(await isStored(home, "A text that never")).toBe(false);
}

async function dieInTool({ agent, scratch, model, home }: Stage): Promise<void> {
  const started = join(scratch.workspace, "started.txt");
  // Codex kills its shell, but not what the shell has started.
  const call = agent.shellCall(`(echo started > ${started}; sleep 300; true); true`);
  model.push([{ call }]);
  const turn = home.spawnTurn({ prompt: "please take long", cwd: scratch.workspace, allowTools: true });
  const early = turn.exited.then(() => Promise.reject(new Error(`It ended early:\n${turn.lines.join("\n")}`)));
  const tool = until(() => existsSync(started), { what: "the tool to start" });
  await Promise.race([tool, early]);
  // The tool may run before Claude Code has written the prompt.
  await Promise.race([until(() => isStored(home, "please take long"), { what: "the prompt in the store" }), early]);
  turn.killAlone("SIGKILL");
  expect(await turn.exited).toEqual({ code: null, signal: "SIGKILL" });
  expect(await isStored(home, "please take long")).toBe(true);
  expect(familyMembers()).not.toEqual([]);
  await disposeAll();
  expect(familyMembers()).toEqual([]);
}

async function isStored(home: AgentHome, text: string): Promise<boolean> {
  const files = await home.sessionFiles();
  const contents = await Promise.all(files.map((file) => readFile(file, "latin1")));
  return contents.some((content) => content.includes(text));
}

function holds({ body }: ModelRequest, text: string): boolean {
  return JSON.stringify(body).includes(text);
}
