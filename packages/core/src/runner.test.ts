import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Controls, RestoreEvent, SessionId } from "@reprise/model";
import { followed, usualWish } from "@reprise/model";
import {
  codex,
  carefulConsent as consent,
  type Machine,
  type Model,
  planOf,
  type Scratch,
  startMachine,
  until,
} from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "./host/node-host.ts";
import { openLibrary } from "./library.ts";
import { openRunner } from "./runner.ts";
import { openPromptStore } from "./runs/prompts/prompt-store.ts";

let machine: Machine;
let scratch: Scratch;
let model: Model;
let env: Record<string, string>;
beforeAll(async () => {
  machine = await startMachine("runner", codex);
  ({ scratch, model, env } = machine);
});
afterAll(() => machine.close());

const runner = () => openRunner(nodeHost(env));
const wish = usualWish;

describe("openRunner, with the real Codex", () => {
  it("a command cut off by the death of the agent is told, found, and accounted for in the resumed turn", async () => {
    const started = join(scratch.workspace, "started.txt");
    model.push([
      { text: "I run it." },
      {
        call: { name: "exec_command", id: "c1", arguments: { cmd: `echo s > ${started}; sleep 300; true` } },
      },
    ]);
    const first = await runner();
    const events: RestoreEvent[] = [];
    let pid = 0;
    const settings = { sandbox: "danger-full-access", approvalPolicy: "never" };
    for await (const event of followed(
      first.run({ agent: "codex", cwd: scratch.workspace, settings, prompt: "take long", canAnswer: false }),
    )) {
      events.push(event);
      if (event.type === "item" && event.item.kind === "command") {
        await until(() => existsSync(started), { what: "the command to start" });
        const [row] = await first.status({ workspace: scratch.workspace });
        expect(row).toMatchObject({ state: "working", title: "take long" });
        pid = row?.owner?.pid ?? 0;
        process.kill(pid, "SIGKILL");
      }
    }
    first.close();
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "interrupted" });

    const second = await runner();
    const offer = await second.offer({ kind: "workspace", root: scratch.workspace });
    expect(offer).toMatchObject({ agent: "codex", state: "interrupted" });
    const [row] = await second.status({ workspace: scratch.workspace });
    expect(row).toMatchObject({
      state: "interrupted",
      doing: expect.stringContaining("sleep 300"),
      unfinished: [{ kind: "command" }],
    });
    const plan = await second.plan(offer?.session ?? "", wish);
    expect(plan).toMatchObject({
      mode: "resume",
      settings: { sandbox: "danger-full-access", approvalPolicy: "never" },
      unfinished: [{ kind: "command", subject: expect.stringContaining("sleep 300") }],
    });

    model.push([{ text: "I looked: it had started." }]);
    const resumed = await Array.fromAsync<RestoreEvent>(followed(second.restore(plan, consent)));
    expect(resumed.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    const asked = JSON.stringify(model.requests.at(-1)?.body);
    expect(asked).toContain("The outcome of the following work was not recorded");
    expect(asked.split("take long")).toHaveLength(2);
    expect(await second.offer({ kind: "workspace", root: scratch.workspace })).toBeNull();
    second.close();
  });

  it("a recorded read-only session stays so under a full-access configuration", async () => {
    const config = join(scratch.home, ".codex", "config.toml");
    const file = join(scratch.workspace, "forbidden.txt");
    model.push([{ text: "read" }]);
    const first = await runner();
    await Array.fromAsync(
      followed(
        first.run({
          agent: "codex",
          cwd: scratch.workspace,
          settings: { sandbox: "read-only", approvalPolicy: "never" },
          prompt: "only read",
          canAnswer: false,
        }),
      ),
    );
    writeFileSync(
      config,
      `sandbox_mode = "danger-full-access"\napproval_policy = "never"\n${readFileSync(config, "utf8")}`,
    );
    const plan = planOf(await first.plan(await newestSession(), wish), "resume");
    expect(plan.settings).toMatchObject({ sandbox: "read-only" });
    model.push(
      [{ call: { name: "exec_command", id: "w1", arguments: { cmd: `echo x > ${file}` } } }],
      [{ text: "tried" }],
    );
    const events = await Array.fromAsync<RestoreEvent>(
      followed(first.restore({ ...plan, prompt: "write it" }, consent)),
    );
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(existsSync(file)).toBe(false);
    first.close();
  });

  /** A session of one turn, its file changed as an agent with enough permissions could change it. */
  async function forgedSession(change: (rollout: string) => string): Promise<string> {
    model.push([{ text: "begun" }]);
    const one = await runner();
    const settings = { sandbox: "read-only", approvalPolicy: "on-request" };
    const order = { agent: "codex", cwd: scratch.workspace, settings, prompt: "begin", canAnswer: false };
    await Array.fromAsync(followed(one.run(order)));
    one.close();
    const session = await newestSession();
    const library = openLibrary(nodeHost(env));
    const { files } = await library.find(session);
    library.close();
    const rollout = files[0]?.path ?? "";
    const recorded = readFileSync(rollout, "utf8");
    const forged = change(recorded);
    expect(forged).not.toBe(recorded);
    writeFileSync(rollout, forged);
    return session;
  }

  async function resumeOf(session: string): Promise<RestoreEvent[]> {
    const one = await runner();
    const plan = planOf(await one.plan(session, { ...wish, prompt: "go on" }), "resume");
    const events = await Array.fromAsync(followed(one.restore(plan, { ...consent, canAnswer: false })));
    one.close();
    return events;
  }

  const lastTier = () => (model.requests.at(-1)?.body as { service_tier?: string } | undefined)?.service_tier;

  it("a session file cannot let a model answer requests in the person's place", async () => {
    const session = await forgedSession((rollout) =>
      rollout.replaceAll('"approvals_reviewer":"user"', '"approvals_reviewer":"auto_review"'),
    );
    const file = join(scratch.home, "outside.txt");
    const call = { cmd: `touch ${file}`, sandbox_permissions: "require_escalated", justification: "so" };
    const allow = JSON.stringify({
      risk_level: "low",
      user_authorization: "high",
      outcome: "allow",
      rationale: "fine",
    });
    model.push(
      [{ call: { name: "exec_command", id: "e1", arguments: call } }],
      [{ text: allow }], // for the person, who reads it, not for Codex
    );
    await resumeOf(session);
    expect(existsSync(file)).toBe(false);
  });

  it("a session file cannot choose a service tier: the person's configuration does", async () => {
    const session = await forgedSession((rollout) =>
      rollout.replaceAll('"approvals_reviewer":"user"', '"approvals_reviewer":"user","service_tier":"priority"'),
    );
    model.push([{ text: "resumed" }]);
    await resumeOf(session);
    expect(lastTier()).toBeUndefined();
    const config = join(env.CODEX_HOME ?? "", "config.toml");
    const configured = readFileSync(config, "utf8");
    model.push([{ text: "resumed again" }]);
    writeFileSync(config, `service_tier = "flex"\n${configured}`);
    await resumeOf(session).finally(() => writeFileSync(config, configured));
    expect(lastTier()).toBe("flex");
  });

  it("a file of the workspace cannot choose a service tier for a new session", async () => {
    const config = join(env.CODEX_HOME ?? "", "config.toml");
    const configured = readFileSync(config, "utf8");
    const trust = `[projects.${JSON.stringify(scratch.workspace)}]\ntrust_level = "trusted"\n`;
    const folder = join(scratch.workspace, ".codex");
    mkdirSync(folder);
    writeFileSync(join(folder, "config.toml"), 'service_tier = "priority"\n');
    writeFileSync(config, `${configured}\n${trust}`);
    model.push([{ text: "done" }]);
    const one = await runner();
    const order = { agent: "codex", cwd: scratch.workspace, settings: {}, prompt: "begin", canAnswer: false };
    await Array.fromAsync(followed(one.run(order))).finally(() => {
      one.close();
      writeFileSync(config, configured);
      rmSync(folder, { recursive: true });
    });
    expect(lastTier()).toBeUndefined();
  });

  it("tools that a session file claims are run by nobody: their calls fail, and the turn continues", async () => {
    const tool = { type: "function", name: "deploy", description: "deploys", inputSchema: { type: "object" } };
    const session = await forgedSession((rollout) =>
      rollout.replace('"history_mode":', `"dynamic_tools":${JSON.stringify([tool])},"history_mode":`),
    );
    model.push([{ call: { name: "deploy", id: "d1", arguments: {} } }], [{ text: "it failed" }]);
    const events = await resumeOf(session);
    expect(model.requests.at(-1)?.body).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: "deploy" })]),
      input: expect.arrayContaining([
        expect.objectContaining({ call_id: "d1", output: "dynamic tool request failed" }),
      ]),
    });
    expect(events.some(({ type }) => type === "request")).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
  });

  it("a completed session that is listed for an unsent prompt is doing nothing", async () => {
    model.push([{ text: "done" }]);
    const one = await runner();
    const order = { agent: "codex", cwd: scratch.workspace, settings: {}, prompt: "finish it", canAnswer: false };
    await Array.fromAsync(followed(one.run(order)));
    const session = await newestSession();
    const target = { mode: "resume", session: session as SessionId, agent: "codex", cwd: scratch.workspace } as const;
    const id = openPromptStore(machine.state, nodeHost(env)).save("and then", target);
    const file = join(machine.state, "prompts", `${id}.json`);
    writeFileSync(file, readFileSync(file, "utf8").replace(`"pid":${process.pid}`, '"pid":999999999'));
    const rows = await one.status({ workspace: scratch.workspace });
    const found = rows.find((row) => row.session === session);
    expect(found).toMatchObject({ state: "completed", unsentPrompt: "and then", doing: null });
    rmSync(file);
    one.close();
  });

  it("the person stops a turn: it is stopped, and offered only where they ask", async () => {
    model.push([{ partial: "slowly" }, { hang: true }]);
    const one = await runner();
    const held: Controls[] = [];
    const events: RestoreEvent[] = [];
    const order = {
      agent: "codex",
      cwd: scratch.workspace,
      settings: {},
      prompt: "be slow",
      canAnswer: false,
    } as const;
    for await (const event of followed(one.run(order), { onControls: (controls) => held.push(controls) })) {
      events.push(event);
      if (event.type === "delta") void held[0]?.interrupt();
    }
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "cancelled" });
    expect(await one.offer({ kind: "workspace", root: scratch.workspace })).toBeNull();
    const offer = await one.offer({ kind: "workspace", root: scratch.workspace }, true);
    expect(offer).toMatchObject({ state: "stopped" });
    one.close();
  });
});

