import { type Consent, noSettings } from "@reprise/model";
import { claude, gemini, type Machine, type Page, startMachine, type TestAgent } from "@reprise/testkit";
import { afterEach, expect, it } from "vitest";
import { type OpenProgram, OpenStage } from "./open-stage.ts";
import { childrenOf, signal } from "./random-kills/kill-stage.ts";
import { openWorkbenchPage } from "./workbench-page.ts";

let stage: OpenStage;
let machine: Machine;
let open: OpenProgram;
let page: Page;
async function enter(agent: TestAgent): Promise<void> {
  stage = await OpenStage.open();
  machine = await startMachine("workbench", agent);
  await begin();
}
afterEach(async () => {
  await page.leave();
  await stage.close();
  await machine.close();
});

async function begin(): Promise<void> {
  // Without it, Claude Code refuses full access to a superuser, which test machines are.
  const env = { ...machine.env, IS_SANDBOX: "1" };
  open = await stage.start(["--no-browser", "--port", "0"], { env });
  page = await openWorkbenchPage(open, { state: machine.state, folder: stage.scratch.workspace });
}

const choices = {
  claude: { ...noSettings, approvalPolicy: "bypassPermissions" },
  gemini: { ...noSettings, approvalPolicy: "yolo", model: "gemini-2.5-flash" },
} as const;
const consent: Consent = {
  drift: "ask",
  reappliesApprovals: false,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: true,
  stays: true,
};

/** A command runs, and something is typed meanwhile. */
async function atWork(agent: TestAgent & { readonly name: keyof typeof choices }): Promise<void> {
  await enter(agent);
  machine.model.push(
    [{ text: "I will wait." }, { call: agent.shellCall("echo begun; sleep 20; echo over") }],
    [{ text: "Late." }],
  );
  await page.live();
  await page.act({ type: "choose", choice: { agent: agent.name, settings: choices[agent.name] } });
  await page.send("work");
  await page.until("a command", ({ execs }) => execs[0]?.status === "running");
  await page.act({ type: "draft", text: "and then the te", cursor: 9, inputs: [] });
}

it("Gemini CLI: a command that its log lacks is back after a SIGKILL of both, and asked about", async () => {
  await atWork(gemini as typeof gemini & { readonly name: "gemini" });
  const before = page.view;
  const agents = childrenOf(open.child.pid ?? 0);
  await page.leave();
  await open.kill("SIGKILL");
  for (const agent of agents) signal(agent, "SIGKILL");
  await begin();
  const { connection, draft, choice, execs } = await page.until("asked", (view) => view.connection.planId !== null);
  expect(connection.detail).toBe("Some work may be unfinished.");
  expect([draft?.text, choice]).toEqual(["and then the te", before.choice]);
  // Gemini CLI may have been killed before its log had the turn.
  const [end = "notice Turn interrupted.", ...more] = page.texts.slice(3);
  expect(page.texts.slice(0, 3)).toEqual(["prompt work", "reply I will wait.", "command"]);
  expect([end, more]).toEqual(["notice Turn interrupted.", []]);
  expect(execs).toMatchObject([{ command: expect.stringContaining("sleep 20"), exitCode: null }]);
  await page.act({ type: "consent", plan: connection.planId ?? "", consent });
  await page.idle();
  expect(page.view.thread?.settings.approvalPolicy).toBe("yolo");
});

it("Claude Code: one that outlives its server is waited for, then the session continues by itself", async () => {
  await atWork(claude as typeof claude & { readonly name: "claude" });
  const [agent = 0] = childrenOf(open.child.pid ?? 0);
  await page.leave();
  await open.kill("SIGKILL");
  await begin();
  const { connection, draft } = await page.until("busy", (view) => view.connection.state === "degraded");
  expect(connection.detail).toBe(
    `The session is open in claude (process ${agent}). Close it there, then it continues here.`,
  );
  expect(draft?.text).toBe("and then the te");
  signal(agent, "SIGKILL");
  const view = await page.until("asked", (one) => one.connection.detail === "Some work may be unfinished.");
  expect(view.connection.plan?.mode).toBe("resume");
  expect(page.texts).toEqual([...["prompt work", "reply I will wait.", "command"], "notice Turn interrupted."]);
});
