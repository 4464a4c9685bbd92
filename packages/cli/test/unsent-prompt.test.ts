import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentProcess, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lived, says } from "./app-stage.ts";
import { LiveStage, said } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("unsent-prompt");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

const patience = { timeoutMs: 60_000 };
/** What was said last in each request to the model. */
const prompts = () => stage.asked().map((request) => said(request).at(-1));
const unsentIn = async () =>
  JSON.parse((await stage.run(folder, "status", "--json")).stdout).sessions as {
    session: string | null;
    unsentPrompt: string | null;
  }[];

/** Killed while its agent starts, when the prompt has reached nobody but our disk. */
async function killed(started: AgentProcess, prompt: string): Promise<void> {
  await until(() => stage.savedPrompts().includes(prompt), { ...patience, what: "the prompt on disk" });
  started.kill("SIGKILL");
  await started.exited;
}

describe("a command that is killed before its agent has answered", { timeout: 120_000 }, () => {
  const long = `first line\nsecond "line"\n${"x".repeat(1_000_000)}\nlast \u{1f600}`;

  test("run: the prompt is in the status and offered by the next run, and sent once", async () => {
    await killed(stage.startMute(folder, ["run", "build a bridge"]), "build a bridge");
    expect(await unsentIn()).toMatchObject([{ session: null, unsentPrompt: "build a bridge" }]);
    const { stdout } = await stage.run(folder, "status");
    expect(stdout).toContain("unsent prompt (reprise run --resume sends it):\n    > build a bridge\n");
    const refused = await stage.run(folder, "run", "something else");
    expect([refused.code, prompts()]).toEqual([5, []]);
    expect(refused.stderr).toContain('"build a bridge". Choose --resume or --fresh');

    const pty = stage.openApp(folder, { args: ["run", "and paint it"] });
    await pty.shows(/Unsent prompt from .* \+05:30: "build a bridge"\. Send it\? \[y\/n\]/);
    stage.model.push([{ text: "Built." }]);
    await says(pty, "y", "Built.");
    expect((await pty.exited).code).toBe(0);
    expect(prompts()).toEqual(["build a bridge\n\nand paint it"]);
    expect([stage.savedPrompts(), await unsentIn()]).toEqual([[], []]);
    const [session, ...more] = await stage.sessions();
    expect([session?.messageCount, more]).toEqual([2, []]);
  });

  test("run from a pipe: a megabyte of lines is kept word for word; the same words again are the same prompt", async () => {
    await killed(stage.startMute(folder, ["run", "-"], `${long}\n`), long);
    await killed(stage.startMute(folder, ["run"], `${long}\n`), long); // the first is taken up, and lost again
    stage.model.push([{ text: "Built." }]);
    const again = await stage.run(folder, "run", "--resume");
    expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });
    expect(prompts()).toEqual([long]);
    expect([stage.savedPrompts(), await unsentIn()]).toEqual([[], []]);
  });

  test("resume, replay and fork: it is in the next plan of the same kind, and in no other", async () => {
    const { id } = await lived(stage, folder, "remember the number seven", "I remember seven.");
    for (const command of ["resume", "replay", "fork"])
      await killed(stage.startMute(folder, [command, id, `by ${command}`, "--yes"]), `by ${command}`);
    expect(await unsentIn()).toMatchObject([{ session: id, unsentPrompt: "by resume\n\nby replay\n\nby fork" }]);
    const planned = async (command: string) =>
      JSON.parse((await stage.run(folder, command, id, "--dry-run", "--json")).stdout).prompt;
    expect(await planned("resume")).toBe("by resume");
    expect(await planned("replay")).toBe("by replay");
    expect(await planned("fork")).toBe("by fork");

    stage.model.push([{ text: "Resumed." }], [{ text: "Forked." }]);
    expect((await stage.run(folder, "resume", id, "--yes")).code).toBe(0);
    expect((await stage.run(folder, "fork", id, "--yes")).code).toBe(0);
    expect(prompts().slice(1)).toEqual(["by resume", "by fork"]);
    expect(stage.savedPrompts()).toEqual(["by replay"]);
    const offered = JSON.parse((await stage.run(folder, "run", "x", "--dry-run", "--json")).stdout).offer;
    expect(offered).toMatchObject({ session: id, mode: "replay", prompt: "by replay" });
  });
});

describe("two that would send the same prompt", { timeout: 120_000 }, () => {
  test("at once: one does, and the other says so", async () => {
    await killed(stage.startMute(folder, ["run", "build a bridge"]), "build a bridge");
    stage.model.push([{ text: "Built." }]);
    const both = [stage.run(folder, "run", "--resume"), stage.run(folder, "run", "--resume")];
    const codes = (await Promise.all(both)).map(({ code }) => code);
    expect(prompts()).toEqual(["build a bridge"]);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect([stage.savedPrompts(), await unsentIn()]).toEqual([[], []]);
  });

  test("a yes to a question that was open while another sent it sends nothing, and loses no words", async () => {
    await killed(stage.startMute(folder, ["run", "build a bridge"]), "build a bridge");
    const pty = stage.openApp(folder, { args: ["run", "and paint it"] });
    await pty.shows("Send it? [y/n]");
    stage.model.push([{ text: "Built." }]);
    expect((await stage.run(folder, "run", "--resume")).code).toBe(0);
    await says(pty, "y", "Another Reprise has sent or declined");
    expect((await pty.exited).code).toBe(1);
    expect(prompts()).toEqual(["build a bridge"]);
    expect(await unsentIn()).toMatchObject([{ session: null, unsentPrompt: "and paint it" }]);
  });

  test("the app gives the words back, and sends them with another Enter", async () => {
    await killed(stage.startMute(folder, ["run", "build a bridge"]), "build a bridge");
    const pty = stage.openApp(folder, { args: [] });
    await says(pty, "y", "› build a bridge");
    stage.model.push([{ text: "Built." }], [{ text: "Built again." }]);
    expect((await stage.run(folder, "run", "--resume")).code).toBe(0);
    await pty.ready("Enter  send");
    pty.press("enter");
    await pty.shows("Nothing was sent.");
    expect(prompts()).toEqual(["build a bridge"]);
    pty.press("enter");
    await pty.shows("Built again.");
  });

  test("replays: one of two has the prompt", async () => {
    const { id } = await lived(stage, folder, "remember the number seven", "I remember seven.");
    await killed(stage.startMute(folder, ["replay", id, "by replay", "--yes"]), "by replay");
    stage.model.push([{ text: "Replayed." }]);
    const again = () => stage.run(folder, "replay", id, "--yes", "--via", "native");
    await Promise.all([again(), again()]);
    expect(prompts().slice(1)).toEqual(["by replay"]);
    expect(stage.savedPrompts()).toEqual([]);
  });
});

