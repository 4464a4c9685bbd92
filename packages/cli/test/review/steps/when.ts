import { When } from "@cucumber/cucumber";
import { type PtyKey, until } from "@reprise/testkit";
import { target } from "../review-stage.ts";
import { otherFolder } from "./given.ts";
import type { ReviewWorld } from "./world.ts";

When("the comments are printed as JSON", async function (this: ReviewWorld) {
  this.ended = await this.stage.review("--json");
});

When("a fresh run starts without a terminal", async function (this: ReviewWorld) {
  this.ended = await this.stage.fresh();
});

When("a run starts without a terminal and without a choice", async function (this: ReviewWorld) {
  this.ended = await this.stage.review("--run", "--json");
});

When("the run is resumed without a terminal", async function (this: ReviewWorld) {
  this.ended = await this.stage.review("--run", "--resume", "--yes", "--json");
});

When("the run is resumed as a replay", async function (this: ReviewWorld) {
  this.ended = await this.stage.review("--run", "--resume", "--fallback", "replay", "--yes", "--json");
});

When("a run of the pull request {string} starts without a terminal", async function (this: ReviewWorld, name: string) {
  this.ended = await this.stage.offline(name, "--run", "--json");
});

When(
  "a run starts without a terminal for the file {string} and the reviewer {string}",
  async function (this: ReviewWorld, file: string, login: string) {
    this.ended = await this.stage.review("--run", "--json", "--file", file, "--reviewer", login);
  },
);

When("a run starts without a terminal for the reviewer {string}", async function (this: ReviewWorld, login: string) {
  this.ended = await this.stage.review("--run", "--json", "--reviewer", login);
});

When("a run starts there without a terminal", async function (this: ReviewWorld) {
  const { live } = this.stage;
  this.ended = await live.run(otherFolder(this), "review", target, "--run", "--json");
});

When("a run starts there without a terminal, by force", async function (this: ReviewWorld) {
  const { live } = this.stage;
  this.ended = await live.run(otherFolder(this), "review", target, "--run", "--json", "--force");
});

When("runs start at once until two of them share a second", async function (this: ReviewWorld) {
  const seconds = () => this.stage.journals().map((path) => /-(\d{8}T\d{6}Z)-/.exec(path)?.[1]);
  for (let attempt = 0; attempt < 10 && new Set(seconds()).size === seconds().length; attempt += 1) {
    const runs = [1, 2].map(() => this.stage.fresh());
    for (const { code, stderr } of await Promise.all(runs)) if (code !== 0) throw new Error(stderr);
  }
});

When("the program is killed", async function (this: ReviewWorld) {
  await this.stage.killProgram(this.run);
});

When("the program and its agent are killed", async function (this: ReviewWorld) {
  await this.stage.live.kill(this.run);
});

When("both replies end", function (this: ReviewWorld) {
  this.stage.live.model.release();
});

When(
  "the drafted reply to comment {int} is to be posted without a confirmation",
  async function (this: ReviewWorld, id: number) {
    this.ended = await this.stage.review("--reply", String(id));
  },
);

When(
  "the drafted reply to comment {int} is posted with a confirmation",
  async function (this: ReviewWorld, id: number) {
    this.ended = await this.stage.review("--reply", String(id), "--yes", "--json");
  },
);

When("a run starts on a plain terminal", function (this: ReviewWorld) {
  this.terminal = this.stage.plain();
});

When("the user presses {string}", async function (this: ReviewWorld, key: string) {
  const { terminal } = this;
  await until(() => /\[y\/n\] $/.test(terminal.raw()), { what: "a question that takes keys" });
  const before = terminal.raw().length;
  const press = () => (key.length === 1 ? terminal.type(key) : terminal.press(key as PtyKey));
  press();
  await until(() => terminal.raw().length > before, { what: `an echo of ${key}` });
});

When("the user presses {string} and agrees to what is asked", async function (this: ReviewWorld, key: string) {
  await this.stage.agree(this.terminal, key);
});
