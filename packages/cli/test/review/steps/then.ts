import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Then } from "@cucumber/cucumber";
import { safeText } from "@reprise/model";
import { said } from "../../live-stage.ts";
import type { ReviewWorld } from "./world.ts";

const question = /"Review .*" \(\d{4}-\d\d-\d\d \d\d:\d\d \S+\) was interrupted\. Resume\? \[y\/n\]/;

Then("the comments are those of the pull request", function (this: ReviewWorld) {
  const { pullRequest, comments } = JSON.parse(this.ended.stdout);
  assert.equal(pullRequest.owner, "octo");
  assert.deepEqual(
    comments.map(({ id, author, filePath, lineNumber }: Record<string, unknown>) => ({
      id,
      author,
      filePath,
      lineNumber,
    })),
    [
      { id: 1, author: "alice", filePath: "src/cart.ts", lineNumber: 2 },
      { id: 2, author: "bob", filePath: "src/tax.ts", lineNumber: 1 },
    ],
  );
});

Then("the run completes", function (this: ReviewWorld) {
  assert.equal(this.ended.code, 0, this.ended.stderr);
  assert.equal(this.done.type, "done");
  assert.equal(this.done.state, "completed");
});

Then("both runs complete", async function (this: ReviewWorld) {
  for (const { ended } of this.working) {
    const { code, stderr, events } = await ended;
    assert.equal(code, 0, stderr);
    assert.equal(events.at(-1)?.state, "completed");
  }
});

Then("the prompt had the URL of the pull request and every comment", function (this: ReviewWorld) {
  const [prompt = ""] = this.stage.prompts();
  assert.match(prompt, /^Pull request URL: http\S+\/octo\/shop\/pull\/42$/m);
  assert.ok(prompt.includes("Use integers for money.") && prompt.includes("Where does this come from?"));
});

Then("the report says that comment {int} was answered by a change", async function (this: ReviewWorld, id: number) {
  const { comments } = await this.stage.report();
  const found = comments.find(({ comment }) => comment.id === id);
  assert.equal(found?.outcome, "changed");
  assert.deepEqual(
    found?.changes.map(({ path, isByEdit }) => ({ path, isByEdit })),
    [{ path: "src/cart.ts", isByEdit: true }],
  );
});

Then("the report says that comment {int} was answered by no change", async function (this: ReviewWorld, id: number) {
  const { comments } = await this.stage.report();
  assert.equal(comments.find(({ comment }) => comment.id === id)?.outcome, "unchanged");
});

Then("nothing was posted", function (this: ReviewWorld) {
  assert.deepEqual(this.stage.posted(), []);
});

Then("it is refused, and nothing was posted", function (this: ReviewWorld) {
  assert.equal(this.ended.code, 5, this.ended.stderr);
  assert.deepEqual(this.stage.posted(), []);
});

Then("one reply to comment {int} was posted, as it was drafted", async function (this: ReviewWorld, id: number) {
  assert.equal(this.ended.code, 0, this.ended.stderr);
  const { comments } = await this.stage.report();
  const draft = comments.find(({ comment }) => comment.id === id)?.draft;
  assert.deepEqual(this.stage.posted(), [{ inReplyTo: id, body: draft }]);
});

Then("it continued the prior thread", async function (this: ReviewWorld) {
  const { run, stage } = this;
  const now = stage.live.runs().find((one) => one.run === run.run);
  assert.deepEqual([now?.thread, now?.status], [run.thread, "completed"]);
  assert.equal((await stage.live.sessions()).length, 1);
  assert.match(stage.prompts().at(-1) ?? "", /^Continue to resolve the review comments/);
});

Then("it is another thread", async function (this: ReviewWorld) {
  const others = this.stage.live.runs().filter(({ thread }) => thread !== this.run.thread);
  assert.ok(others.some(({ status }) => status === "completed"));
  assert.match(this.stage.prompts().at(-1) ?? "", /^Resolve the review comments/);
});

Then("it continued in a new thread with the history", async function (this: ReviewWorld) {
  assert.notEqual(this.done.thread, this.run.thread);
  const sent = this.stage.live.asked().at(-1);
  assert.ok(sent !== undefined && JSON.stringify(sent.body).includes("echo looked"));
});

Then("the transcript file contains {string}", function (this: ReviewWorld, text: string) {
  assert.ok(readFileSync(this.run.journal, "utf8").includes(text));
});

Then("nothing was sent to the model since", function (this: ReviewWorld) {
  assert.equal(this.stage.live.asked().length, this.askedBefore);
});

Then("nothing was ever sent to the model", function (this: ReviewWorld) {
  assert.deepEqual([this.stage.live.asked().length, this.stage.live.runs().length], [0, 0]);
});

Then("it is refused, and both choices are named", function (this: ReviewWorld) {
  assert.equal(this.ended.code, 5);
  const { error } = JSON.parse(this.ended.stderr.trim().split("\n").at(-1) ?? "");
  assert.match(error.message, /Choose --resume or --fresh\. Nothing was done\./);
  assert.deepEqual(error.candidates, [
    "reprise review --run --resume --json 'octo/shop#42'",
    "reprise review --run --fresh --json 'octo/shop#42'",
  ]);
});

