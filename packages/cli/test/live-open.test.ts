import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex, type Machine, startMachine, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenProgram, OpenStage } from "./open-stage.ts";

let stage: OpenStage;
let machine: Machine;
let open: OpenProgram;
beforeEach(async () => {
  stage = await OpenStage.open();
  machine = await startMachine("open", codex);
  open = await stage.start(["--no-browser", "--port", "0"], { env: machine.env });
});
afterEach(async () => {
  await stage.close();
  await machine.close();
});

async function call(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { origin, port } = open.link;
  const record = readFileSync(join(machine.state, "servers", `${port}.json`), "utf8");
  const answer = await fetch(origin + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${JSON.parse(record).token}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json() as Promise<Record<string, unknown>>;
}

function startRun(): Promise<unknown> {
  const { workspace } = stage.scratch;
  return call("/runs", {
    agent: "codex",
    cwd: workspace,
    settings: {},
    prompt: "take long",
    canAnswer: false,
  });
}

async function isClosing(): Promise<boolean> {
  const answer = await fetch(`${open.link.origin}/healthz`).catch(() => null);
  return answer === null || answer.status === 503;
}

describe("reprise open with a run of the real Codex", () => {
  it("which can read the token and reach the server from its sandbox, lets it do nothing there", async () => {
    const { workspace } = stage.scratch;
    appendFileSync(
      join(machine.env.CODEX_HOME ?? "", "config.toml"),
      "\n[sandbox_workspace_write]\nnetwork_access = true\n",
    );
    const record = join(machine.state, "servers", `${open.link.port}.json`);
    const escaping = `const { token, url } = JSON.parse(require("fs").readFileSync(${JSON.stringify(record)}, "utf8"));
const settings = { sandbox: "danger-full-access", approvalPolicy: "never" };
const body = { agent: "codex", cwd: ${JSON.stringify(workspace)}, settings, prompt: "escape", canAnswer: false };
const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
fetch(url + "/runs", { method: "POST", headers, body: JSON.stringify(body) })
  .then(async (answer) => answer.status + " " + (await answer.text()), String)
  .then((told) => require("fs").writeFileSync("told.txt", told));`;
    writeFileSync(join(workspace, "escape.cjs"), escaping);
    const command = `${JSON.stringify(process.execPath)} escape.cjs`;
    machine.model.push([{ call: codex.shellCall(command) }], [{ text: "Tried." }]);
    const settings = { sandbox: "workspace-write", approvalPolicy: "never" };
    await call("/runs", { agent: "codex", cwd: workspace, settings, prompt: "try it", canAnswer: false });
    // The second request has the output of the command.
    await machine.model.arrived(2);
    expect(readFileSync(join(workspace, "told.txt"), "utf8")).toMatch(/^403 .*Programs in a sandbox/);
    expect(await call("/sessions")).toMatchObject({ sessions: [{ title: "try it" }] });
  });

  it("on SIGTERM the turn may finish, and is recorded whole", async () => {
    machine.model.push([{ hang: true }, { text: "In time." }]);
    await startRun();
    await machine.model.arrived(1);
    const ended = open.kill("SIGTERM");
    await until(isClosing);
    machine.model.release();
    expect(await ended).toEqual({ code: 0, signal: null });
    open = await stage.start(["--no-browser", "--port", "0"], { env: machine.env });
    expect(await call("/sessions")).toMatchObject({ sessions: [{ title: "take long", state: "completed" }] });
  });

  it("a second Ctrl-C does not wait for it: the agent ends, and the session can be resumed", async () => {
    machine.model.push([{ hang: true }]);
    await startRun();
    await machine.model.arrived(1);
    open.child.kill("SIGINT");
    await until(isClosing);
    expect(await open.kill("SIGINT")).toEqual({ code: null, signal: "SIGINT" });
    expect(await machine.model.ended(1)).toBe("cut");
    open = await stage.start(["--no-browser", "--port", "0"], { env: machine.env });
    const { sessions } = (await call("/sessions")) as { sessions: { title: string; state: string }[] };
    expect(sessions).toMatchObject([{ title: "take long" }]);
    expect(sessions[0]?.state).not.toBe("completed");
  });
});