describe("a prompt that its agent lost", { timeout: 120_000 }, () => {
  const text = "put DB_PASSWORD=correct-horse-battery into .env";

  /** The journal calls it sent, and Codex never gets it. `clock` moves the time of Reprise. */
  async function lost(clock = ""): Promise<void> {
    const env = { REPRISE_CODEX_BIN: stage.deaf, NODE_OPTIONS: clock };
    const pty = stage.openApp(folder, { args: ["run", text], env });
    await until(() => stage.journals().includes('"prompt-sending"'), { ...patience, what: "the journal" });
    pty.kill("SIGKILL");
    await pty.exited;
    expect(stage.journals()).not.toContain("correct-horse");
  }

  test("is sent again with the secret that no journal holds, and then leaves no file", async () => {
    await lost();
    expect(await unsentIn()).toMatchObject([{ session: null, unsentPrompt: text }]);
    stage.model.push([{ text: "Done." }]);
    expect((await stage.run(folder, "run", "--resume")).code).toBe(0);
    expect(prompts()).toEqual([text]);
    expect(await unsentIn()).toEqual([]);
    stage.model.push([{ text: "Next." }]);
    expect((await stage.run(folder, "run", "something else", "--fresh")).code).toBe(0);
    expect(stage.savedPrompts()).toEqual([]);
  });

  test("is offered once although the clock was set back after it", async () => {
    const ahead = join(stage.folder("clock"), "ahead.mjs");
    writeFileSync(ahead, aheadClock);
    await lost(`--import=${ahead}`);
    stage.model.push([{ text: "Done." }]);
    expect((await stage.run(folder, "run", "--resume")).code).toBe(0);
    expect(await unsentIn()).toEqual([]);
    expect(prompts()).toEqual([text]);
  });
});

/** Two hours ahead of the machine. */
const aheadClock = `
const Real = Date;
const shift = 7_200_000;
globalThis.Date = class extends Real {
  constructor(...args) { super(...(args.length === 0 ? [Real.now() + shift] : args)); }
  static now() { return Real.now() + shift; }
};
`;

describe("the app that is killed after Enter", { timeout: 120_000 }, () => {
  test("a new session: the words are offered, taken up into the composer, and sent once", async () => {
    const pty = stage.openApp(folder, { env: { REPRISE_CODEX_BIN: stage.mute } });
    await pty.shows("n  new");
    pty.type("n");
    await pty.shows("new session ·");
    pty.type("build a bridge\r");
    await until(() => stage.savedPrompts().length > 0, { ...patience, what: "the prompt on disk" });
    pty.kill("SIGKILL");
    await pty.exited;

    const again = stage.openApp(folder, { args: [] });
    await again.shows(/Unsent prompt from .* \+05:30: "build a bridge"\. Use it\? \[y\/n\]/);
    await says(again, "y", "› build a bridge");
    stage.model.push([{ text: "Built." }]);
    await again.ready("Enter  send");
    again.press("enter");
    await again.shows("Built.");
    await again.shows("ready ·");
    expect(prompts()).toEqual(["build a bridge"]);
    expect([stage.savedPrompts(), await unsentIn()]).toEqual([[], []]);
  });

  test("--plain: the message is shown whole and sent with a yes", async () => {
    const pty = stage.openApp(folder, { args: ["--plain"], env: { REPRISE_CODEX_BIN: stage.mute } });
    await pty.shows("By numbers: 0 goes back");
    pty.type("new\r");
    await pty.shows("Message to codex");
    pty.type("build a bridge\r");
    await until(() => stage.savedPrompts().length > 0, { ...patience, what: "the prompt on disk" });
    pty.kill("SIGKILL");
    await pty.exited;

    const again = stage.openApp(folder, { args: ["--plain"], rows: 50 });
    await again.shows("By numbers: 0 goes back");
    again.type("status\r");
    await again.shows(/1\. interrupted · codex · .* · build a bridge/);
    await again.shows("Number of one to resume");
    again.type("1\r");
    await again.shows("An unsent message:\nbuild a bridge");
    stage.model.push([{ text: "Built." }]);
    await again.shows(/^Number, or back:/m);
    again.type("1\r");
    await again.shows("Agent: Built.");
    expect(prompts()).toEqual(["build a bridge"]);
    expect(stage.savedPrompts()).toEqual([]);
  });
});