Then("the resumed prompt has {string} and {string}", function (this: ReviewWorld, first: string, second: string) {
  const prompt = this.stage.prompts().at(-1) ?? "";
  assert.ok(prompt.includes(first) && prompt.includes(second), prompt);
});

Then("the resumed prompt does not have {string}", function (this: ReviewWorld, text: string) {
  assert.ok(!this.stage.prompts().at(-1)?.includes(text));
});

Then(
  "it is refused with {string}, and a replay or a fresh start is offered",
  function (this: ReviewWorld, reason: string) {
    assert.equal(this.ended.code, 5, this.ended.stderr);
    const { error } = JSON.parse(this.ended.stderr.trim().split("\n").at(-1) ?? "");
    assert.ok(`${error.message}\n${this.ended.stdout}`.includes(reason), error.message);
    assert.deepEqual(error.candidates, [
      "reprise review --run --resume --yes --fallback replay --json 'octo/shop#42'",
      "reprise review --run --fresh --yes --json 'octo/shop#42'",
    ]);
  },
);

Then("it is refused with {string}", function (this: ReviewWorld, reason: string) {
  assert.equal(this.ended.code, 5, this.ended.stderr);
  assert.ok(this.ended.stderr.includes(reason), this.ended.stderr);
});

Then("it is refused as bad use with {string}", function (this: ReviewWorld, reason: string) {
  assert.equal(this.ended.code, 2, this.ended.stderr);
  assert.ok(this.ended.stderr.includes(reason), this.ended.stderr);
});

Then(
  "it is not found, and {string} and {string} are named",
  function (this: ReviewWorld, first: string, second: string) {
    assert.equal(this.ended.code, 3, this.ended.stderr);
    assert.deepEqual(JSON.parse(this.ended.stderr).error.candidates, [first, second]);
  },
);

Then(
  "each run had the comments of its reviewer only, in its own thread and journal",
  async function (this: ReviewWorld) {
    const [alice, bob] = this.working.map(({ run }) => run);
    assert.ok(alice && bob && alice.thread !== bob.thread && alice.journal !== bob.journal);
    assert.equal(dirname(alice.journal), dirname(bob.journal));
    for (const { run } of this.working) {
      const own = run === alice ? "Use integers for money." : "Where does this come from?";
      const other = run === alice ? "Where does this come from?" : "Use integers for money.";
      const journal = readFileSync(run.journal, "utf8");
      assert.ok(journal.includes(own) && !journal.includes(other));
      const log = (await this.stage.live.home.sessionFiles()).find((path) => path.includes(String(run.thread)));
      const text = readFileSync(log ?? "", "utf8");
      assert.ok(text.includes(own) && !text.includes(other));
    }
  },
);

Then(
  "the interrupted run of {string} is still offered, and that of {string} is not",
  async function (this: ReviewWorld, offered: string, other: string) {
    const planned = async (name: string) =>
      JSON.parse((await this.stage.offline(name, "--run", "--dry-run", "--json")).stdout).offer;
    assert.equal((await planned(offered))?.run, this.run.run);
    assert.equal(await planned(other), null);
  },
);

Then("the interrupted run is still offered", async function (this: ReviewWorld) {
  const { stdout } = await this.stage.review("--run", "--dry-run", "--json");
  assert.equal(JSON.parse(stdout).offer?.run, this.run.run);
});

Then("every run has a journal of its own that can be read", function (this: ReviewWorld) {
  const journals = this.stage.journals();
  const seconds = journals.map((path) => /-(\d{8}T\d{6}Z)-/.exec(path)?.[1]);
  assert.ok(new Set(seconds).size < journals.length, "no two runs started in the same second");
  assert.equal(new Set(journals).size, journals.length);
  for (const path of journals) {
    const records = readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(records.filter(({ type }) => type === "run-started").length, 1);
    assert.equal(records.at(-1)?.type, "run-ended");
  }
});

Then("every line between the marks of the prompt is one comment as JSON", function (this: ReviewWorld) {
  const lines = (this.stage.prompts().at(-1) ?? "").split("\n");
  const block = lines.slice(lines.indexOf("BEGIN COMMENTS") + 1, lines.lastIndexOf("END OF COMMENTS"));
  assert.deepEqual(block.map((line) => JSON.parse(line).id).sort(), [1, 2]);
  assert.equal(lines.filter((line) => line === "END OF COMMENTS").length, 1);
});

Then("the last line of the prompt ends the block", function (this: ReviewWorld) {
  const first = this.stage.live.asked().at(0);
  assert.ok(first !== undefined && said(first).at(-1)?.endsWith("\nEND OF COMMENTS"));
});

Then("the file {string} holds no token", function (this: ReviewWorld, name: string) {
  const text = readFileSync(join(this.stage.checkout, name), "utf8");
  assert.match(text, /^GH_HOST=/m);
  assert.doesNotMatch(text, /a-token/);
});

Then("the terminal asks whether to resume", async function (this: ReviewWorld) {
  await this.terminal.shows(question);
});

Then("the terminal did not ask whether to resume", function (this: ReviewWorld) {
  assert.doesNotMatch(safeText(this.terminal.raw()), question);
});

Then("the program exits with {int}", async function (this: ReviewWorld, code: number) {
  const ended = await this.terminal.exited;
  assert.equal(ended.code, code, this.terminal.text());
});
