import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consentByYes, type FileChange, usualWish } from "@reprise/model";
import { type AgentStep, openWorkbenchStage, Page, step } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let stage: Awaited<ReturnType<typeof openWorkbenchStage>>;
const pages: Page[] = [];
beforeEach(async () => {
  stage = await openWorkbenchStage();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.leave();
  await stage.close();
});

async function newPage(): Promise<Page> {
  const page = await Page.open(stage.workbenches, stage.cwd);
  pages.push(page);
  return page;
}

const add = (path: string): FileChange => ({ path, change: "add", diff: `${path}\n` });
const edit = (...changes: FileChange[]): AgentStep => ({
  event: { type: "item", key: "e", isComplete: false, item: { kind: "edit", status: "open", changes } },
});

test("an edit that grows after it was announced is reviewed as it is asked for", async () => {
  const changes = [add("shown.txt"), add("later.txt")];
  const asked = changes.map((change) => ({ ...change, movedTo: null }));
  const asks = step.request("r", { kind: "edit", item: "e", changes: asked });
  stage.agent.plays({ turns: [[edit(add("shown.txt")), edit(...changes), asks]] });
  const page = await newPage();
  await page.live();
  await page.send("write");
  const { diffs, approvals } = await page.until("a request", (view) => view.approvals.length > 0);
  expect(diffs.at(-1)?.request).toBe(approvals[0]?.id);
  expect(diffs.at(-1)?.documents.map(({ path }) => path)).toEqual(["shown.txt", "later.txt"]);
});

test("after a restart, a partly applied edit can be undone, and the agent gets the note about it", async () => {
  const changes = [add("wanted.txt"), add("other.txt")];
  const asked = changes.map((change) => ({ ...change, movedTo: null }));
  stage.agent.plays({
    turns: [[edit(...changes), step.request("r", { kind: "edit", item: "e", changes: asked })]],
  });
  const page = await newPage();
  await page.live();
  await page.send("write");
  const { diffs } = await page.until("a request", ({ approvals }) => approvals.length > 0);
  const diff = diffs.at(-1)?.id ?? "";
  await page.act({ type: "select", diff, paths: ["other.txt"], isSelected: false });
  await page.act({ type: "apply", diff });
  const path = join(stage.cwd, "wanted.txt");
  expect(existsSync(path)).toBe(true);
  for (const one of pages.splice(0)) await one.leave();
  await stage.restart();
  const next = await newPage();
  const { notes, decided } = await next.until("the saved state", ({ entries }) => entries.length > 0);
  expect(notes).toEqual(["Of your last edit I applied these files myself: wanted.txt. I declined these: other.txt."]);
  expect(decided).toMatchObject([{ id: diff, message: "Applied: 1 file." }]);
  await next.act({ type: "undo", id: decided[0]?.undo ?? "" });
  expect(existsSync(path)).toBe(false);
  await next.until("nothing to undo", (view) => view.decided.length === 0);
});

test("an address that names the run of the workbench does not end it", async () => {
  stage.agent.plays({ turns: [[step.request("r")]] });
  const page = await newPage();
  await page.live();
  await page.send("look");
  const { approvals, thread } = await page.until("a request", (view) => view.approvals.length > 0);
  if (thread?.run == null) throw new Error("There is no run.");
  await page.act({ type: "follow", run: thread.run });
  await page.act({ type: "answer", request: approvals[0]?.id ?? "", answer: { decision: "once" } });
  await page.until("the reply", () => page.texts.includes("reply answered once"));
});

test("the agent that the next session starts with is shown before one is chosen", async () => {
  const page = await newPage();
  expect((await page.live()).choice?.agent).toBe("codex");
});

test("a restore that was started elsewhere is shown with the session it continues", async () => {
  stage.agent.plays({ turns: [[step.reply("a", "first")]] });
  const page = await newPage();
  await page.live();
  await page.send("one");
  const { thread } = await page.idle();
  await page.act({ type: "new" });
  await page.until("nothing", ({ entries }) => entries.length === 0);
  const { runner } = stage;
  const plan = await runner.plan(thread?.session ?? "", { ...usualWish, isSilent: true });
  const run = await runner.restore(plan, { ...consentByYes({ canAnswer: true }), stays: true });
  await page.act({ type: "follow", run: run.id });
  await page.until("the agent", ({ connection, activity }) => {
    return connection.state === "live" && activity.phase === "idle";
  });
  expect(page.texts).toEqual(["prompt one", "reply first"]);
});

test("a banner that is gone on another page is not retried", async () => {
  stage.agent.plays({
    turns: [[{ fails: { kind: "server", message: "The model is away.", resetsAt: null } }]],
  });
  const page = await newPage();
  await page.live();
  await page.send("one");
  const { banner } = await page.until("a banner", (view) => view.banner !== null);
  expect(banner?.canRetry).toBe(true);
  await page.act({ type: "dismiss-banner" });
  await page.act({ type: "retry" });
  expect(stage.agent.texts).toEqual(["one"]);
});

