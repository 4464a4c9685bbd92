import { join } from "node:path";
import { Given } from "@cucumber/cucumber";
import type { ReviewWorld } from "./world.ts";

Given("a pull request with review comments and a clone of its repository", function (this: ReviewWorld) {
  this.stage.fillPullRequest();
});

Given("a clone of {string}", function (this: ReviewWorld, repository: string) {
  this.stage.clone(this.stage.live.folder("other"), repository);
});

Given("Codex will edit {string}", function (this: ReviewWorld, path: string) {
  const input = [
    "*** Begin Patch",
    `*** Update File: ${path}`,
    "@@",
    "-  let sum = 0;",
    "+  let sum = 0; // in cents",
    "*** End Patch",
  ].join("\n");
  this.stage.live.model.push([{ custom: { name: "apply_patch", input } }], [{ text: "I changed it." }]);
});

Given("Codex will run {string}", function (this: ReviewWorld, cmd: string) {
  this.stage.live.model.push([{ call: { name: "exec_command", arguments: { cmd } } }], [{ text: "I ran it." }]);
});

Given("Codex works on the comments", async function (this: ReviewWorld) {
  const working = await this.stage.working();
  this.working.push(working);
  this.run = working.run;
});

Given("Codex works on the comments of {string}", async function (this: ReviewWorld, login: string) {
  this.working.push(await this.stage.working(["--reviewer", login]));
});

Given("Codex works on the comments of {string} in another program", async function (this: ReviewWorld, login: string) {
  this.working.push(await this.stage.working(["--reviewer", login]));
});

Given("an interrupted run of the pull request", async function (this: ReviewWorld) {
  this.run = await this.stage.interrupted();
});

Given("an interrupted run of the pull request {string}", async function (this: ReviewWorld, name: string) {
  this.run = await this.stage.interrupted(this.stage.offlineArgs(), name);
});

Given("a fresh run has completed", async function (this: ReviewWorld) {
  this.ended = await this.stage.fresh();
});

Given("comment {int} now says {string}", function (this: ReviewWorld, id: number, body: string) {
  this.stage.say(id, body);
});

Given("comment {int} now says:", function (this: ReviewWorld, id: number, body: string) {
  this.stage.say(id, body);
});

Given("a new comment {int} says {string}", function (this: ReviewWorld, id: number, body: string) {
  this.stage.say(id, body);
});

Given("a Codex that refuses to resume any thread", function (this: ReviewWorld) {
  const { live } = this.stage;
  live.set({ REPRISE_CODEX_BIN: live.refusing("thread is not available") });
});

Given("its thread is archived", async function (this: ReviewWorld) {
  await this.stage.archive(this.run);
});

export const otherFolder = (world: ReviewWorld) => join(world.stage.live.folder("other"));
