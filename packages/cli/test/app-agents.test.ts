import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentHome,
  claude,
  disposeAll,
  gemini,
  type Model,
  opencode,
  quickToStart,
  type TestAgent,
  until,
} from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { choose, expectGivenBack, goBack } from "./app-stage.ts";
import { isAlive, LiveStage } from "./live-stage.ts";

/** OpenCode runs commands without a yes, as long as nobody has told it otherwise. */
const agents: readonly { agent: TestAgent; title: string; asksInVain: boolean }[] = [
  { agent: claude, title: "Claude Code", asksInVain: true },
  { agent: gemini, title: "Gemini CLI", asksInVain: true },
  { agent: opencode, title: "OpenCode", asksInVain: false },
];

/** Against hanging only. */
const patience = { timeoutMs: 60_000 };

let stage: LiveStage;
let model: Model;
let home: AgentHome;
let folder: string;

async function prepare(agent: TestAgent): Promise<void> {
  stage = await LiveStage.open(`app-${agent.name}`);
  folder = stage.folder("work");
  ({ model, home } = await stage.add(agent));
  if (agent.name === "gemini") sayModel(join(home.env.HOME ?? "", ".gemini", "settings.json"));
}
afterEach(async () => {
  await stage.close();
  await model.close();
});

/** Else Gemini asks a model which model to ask. */
function sayModel(path: string): void {
  const settings = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...settings, model: { name: "gemini-2.5-flash" } }));
}

/** A turn of the agent's own, killed while the model speaks. */
async function cutOff(prompt: string): Promise<void> {
  model.push([{ partial: "A text that never" }, { hang: true }]);
  const turn = home.spawnTurn({ prompt, cwd: folder });
  await model.streamed({ reply: 1, action: 2 });
  // Some write down late what was said to them.
  await until(async () => (await stage.sessions()).some(({ title }) => title.includes(prompt)), {
    ...patience,
    what: "the session in the list",
  });
  turn.killAlone("SIGKILL");
  await turn.exited;
  await disposeAll();
}

const asked = () => model.requests.filter(({ number }) => number !== null);
const lastAsked = () => JSON.stringify(asked().at(-1)?.body);

describe.each(quickToStart(agents))("$agent.name in the app", ({ agent, title, asksInVain }) => {
  beforeEach(() => prepare(agent));

  test("killed, it is listed as interrupted, viewed, restored, stopped, gone on with, and left", async () => {
    await cutOff("please tell me");
    const pty = stage.openApp(folder, { args: [] });
    await pty.shows(new RegExp(`please tell me +${agent.name} +interrupted`));
    await pty.shows("1 interrupted (r)");
    pty.press("enter");
    await pty.shows(/turn 1 of 1/);
    await pty.shows(/interrupted ─+\s+▌? ?› please tell me/);
    await choose(pty, "Restore");
    await pty.shows("nothing until you write a message");
    expect(pty.text()).toContain("continues in the same thread");
    expect(pty.text()).toMatch(/Approvals +none; anything not allowed is declined/);
    expect(asked()).toHaveLength(1);
    pty.press("enter");
    await pty.shows(`Checking server connection… Done · ${title} starts with your first message`);
    await pty.shows(/› please tell me[\s\S]*session resumed/);
    expect(asked()).toHaveLength(1);

    model.push([{ partial: "Half of it" }, { hang: true }]);
    pty.type("and then\r");
    await pty.shows("working ·");
    await until(() => asked().length === 2, { ...patience, what: "the request" });
    await pty.ready("Enter  send after this turn");
    expect(lastAsked()).toMatch(/please tell me[\s\S]*and then/);
    pty.type("the rest, please\r");
    await pty.shows("queued 1: the rest, please");
    const { agentProcess } = await stage.runIn(folder, ({ agentProcess: one }) => one !== null);
    expect(isAlive(agentProcess?.pid ?? 0)).toBe(true);
    pty.press("escape");
    await pty.shows("Turn interrupted.");
    await pty.shows("ready ·");
    expect(isAlive(agentProcess?.pid ?? 0)).toBe(false);
    await pty.shows("› the rest, please"); // not sent after a stop: the person's again
    expect(asked()).toHaveLength(2);

    // What needs a yes is declined, and the screen says so and what to do.
    const refused = asksInVain ? [[{ call: agent.shellCall("echo 7 > seven.txt") }]] : [];
    model.push(...refused, [{ text: "All but that." }]);
    pty.press("enter");
    await until(() => asked().length >= 3, { ...patience, what: "the request" });
    await until(() => asked().length === 3 + refused.length, { ...patience, what: "the last request" });
    await pty.shows("All but that.");
    await pty.shows("ready ·");
    const told = `${title} was not allowed to .* It cannot ask in this mode: allow it in the settings of`;
    expect(new RegExp(told).test(pty.text().replaceAll(/\s+/g, " "))).toBe(asksInVain);
    expect(existsSync(join(folder, "seven.txt"))).toBe(false);
    expect(lastAsked().split("the rest, please")).toHaveLength(2);

    await goBack(pty);
    await pty.shows(/turn \d of \d/);
    pty.type("q");
    await pty.shows(new RegExp(`${agent.name} +completed`));
    pty.type("q");
    await expectGivenBack(pty, 0);
    expect(await stage.sessions()).toHaveLength(1);
  });
});