test("a choice is for the next session: one that is open keeps its settings", async () => {
  const page = await newPage();
  await page.live();
  await page.send("one");
  await page.idle();
  const settings = page.view.thread?.settings;
  if (settings === undefined) throw new Error("There is no thread.");
  await page.act({
    type: "choose",
    choice: { agent: "codex", settings: { ...settings, sandbox: "danger-full-access", model: "large" } },
  });
  await page.act({ type: "end" });
  await page.send("two");
  await page.until("the prompt", () => page.texts.includes("prompt two"));
  await page.live();
  expect(page.view.thread?.settings).toEqual(settings);
});

test("a prompt that is sent before its last letters were saved leaves no draft", async () => {
  const page = await newPage();
  await page.live();
  await page.act({ type: "draft", text: "half of", cursor: 7, inputs: [] });
  await page.send("half of it, and the rest");
  await page.until("no draft", ({ draft }) => draft === null);
});

test("a prompt that the disk takes no copy of is sent, once, and said to be", async () => {
  const page = await newPage();
  await page.live();
  await page.send("one");
  await page.idle();
  const prompts = join(stage.cwd, "..", "state", "prompts");
  rmSync(prompts, { recursive: true });
  writeFileSync(prompts, "a file where the folder was");
  await page.act({ type: "draft", text: "two", cursor: 3, inputs: [] });
  await page.send("two");
  await page.until("the prompt", ({ draft }) => draft === null && page.texts.includes("prompt two"));
  expect(stage.agent.texts).toEqual(["one", "two"]);
});

test("no name of a command leads to anything but an output", async () => {
  const page = await newPage();
  await page.live();
  for (const name of ["__proto__", "constructor", "toString"]) expect(await page.workbench.output(name)).toBeNull();
});

describe("a decision that a kill cut off", () => {
  /** The intent is on disk; `act` is what was done of it. */
  const cutOff = async (written: readonly string[]) => {
    const changes = [add("wanted.txt"), add("also.txt"), add("other.txt")];
    const asked = changes.map((change) => ({ ...change, movedTo: null }));
    stage.agent.plays({
      turns: [[edit(...changes), step.request("r", { kind: "edit", item: "e", changes: asked })]],
    });
    const page = await newPage();
    await page.live();
    await page.send("write");
    const { diffs } = await page.until("a request", ({ approvals }) => approvals.length > 0);
    const diff = diffs.at(-1)?.id ?? "";
    await page.act({ type: "select", diff, paths: ["other.txt"], isSelected: false });
    await page.act({ type: "apply", diff });
    for (const one of pages.splice(0)) await one.leave();
    await stage.end();
    // As it was on disk before the outcome was.
    for (const name of ["wanted.txt", "also.txt"]) if (!written.includes(name)) rmSync(join(stage.cwd, name));
    const folder = join(stage.stateFolder, "workspaces");
    const [path = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("session.jsonl"),
    );
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    const intended = lines.findIndex((line) => line.includes('"declined":["other.txt"]'));
    writeFileSync(join(folder, path), `${lines.slice(0, intended + 1).join("\n")}\n`);
    await stage.begin();
    const next = await newPage();
    const isSettled = ({ connection, decided }: Page["view"]) =>
      (connection.state === "live" || connection.state === "degraded") &&
      decided.every(({ intent }) => intent === null);
    const view = await next.until("the outcome", isSettled);
    const states = view.diffs.at(-1)?.documents.map(({ path: name, state }) => `${name} ${state}`);
    return { next, view, states };
  };

  test("is done if its files are written: it can be undone, and the agent gets the note", async () => {
    const { next, view, states } = await cutOff(["wanted.txt", "also.txt"]);
    expect(states).toEqual(["wanted.txt applied", "also.txt applied", "other.txt discarded"]);
    expect(view.notes).toEqual([
      "Of your last edit I applied these files myself: wanted.txt, also.txt. I declined these: other.txt.",
    ]);
    await next.act({ type: "undo", id: view.decided[0]?.undo ?? "" });
    expect(existsSync(join(stage.cwd, "wanted.txt"))).toBe(false);
  });

  test("is shown as far as it went if only some are", async () => {
    const { next, view, states } = await cutOff(["wanted.txt"]);
    expect(states).toEqual(["wanted.txt applied", "also.txt proposed", "other.txt discarded"]);
    expect(view.notes[0]).toContain("applied these files myself: wanted.txt. I declined these: also.txt, other.txt.");
    await next.act({ type: "undo", id: view.decided[0]?.undo ?? "" });
    expect(existsSync(join(stage.cwd, "wanted.txt"))).toBe(false);
  });

  test("has not happened if none is", async () => {
    const { view, states } = await cutOff([]);
    expect(states).toEqual(["wanted.txt proposed", "also.txt proposed", "other.txt proposed"]);
    expect([view.notes, view.decided]).toEqual([[], []]);
  });
});
