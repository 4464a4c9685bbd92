import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Consent, noSettings } from "@reprise/model";
import { codex, type Page, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { WorkbenchStage } from "./page/workbench-stage.ts";
import { openWorkbenchPage } from "./workbench-page.ts";

const modules = fileURLToPath(new URL("../../../tools/old-agents/node_modules", import.meta.url));
const old = join(modules, "codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex/codex");

let stage: WorkbenchStage;
let page: Page;
afterEach(async () => {
  await page.leave();
  await stage.close();
});

async function begin(): Promise<void> {
  await stage.serve();
  page = await openWorkbenchPage(stage.program, stage);
  await page.live();
}

async function restart(): Promise<void> {
  await page.leave();
  await stage.kill();
  await stage.serve();
  page = await openWorkbenchPage(stage.program, stage);
  await page.until("compared", ({ connection: { state } }) => state === "live" || state === "degraded");
}

async function said(prompt: string, reply: string): Promise<void> {
  stage.model.push([{ text: reply }]);
  await page.send(prompt);
  await page.until(reply, () => page.texts.includes(`reply ${reply}`));
  await page.idle();
}

describe("a turn that ended early", () => {
  it.for(
    sampleOf(
      [
        ["the current Codex", null],
        ["Codex 0.120", old],
      ] as const,
      1,
    ),
  )("by a SIGKILL is shown as interrupted, and the thread continues: %s", async ([, program], { skip }) => {
    skip(program !== null && !existsSync(program), "not installed on this kind of machine");
    stage = await WorkbenchStage.open("workbench-turns", program === null ? {} : { program });
    await begin();
    await said("one", "First.");
    stage.model.push([{ hang: true }]);
    await page.send("two");
    await stage.model.arrived(2);
    await page.until("the prompt", () => page.texts.includes("prompt two"));
    await restart();
    expect(page.view.connection.state).toBe("live");
    expect(page.texts).toEqual(["prompt one", "reply First.", "prompt two", "notice Turn interrupted."]);
    await said("three", "Third.");
    expect(page.texts.slice(-3)).toEqual(["notice Turn interrupted.", "prompt three", "reply Third."]);
  });

  it("because the person stopped it says so at once, and after a restart", async () => {
    stage = await WorkbenchStage.open("workbench-turns");
    await begin();
    stage.model.push([{ partial: "A part of the answer" }, { hang: true }]);
    await page.send("one");
    await page.until("a part", () => page.texts.includes("reply A part of the answer"));
    await page.act({ type: "interrupt" });
    await page.idle();
    expect(page.texts).toEqual(["prompt one", "reply A part of the answer", "notice Turn interrupted."]);
    await restart();
    expect(page.texts.at(-1)).toBe("notice Turn interrupted.");
    expect(page.texts).toContain("reply A part of the answer");
  });

  it("because the model failed keeps the reason in the conversation", async () => {
    stage = await WorkbenchStage.open("workbench-turns");
    await begin();
    stage.model.push([{ http: { status: 400, body: { error: { message: "no such luck" } } } }]);
    await page.send("one");
    await page.until("the end", () => page.texts.some((text) => /^notice Turn failed: .*no such luck/.test(text)));
    await restart();
    expect(page.texts).toEqual(["prompt one", expect.stringMatching(/^notice Turn failed: .*no such luck/)]);
  });

  it("with a command of Codex 0.120 under way asks before it continues; the command's outcome is open", async ({
    skip,
  }) => {
    skip(!existsSync(old), "not installed on this kind of machine");
    stage = await WorkbenchStage.open("workbench-turns", { program: old });
    await begin();
    const settings = { ...noSettings, sandbox: "danger-full-access", approvalPolicy: "never" };
    await page.act({ type: "choose", choice: { agent: "codex", settings } });
    stage.model.push([{ call: codex.shellCall("echo begun; sleep 30") }]);
    await page.send("work");
    await page.until("a command", ({ execs }) => execs[0]?.status === "running");
    await restart();
    const { connection, execs } = page.view;
    expect(connection).toMatchObject({ state: "degraded", detail: "Some work may be unfinished." });
    expect(execs).toMatchObject([{ status: "open", exitCode: null, isStale: true }]);
    const consent: Consent = {
      drift: "ask",
      reappliesApprovals: false,
      sendsRecap: true,
      allowsWider: false,
      canAnswer: true,
      stays: true,
    };
    await page.act({ type: "consent", plan: connection.planId ?? "", consent });
    await page.idle();
    await said("and then?", "Then this.");
  });
});

describe("a compaction", () => {
  const config = () => join(stage.agentHome, "config.toml");
  it("is shown while the model summarizes, when it is done, and after a SIGKILL", async () => {
    stage = await WorkbenchStage.open("workbench-turns");
    const small = "model_context_window = 20000\nmodel_auto_compact_token_limit = 10000\n";
    writeFileSync(config(), small + readFileSync(config(), "utf8"));
    await begin();
    await said("one", "First.");
    stage.model.push(
      [{ call: codex.shellCall("echo hello") }, { usage: { inputTokens: 15_000, outputTokens: 100 } }],
      [{ text: "SUMMARY" }, { hang: true }],
      [{ text: "Second." }],
    );
    await page.send("two");
    await page.until("its start", () => page.texts.at(-1) === "notice Compacting the context…");
    await stage.model.streamed({ reply: 3, action: 2 });
    stage.model.release();
    await page.until("the reply", () => page.texts.includes("reply Second."));
    const [first, ...rest] = page.texts.slice(-2);
    expect([first, rest]).toEqual(["notice Context compacted.", ["reply Second."]]);
    await page.idle();
    await restart();
    expect(page.texts).toEqual([
      ...["prompt one", "reply First.", "prompt two", "command"],
      ...["notice Context compacted.", "reply Second."],
    ]);
    expect(page.view.connection.state).toBe("live");
    await said("three", "Third.");
  });
});
