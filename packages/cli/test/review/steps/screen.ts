import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { Given, Then, When } from "@cucumber/cucumber";
import { until } from "@reprise/testkit";
import type { ReviewWorld } from "./world.ts";

const question = /Interrupted session from \d{4}-\d\d-\d\d \d\d:\d\d \S+\. Resume\? \[y\/n\]/;
/** Against hanging only. */
const patience = { timeoutMs: 60_000 };

Given("an interrupted Codex session exists for the current PR", async function (this: ReviewWorld) {
  this.run = await this.stage.interrupted();
});

Given("no interrupted Codex session exists", function (this: ReviewWorld) {
  assert.deepEqual(this.stage.live.runs(), []);
});

Given("a Codex run that is interrupted mid-execution", function (this: ReviewWorld) {
  this.stage.live.model.push([{ partial: "I look at", chunks: 1 }, { hang: true }]);
});

Given("Codex works on the comments, started from the screen", async function (this: ReviewWorld) {
  this.stage.live.model.push([{ partial: "I look at", chunks: 1 }, { hang: true }]);
  await startOnScreen(this);
  this.run = await this.stage.live.runIn(this.stage.checkout);
  // Killed before it asks, it would leave its reply to the run that resumes it.
  await this.stage.live.model.arrived(1);
});

When("the user presses x to start Codex execution", async function (this: ReviewWorld) {
  await startOnScreen(this);
});

When("the user presses x again", async function (this: ReviewWorld) {
  this.askedBefore = this.stage.live.asked().length;
  this.terminal.type("x");
});

When("Codex execution is started from the review text user interface \\(TUI\\)", async function (this: ReviewWorld) {
  await startOnScreen(this);
  this.run = await this.stage.live.runIn(this.stage.checkout);
  const { agentProcess } = this.run;
  if (agentProcess === null) throw new Error("The run has no agent.");
  process.kill(agentProcess.pid, "SIGKILL");
});

When("the user accepts the resume prompt", async function (this: ReviewWorld) {
  await answered(this, "y");
  await agreeToPlan(this);
});

When("the user declines the resume prompt", async function (this: ReviewWorld) {
  await answered(this, "n");
});

When("the user leaves the resume prompt with Esc", async function (this: ReviewWorld) {
  await answered(this, "\x1b");
});

When("the user chooses a new run", async function (this: ReviewWorld) {
  const { terminal } = this;
  await terminal.ready("[r/n]");
  terminal.type("n");
  await until(() => !terminal.text().includes("[r/n]"), { ...patience, what: "the end of the question" });
});

Then("the status bar shows a resume prompt", async function (this: ReviewWorld) {
  await this.terminal.shows(question);
});

Then("the next x shows a resume prompt", async function (this: ReviewWorld) {
  await this.terminal.shows(/x resumes it|Error:/);
  this.terminal.type("x");
  await this.terminal.shows(question);
});

Then("the status bar contains {string}", async function (this: ReviewWorld, text: string) {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+");
  await this.terminal.shows(new RegExp(pattern));
});

Then("the status bar offers a replay or a new run", async function (this: ReviewWorld) {
  await this.terminal.shows(/Replay it in a new thread, or start a\s+new run\? \[r\/n\]/);
});

Then("no TUI error is shown", function (this: ReviewWorld) {
  assert.ok(!this.terminal.text().includes("Error:"), this.terminal.text());
});

Then("no resume prompt was shown", function (this: ReviewWorld) {
  assert.ok(!this.terminal.raw().includes("Resume?"));
});

Then("the resume prompt was shown once", function (this: ReviewWorld) {
  assert.ok(!this.terminal.raw().slice(this.shownUntil).includes("Resume?"));
});

Then("another run completes", async function (this: ReviewWorld) {
  const { live } = this.stage;
  const isDone = () =>
    live.asked().length > this.askedBefore && live.runs().filter(({ status }) => status === "completed").length === 2;
  await until(isDone, { ...patience, what: "a second completed run" });
});

Then("the session state file exists", async function (this: ReviewWorld) {
  const path = sidecar(this);
  await until(() => existsSync(path), { ...patience, what: path });
});

Then("the session state file shows status interrupted", async function (this: ReviewWorld) {
  const state = () => JSON.parse(readFileSync(sidecar(this), "utf8")) as { status: string; thread: string };
  await until(() => state().status !== "running", { ...patience, what: "the end of the run" });
  assert.deepEqual([state().status, state().thread], ["interrupted", this.run.thread]);
});

function sidecar({ run }: ReviewWorld): string {
  return run.journal.replace(/\.jsonl$/, ".session.json");
}

async function startOnScreen(world: ReviewWorld): Promise<void> {
  world.terminal = world.stage.screen();
  await world.terminal.shows("Filter: Unresolved (2/2)");
  world.terminal.type("x");
}

async function answered(world: ReviewWorld, key: string): Promise<void> {
  const { terminal } = world;
  await terminal.ready(question);
  terminal.type(key);
  await until(() => !terminal.text().includes("Resume?"), { ...patience, what: "the end of the question" });
  world.shownUntil = terminal.raw().length;
}

/** Where the plan needs consent, Enter gives it. */
async function agreeToPlan({ terminal }: ReviewWorld): Promise<void> {
  const isPlan = () => /\[[x ]\] /.test(terminal.text()) && !terminal.text().includes("Filter:");
  const isNext = () => /Codex: |Codex\s+completed|cannot be resumed/.test(terminal.text());
  await until(() => isPlan() || isNext(), { ...patience, what: "the plan, or the run" });
  while (isPlan()) {
    await terminal.ready(/ Enter {2}/);
    terminal.press("enter");
    await until(() => !isPlan(), { ...patience, what: "the end of the plan" });
  }
}
