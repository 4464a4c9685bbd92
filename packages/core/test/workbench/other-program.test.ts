import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { codex, locateBinary } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AgentStage } from "./agent-stage.ts";

let stage: AgentStage;
beforeEach(async () => {
  stage = await AgentStage.open(codex);
  await stage.choose({ sandbox: "read-only", approvalPolicy: "never" });
  stage.machine.model.push([{ text: "The first answer." }]);
  await stage.turn("one");
});
afterEach(() => stage.close());

/** `codex exec resume` beside the page; resolves with its exit code and everything it printed. */
async function execResume(prompt: string): Promise<readonly [number | null, string]> {
  const { machine, page } = stage;
  const args = ["exec", "--json", "--skip-git-repo-check", "resume", page.view.thread?.thread ?? "", prompt];
  const child = spawn(locateBinary("codex").command, args, {
    env: machine.env,
    cwd: machine.scratch.workspace,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
  return [await exited, printed.join("")];
}

describe("codex exec resume on the thread of a page", () => {
  it("is refused by Codex while the page has an agent", async () => {
    const [code, printed] = await execResume("two");
    expect(code).toBe(1);
    expect(printed).toContain("already has an active writer");
    expect(stage.page.view.connection.state).toBe("live");
  });

  it("is noticed after that agent has ended: nothing is sent beside it, and what it writes is shown", async () => {
    const { page, machine } = stage;
    await page.act({ type: "end" });
    machine.model.push({
      match: "two",
      actions: [{ hang: true }, { text: "The second answer." }],
    });
    const exec = execResume("two");
    const { connection } = await page.until("the other program", (view) => view.connection.plan?.owner != null);
    expect(connection).toMatchObject({
      state: "degraded",
      detail: expect.stringMatching(/^The session is open in codex \(process \d+\)\./),
    });
    const before = machine.model.requests.length;
    const sent = await page.act({ type: "send", text: "three", inputs: [], steers: false });
    expect(sent.message).toMatch(/Your text is kept\.$/);
    expect(machine.model.requests.length).toBe(before);
    machine.model.release();
    expect((await exec)[0]).toBe(0);
    await page.until("its answer", () => page.texts.includes("reply The second answer."));
    expect(page.texts).toContain("prompt two");
    await page.live();
  });
});