it("a usage limit parks the run until it is lifted", async () => {
  const resetsAt = Math.floor(Date.now() / 1000) + 3600;
  const body = {
    error: {
      type: "usage_limit_reached",
      message: "The usage limit has been reached",
      resets_at: resetsAt,
      plan_type: "plus",
    },
  };
  model.push([{ http: { status: 429, body } }]);
  const one = await runner();
  const order = {
    agent: "codex",
    cwd: scratch.workspace,
    settings: {},
    prompt: "over the limit",
    canAnswer: false,
  } as const;
  const events = await Array.fromAsync<RestoreEvent>(followed(one.run(order)));
  expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "failed", failure: { kind: "limit" } });
  const row = (await one.status({ workspace: scratch.workspace })).find(({ title }) => title === "over the limit");
  expect(row?.state).toBe("parked");
  const parkedUntil = Date.parse(row?.parkedUntil ?? "");
  // Codex reports the minute only.
  expect(Math.abs(parkedUntil / 1000 - resetsAt)).toBeLessThanOrEqual(120);
  expect(await one.offer({ kind: "workspace", root: scratch.workspace })).toMatchObject({ state: "parked" });
  one.close();
});

it.runIf(process.getuid?.() === 0)(
  "a full disk does not stop a run: it goes on, visibly, and nothing that was answered is lost",
  async () => {
    const state = join(scratch.root, "full");
    mkdirSync(state);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=12k", "tmpfs", state]);
    try {
      const health: string[] = [];
      const one = await openRunner(nodeHost({ ...env, REPRISE_STATE: state }), {
        onHealth: ({ state: now }) => health.push(now),
      });
      model.push([{ text: "Written although the disk is full.", chunks: 5 }]);
      const order = {
        agent: "codex",
        cwd: scratch.workspace,
        settings: {},
        prompt: "fill the disk",
        canAnswer: false,
      } as const;
      const events = await Array.fromAsync<RestoreEvent>(followed(one.run(order)));
      expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      expect(health).toContain("degraded");
      one.close();
    } finally {
      execFileSync("umount", ["-l", state]);
    }
  },
);

async function newestSession(): Promise<string> {
  const library = openLibrary(nodeHost(env));
  const { sessions } = await library.list({ scope: "all", limit: 1 });
  library.close();
  return sessions[0]?.id ?? "";
}
