import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Choice, noSettings, type Workbenches, type WorkbenchView } from "@reprise/model";
import { codex, locateBinary, type Machine, Page, startMachine } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/index.ts";
import { openRunner } from "../../src/runner.ts";
import { openWorkbenches } from "../../src/workbench.ts";
import { escalated, patch } from "../codex-driver/actions.ts";

let machine: Machine;
let workbenches: Workbenches;
let page: Page;
let closing: () => Promise<void>;

async function begin({ idleMs }: { readonly idleMs?: number } = {}): Promise<void> {
  const env = {
    ...machine.home.env,
    REPRISE_STATE: machine.state,
    REPRISE_CONFIG: join(machine.scratch.root, "config.toml"),
    REPRISE_CODEX_BIN: locateBinary("codex").command,
  };
  const host = nodeHost(env);
  const [runner, library] = [await openRunner(host), openLibrary(host)];
  workbenches = openWorkbenches(host, { runner, library, version: "0.0.0", idleMs });
  page = await Page.open(workbenches, machine.scratch.workspace);
  closing = async () => {
    await page.leave();
    await workbenches.close();
    runner.close();
    library.close();
  };
}

beforeEach(async () => {
  machine = await startMachine("codex-workbench", codex);
  await begin();
});
afterEach(async () => {
  await closing();
  await machine.close();
});

const choice: Choice = {
  agent: "codex",
  settings: { ...noSettings, sandbox: "read-only", approvalPolicy: "on-request" },
};
const at = (name: string) => join(machine.scratch.workspace, name);
const textOf = (name: string) => readFileSync(at(name), "utf8");

async function asked(prompt = "change them") {
  await page.live();
  await page.act({ type: "choose", choice });
  await page.send(prompt);
  const { approvals, diffs } = await page.until("a request", (view) => view.approvals.length > 0);
  return { approval: approvals.at(-1)?.id ?? "", diff: diffs.at(-1)?.id ?? "" };
}

const editTwo = () => {
  writeFileSync(at("a.txt"), "a1\na2\n");
  writeFileSync(at("b.txt"), "b1\nb2\n");
  machine.model.push(
    [
      patch(
        ...["*** Update File: a.txt", "@@", "-a1", "+A1", " a2"],
        ...["*** Update File: b.txt", "@@", " b1", "-b2", "+B2"],
      ),
    ],
    [{ text: "Done." }],
  );
};
const states = () => page.view.diffs.at(-1)?.documents.map(({ path, state }) => `${path} ${state}`);

describe("prompts that wait for their turn", () => {
  it("are in the draft again when their agent ends, and are offered by no later plan", async () => {
    machine.model.push({ match: "first", actions: [{ text: "Slowly" }, { hang: true }] });
    await page.live();
    await page.act({ type: "choose", choice });
    await page.send("first");
    await machine.model.arrived(1);
    await page.send("second");
    await page.send("third");
    await page.act({ type: "draft", text: "fourth", cursor: 6, inputs: [] });
    await page.act({ type: "end" });
    expect(page.view.draft?.text).toBe("second\n\nthird\n\nfourth");
    machine.model.release();
    expect(readdirSync(join(machine.state, "prompts"))).toEqual([]);
    await page.send(page.view.draft?.text ?? "");
    await page.idle();
    const sent = JSON.stringify(machine.model.requests.at(-1)?.body);
    expect(sent.split("second").length).toBe(2);
    expect(page.view.draft).toBeNull();
  });
});

describe("an idle agent", () => {
  it("ends when no page has been open for a while, and the next page has the session again, with its tokens", async () => {
    await closing();
    await begin({ idleMs: 50 });
    await page.live();
    await page.act({ type: "choose", choice });
    await page.send("hello");
    await page.idle();
    await page.leave();
    const { workbench } = page;
    const phase = async () => (await workbench.view()).activity.phase;
    await expect.poll(phase, { timeout: 60_000 }).toBe("none");
    page = new Page(workbench);
    await page.idle();
    expect(page.texts).toContain("prompt hello");
    const { tokens } = page.view.telemetry;
    expect(tokens).toBeGreaterThan(0);
    await page.send("again");
    await page.until("as many again", ({ telemetry }) => telemetry.tokens === 2 * tokens);
    await page.idle();
  });
});

describe("an open request", () => {
  it("does not delay the end of the server, and is there to be asked again after it", async () => {
    editTwo();
    const { approval } = await asked();
    await page.leave();
    const anHour = 60 * 60_000;
    await workbenches.close(anHour);
    await closing();
    await begin();
    const { approvals } = await page.until("an expired request", (view) =>
      view.approvals.some(({ state }) => state === "expired"),
    );
    expect(approvals.map(({ id }) => id)).toEqual([approval]);
    expect(textOf("a.txt")).toBe("a1\na2\n");
  });
});

