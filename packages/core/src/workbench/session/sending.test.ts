import { readdirSync } from "node:fs";
import { join } from "node:path";
import { consentByYes } from "@reprise/model";
import { type AgentStep, openWorkbenchStage, Page, step } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let stage: Awaited<ReturnType<typeof openWorkbenchStage>>;
let page: Page;
beforeEach(async () => {
  stage = await openWorkbenchStage();
  await newPage();
});
afterEach(async () => {
  await page.leave();
  await stage.close();
});

async function newPage(): Promise<void> {
  page = await Page.open(stage.workbenches, stage.cwd);
}

/** A session whose agent is not running. */
async function ended(turn: readonly AgentStep[] = [step.reply("a", "Done.")]): Promise<void> {
  stage.agent.plays({ turns: [turn] });
  await page.live();
  await page.send("one");
  await page.idle();
  await page.act({ type: "end" });
}

const unfinished: AgentStep = {
  event: {
    type: "item",
    key: "c",
    isComplete: true,
    item: { kind: "command", command: "make", exitCode: null, status: "open", output: null },
  },
};
const noAgent = { startFails: "The agent ended with 1." };
const consent = consentByYes({ canAnswer: true });
const files = () => readdirSync(join(stage.stateFolder, "prompts"));
const inDraft = (text: string) => page.until("the draft", ({ draft }) => draft?.text === text);

/** As a page does: what is sent was a draft before. */
async function typedAndSent(text: string): Promise<void> {
  await page.act({ type: "draft", text, cursor: 0, inputs: [] });
  await page.send(text);
}

async function sentOnce(text: string): Promise<void> {
  stage.agent.plays({});
  await page.act({ type: "connect" });
  await page.live();
  expect(page.view.draft?.text).toBe(text);
  await page.send(text);
  await page.idle();
  expect(stage.agent.texts.filter((one) => one.includes(text))).toHaveLength(1);
  expect(page.view.draft).toBeNull();
  expect(files()).toEqual([]);
}

describe("a message is in the draft again, and sent once, when its agent", () => {
  it("ends with 1 at its start", async () => {
    await ended();
    stage.agent.plays(noAgent);
    await typedAndSent("two");
    await inDraft("two");
    await sentOnce("two");
  });

  it("ends with 1 after the person agreed to a plan, and is tried again", async () => {
    await ended([unfinished]);
    await typedAndSent("two");
    const { connection, draft } = await page.until("a plan", (view) => view.connection.planId !== null);
    expect(draft?.text).toBe("two");
    stage.agent.plays(noAgent);
    await page.act({ type: "consent", plan: connection.planId ?? "", consent });
    await inDraft("two");
    stage.agent.plays({});
    await page.act({ type: "connect" });
    const again = await page.workbench.view();
    expect(again.draft?.text).toBe("two");
    await page.act({ type: "consent", plan: again.connection.planId ?? "", consent });
    await page.live();
    if (page.view.draft !== null) await page.send("two");
    await page.until("the prompt", () => page.texts.some((text) => text.includes("two")));
    await page.idle();
    expect(stage.agent.texts.filter((one) => one.includes("two"))).toHaveLength(1);
    expect(page.view.draft).toBeNull();
  });

  it("is ended while it starts", async () => {
    await ended();
    stage.agent.plays({ startHangs: true });
    await typedAndSent("two");
    await page.until("its start", ({ draft }) => draft === null);
    await page.act({ type: "end" });
    await inDraft("two");
    await sentOnce("two");
  });

  it("starts when Reprise is closed", async () => {
    await ended();
    stage.agent.plays({ startHangs: true });
    await typedAndSent("two");
    await page.leave();
    await stage.restart();
    await newPage();
    stage.agent.plays({});
    await inDraft("two");
    await sentOnce("two");
  });

  it("was to start the session, and Reprise is closed", async () => {
    stage.agent.plays({ startHangs: true });
    await page.live();
    await typedAndSent("first");
    await page.leave();
    await stage.restart();
    await newPage();
    await inDraft("first");
    await sentOnce("first");
  });
});

it("a message that waits for consent is kept, also if no page wrote it", async () => {
  await ended([unfinished]);
  await page.act({ type: "draft", text: "my own words", cursor: 0, inputs: [] });
  expect(await page.send("of a program")).toMatchObject({ message: expect.stringContaining("is kept") });
  await inDraft("of a program\n\nmy own words");
});

it("what a program sends takes nothing out of the draft", async () => {
  await ended();
  await page.act({ type: "draft", text: "my own words", cursor: 0, inputs: [] });
  await page.send("of a program");
  await page.until("the prompt", () => page.texts.includes("prompt of a program"));
  expect(page.view.draft?.text).toBe("my own words");
});

describe("after a turn that failed", () => {
  const lost: AgentStep = {
    fails: { kind: "transport", message: "The connection was lost.", resetsAt: null },
  };
  const failed = async () => {
    stage.agent.plays({ turns: [[lost]] });
    await page.live();
    await page.send("one");
    return page.until("a banner", ({ banner }) => banner !== null);
  };

  it("“continue” is offered, and sent, if the session has the prompt", async () => {
    const { banner } = await failed();
    expect(banner).toMatchObject({ canRetry: true, isInSession: true });
    await page.act({ type: "retry" });
    await page.until("the answer", () => page.texts.includes("reply reply to continue"));
    expect([stage.agent.texts, page.view.banner]).toEqual([["one", "continue"], null]);
  });

  it("the same is offered and sent after a restart", async () => {
    await failed();
    await page.leave();
    await stage.restart();
    await newPage();
    await page.live();
    expect(page.view.banner).toMatchObject({ canRetry: true, isInSession: true });
    await page.act({ type: "retry" });
    await page.until("the answer", () => page.texts.includes("reply reply to continue"));
    expect([stage.agent.texts, page.view.banner]).toEqual([["one", "continue"], null]);
  });
});

describe("saved approvals", () => {
  it("are listed while they count: not after the run, unless the person wants them remembered", async () => {
    stage.agent.plays({ turns: [[step.request("r")]] });
    await page.live();
    await page.send("one");
    const { approvals } = await page.until("a request", (view) => view.approvals.length > 0);
    const answer = { decision: "session" } as const;
    await page.act({ type: "answer", request: approvals[0]?.id ?? "", answer });
    await page.until("it is listed", ({ remembered }) => remembered.length === 1);
    await page.idle();
    await page.leave();
    await stage.restart();
    await newPage();
    await page.live();
    expect(page.view.remembered).toEqual([]);
  });
});
