import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usualWish } from "@reprise/model";
import {
  carefulConsent,
  codex,
  Listener,
  type LoopbackGitHub,
  type Machine,
  startGitHub,
  startMachine,
} from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { openLibrary } from "../src/library.ts";
import { openReviews } from "../src/reviews.ts";
import { openRunner } from "../src/runner.ts";
import { patch, run } from "./codex-driver/actions.ts";

let machine: Machine;
let github: LoopbackGitHub;
beforeEach(async () => {
  [machine, github] = await Promise.all([startMachine("review-report", codex), startGitHub()]);
});
afterEach(() => Promise.all([machine.close(), github.close()]));

test("what the real Codex changed by edits and by commands is reported, over a kill of Codex and a resume", async () => {
  const { scratch, model } = machine;
  const cwd = scratch.workspace;
  const git = (...args: string[]) => {
    const who = ["-c", "user.name=A", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"];
    execFileSync("git", ["-C", cwd, ...who, ...args], {
      env: { PATH: process.env.PATH, HOME: scratch.home },
    });
  };
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src/a.ts"), "one\ntwo\nthree\n");
  writeFileSync(join(cwd, "src/b.ts"), "1\n2\n");
  git("add", "-A");
  git("commit", "--quiet", "--message=files");
  git("remote", "add", "origin", `${github.origin}/acme/shop`);
  writeFileSync(join(cwd, "mine.ts"), "of the person\n");
  const comments = [
    { id: 1, path: "src/a.ts", line: 2 },
    { id: 2, path: "src/b.ts", line: 2 },
    { id: 3, path: "src/c.ts", line: 1 },
  ];
  github.add({ owner: "acme", repository: "shop", number: 42, comments });
  const host = nodeHost({ ...machine.env, GITHUB_SERVER_URL: github.origin });
  const library = openLibrary(host);
  const runner = await openRunner(host, { library });
  try {
    const reviews = openReviews(host, { library, runner });
    const target = await reviews.find({ target: "42", commentsFile: null, folder: cwd });
    const fetched = await reviews.comments(target);
    const wish = {
      target,
      comments: fetched.comments,
      agent: "codex",
      canAnswer: false,
      isResumed: false,
      isForced: false,
      settings: { sandbox: "danger-full-access", approvalPolicy: "never" },
    } as const;
    model.push(
      [patch("*** Update File: src/a.ts", "@@", " one", "-two", "+2")],
      [run("printf '1\\ntwo\\n' > src/b.ts")],
      [{ hang: true }],
    );
    const first = await runner.run(await reviews.prepare(wish));
    const heard = new Listener(first);
    await model.arrived(3);
    const [state] = await runner.runs();
    process.kill(state?.agentProcess?.pid ?? 0, "SIGKILL");
    await heard.end();
    writeFileSync(join(cwd, "between.ts"), "of the person\n");
    model.push([run("printf x > new.ts && ls")], [{ text: "Done." }]);
    const prompt = (await reviews.prepare({ ...wish, isResumed: true })).prompt;
    const plan = await runner.plan(`codex:${state?.thread}`, { ...usualWish, prompt });
    await new Listener(await runner.restore(plan, carefulConsent)).end();
    const report = await reviews.report(target, fetched.comments);
    expect(report.run).toBe(first.id);
    expect(report.comments).toMatchObject([
      {
        outcome: "changed",
        draft: "Changed `src/a.ts`, line 2.",
        changes: [{ path: "src/a.ts", kind: "update", added: 1, removed: 1, isByEdit: true }],
      },
      {
        outcome: "changed",
        draft: "Changed `src/b.ts`, line 2.",
        changes: [{ path: "src/b.ts", kind: "update", added: 1, removed: 1, isByEdit: false }],
      },
      { outcome: "unchanged", changes: [] },
    ]);
    expect(report.others).toMatchObject([{ path: "new.ts", kind: "add", isByEdit: false }]);
  } finally {
    runner.close();
    library.close();
  }
}, 120_000);