describe("an edit that asks first", () => {
  it("shows both files with their texts, and all of it is allowed by applying all", async () => {
    editTwo();
    const { diff } = await asked();
    expect(page.view.diffs.at(-1)).toMatchObject({
      request: page.view.approvals[0]?.id,
      documents: [
        { path: "a.txt", original: "a1\na2\n", modified: "A1\na2\n", state: "proposed", problem: null },
        { path: "b.txt", original: "b1\nb2\n", modified: "b1\nB2\n", state: "proposed", problem: null },
      ],
    });
    expect(await page.act({ type: "apply", diff })).toMatchObject({ undo: null });
    await page.until("written", () => states()?.every((one) => one.endsWith("written")) ?? false);
    expect([textOf("a.txt"), textOf("b.txt")]).toEqual(["A1\na2\n", "b1\nB2\n"]);
    await page.idle();

    const discarded = await page.act({ type: "discard", diff });
    expect([textOf("a.txt"), textOf("b.txt")]).toEqual(["a1\na2\n", "b1\nb2\n"]);
    await page.until("discarded", () => states()?.every((one) => one.endsWith("discarded")) ?? false);
    await page.act({ type: "undo", id: discarded.undo ?? "" });
    expect([textOf("a.txt"), textOf("b.txt")]).toEqual(["A1\na2\n", "b1\nB2\n"]);
    await page.until("written again", () => states()?.every((one) => one.endsWith("written")) ?? false);
  });

  it("of which a part is applied is declined, the part is written, and the agent is told", async () => {
    editTwo();
    const { diff } = await asked();
    await page.act({ type: "select", diff, paths: ["b.txt"], isSelected: false });
    const { undo } = await page.act({ type: "apply", diff });
    expect([textOf("a.txt"), textOf("b.txt")]).toEqual(["A1\na2\n", "b1\nb2\n"]);
    await page.until("decided", () => states()?.join() === "a.txt applied,b.txt discarded");
    expect(undo).not.toBeNull();
    await page.idle();
    machine.model.push([{ text: "I see." }]);
    await page.send("continue");
    await page.until("a reply", () => page.texts.includes("reply I see."));
    expect(JSON.stringify(machine.model.requests.at(-1)?.body)).toContain(
      "I applied these files myself: a.txt. I declined these: b.txt.",
    );
  });

  it("of a file that has changed meanwhile is refused, and nothing is written", async () => {
    editTwo();
    const { diff } = await asked();
    writeFileSync(at("a.txt"), "mine\n");
    await page.act({ type: "select", diff, paths: ["b.txt"], isSelected: false });
    await expect(page.act({ type: "apply", diff })).rejects.toMatchObject({ code: "refused" });
    expect([textOf("a.txt"), textOf("b.txt")]).toEqual(["mine\n", "b1\nb2\n"]);
    expect(page.view.approvals[0]?.state).toBe("open");
  });
});

it("a partly selected diff and a pending request are back after a restart; the stale patch is refused", async () => {
  editTwo();
  const { diff } = await asked();
  await page.act({ type: "select", diff, paths: ["b.txt"], isSelected: false });
  writeFileSync(at("a.txt"), "mine\n");
  await closing();
  await begin();
  const view = await page.until("compared", ({ connection: { state } }) => state === "live" || state === "degraded");
  expect(view.approvals).toMatchObject([{ state: "expired" }]);
  expect(view.diffs.at(-1)?.documents).toMatchObject([
    { path: "a.txt", isSelected: true, state: "proposed", problem: expect.stringContaining("Patch stale") },
    { path: "b.txt", isSelected: false, state: "proposed", problem: null },
  ]);
  await expect(page.act({ type: "apply", diff })).rejects.toMatchObject({ code: "refused" });
  expect(textOf("a.txt")).toBe("mine\n");
  await page.act({ type: "select", diff, paths: ["a.txt"], isSelected: false });
  await page.act({ type: "select", diff, paths: ["b.txt"], isSelected: true });
  await page.act({ type: "apply", diff });
  expect(textOf("b.txt")).toBe("b1\nB2\n");
});

it("a command that asks waits in the console, and runs when it is allowed; one that nobody answered was not run", async () => {
  machine.model.push([escalated("printf 'out\\033[31mred\\033[0m\\n'")], [{ text: "Done." }]);
  const { approval } = await asked("run it");
  await page.until("waiting", ({ execs }) => execs.at(-1)?.status === "waiting");
  await page.act({ type: "answer", request: approval, answer: { decision: "once" } });
  const { execs, outputs, entries } = await page.until("done", (view) => view.execs.at(-1)?.status === "done");
  const [exec] = execs;
  expect(exec).toMatchObject({ exitCode: 0, isStale: false });
  expect(outputs[exec?.id ?? ""]?.text).toContain("outred");
  expect(entries.find(({ item }) => item.kind === "command")?.exec).toBe(exec?.id);

  await page.idle();
  machine.model.push([escalated("printf later")]);
  await page.send("once more");
  const isOpen = (view: WorkbenchView) => view.approvals.some(({ state }) => state === "open");
  const open = (await page.until("a request", isOpen)).approvals.at(-1);
  await closing();
  await begin();
  const view = await page.until("compared", ({ connection: { planId } }) => planId !== null);
  expect(view.approvals.at(-1)).toMatchObject({ id: open?.id, state: "expired", decision: null });
  expect(view.execs.map(({ command, status }) => `${command} ${status}`).at(-1)).toBe("printf later waiting");
  expect(view.entries.map(({ item }) => item)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ command: "printf later", status: "waiting" }),
      { kind: "approval", subject: "printf later", decision: null },
    ]),
  );
  await page.act({ type: "ask-again", approval: open?.id ?? "" });
  expect(page.view.approvals.at(-1)?.state).toBe("again");
});

describe("consent", () => {
  const consent = { drift: "ask", reappliesApprovals: false, sendsRecap: false, allowsWider: false } as const;
  const agree = (plan: string | null) =>
    page.act({ type: "consent", plan: plan ?? "", consent: { ...consent, canAnswer: true } });
  const plan = (what: string, but: string | null = null) =>
    page.until(what, ({ connection: { planId } }) => planId !== null && planId !== but);

  /** A saved approval makes a resume ask. */
  async function restarted(remembers = true): Promise<void> {
    writeFileSync(join(machine.scratch.root, "config.toml"), `[workbench]\nremember-approvals = ${remembers}\n`);
    machine.model.push([escalated("printf out")], [{ text: "Done." }], [{ text: "Also done." }]);
    const { approval } = await asked("run it");
    await page.act({ type: "answer", request: approval, answer: { decision: "session" } });
    await page.until("saved", ({ remembered }) => remembered.length > 0);
    await page.until("a reply", () => page.texts.includes("reply Done."));
    await page.idle();
    await closing();
    await begin();
  }

  it("is not asked about approvals that nobody wants remembered, and none is used", async () => {
    await restarted(false);
    await page.live();
    await page.send("two");
    await page.until("a reply", () => page.texts.includes("reply Also done."));
    machine.model.push([escalated("printf out")], [{ text: "Once more." }]);
    await page.send("again");
    await page.until("a request", ({ approvals }) => approvals.some(({ state }) => state === "open"));
  });

  it("is to the plan that was shown, and to no other", async () => {
    await restarted();
    const first = (await plan("a plan")).connection.planId;
    await page.send("two");
    const second = (await plan("another plan", first)).connection.planId;
    const count = machine.model.requests.length;
    await expect(agree(first)).rejects.toMatchObject({ code: "refused" });
    expect(page.view.connection.planId).toBe(second);
    expect(machine.model.requests.length).toBe(count);
  });

  it("sends the prompt that waited for it, which then is no draft any more", async () => {
    await restarted();
    const first = (await plan("a plan")).connection.planId;
    await page.act({ type: "draft", text: "two", cursor: 3, inputs: [] });
    await page.send("two");
    const { connection, draft } = await plan("another plan", first);
    expect(draft?.text).toBe("two");
    await agree(connection.planId);
    await page.until("a reply", () => page.texts.includes("reply Also done."));
    await page.until("no draft", (view) => view.draft === null);
  });
});

it("a new session begins beside an interrupted one of the same folder", async () => {
  machine.model.push([{ text: "Half" }, { hang: true }]);
  const turn = machine.home.spawnTurn({ prompt: "take long", cwd: machine.scratch.workspace });
  await machine.model.arrived(1);
  turn.kill();
  await turn.exited;
  machine.model.release();
  machine.model.push([{ text: "Here." }]);
  await page.live();
  await page.act({ type: "choose", choice });
  await page.send("hello");
  await page.until("a reply", () => page.texts.includes("reply Here."));
});

it("a usage limit says when it ends, also after a restart, and the next turn takes the banner away", async () => {
  const error = { type: "usage_limit_reached", message: "limit", plan_type: "pro", resets_at: 4102444800 };
  machine.model.push([{ http: { status: 429, body: { error } } }], [{ text: "Here." }]);
  await page.live();
  await page.act({ type: "choose", choice });
  await page.send("hello");
  const { banner } = await page.until("a banner", (view) => view.banner !== null);
  expect(banner?.text).toContain("Parked until 2100-01-01");
  await closing();
  await begin();
  await page.live();
  expect(page.view.banner?.text).toBe(banner?.text);
  await page.send("go on");
  await page.until("a reply", () => page.texts.includes("reply Here."));
  await page.until("no banner", (view) => view.banner === null);
});
