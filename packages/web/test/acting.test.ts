import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type NumberedEvent, type RestorePlan, type Run, SessionError, usualWish } from "@reprise/model";
import { carefulConsent, Listener, promptTurn, step, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRunnerStage } from "./runner-stage.ts";

let stage: Awaited<ReturnType<typeof openRunnerStage>>;
beforeEach(async () => {
  stage = await openRunnerStage();
});
afterEach(() => stage.close());

const at = "2026-11-15T10:00:00.000Z";
const thread = "019a0000-0000-7000-8000-000000000001";
const wish = { ...usualWish, prompt: "two" };

function seeded(): string {
  const about = { thread, workspace: stage.files.cwd, model: "small", updatedAt: at };
  return stage.files.seed({ ...about, turns: [promptTurn("one")] });
}

async function issued(): Promise<{ id: string; plan: RestorePlan }> {
  return (await stage.post("/plans", { session: seeded(), wish })).json() as never;
}

const refusal = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
};

describe("a plan", () => {
  it("is carried out under its id, once", async () => {
    const { id, plan } = await issued();
    expect(plan).toMatchObject({ mode: "resume", prompt: "two" });
    const started = await stage.post("/restores", { plan: id, consent: carefulConsent });
    expect(started.status).toBe(200);
    const { run } = (await started.json()) as { run: Run["id"] };
    await new Listener(await stage.local.attach(run)).end();
    const again = await stage.post("/restores", { plan: id, consent: carefulConsent });
    expect(await refusal(again)).toEqual([409, "refused", expect.stringContaining("Plan again")]);
    expect(stage.agent.texts).toEqual(["two"]);
  });

  it("is not taken from the request: neither unknown, nor whole, nor with changes", async () => {
    const { id, plan } = await issued();
    const consent = carefulConsent;
    expect((await stage.post("/restores", { plan: "another", consent })).status).toBe(409);
    const bodies = [
      { plan, consent },
      { plan: { ...plan, id }, consent },
      { plan: id, consent, settings: { sandbox: "danger-full-access" } },
      { plan: id, consent: { ...consent, sandbox: "danger-full-access" } },
      { plan: id },
      { consent },
    ];
    for (const body of bodies) expect((await stage.post("/restores", body)).status).toBe(400);
    expect(stage.agent.launches).toEqual([]);
  });

  it("is refused when its session has changed since: nothing is started", async () => {
    const { id, plan } = await issued();
    const [file] = plan.basis;
    utimesSync(file?.path ?? "", new Date(), new Date()); // somebody has written to it
    const stale = await stage.post("/restores", { plan: id, consent: carefulConsent });
    expect(await refusal(stale)).toEqual([
      409,
      "refused",
      `${file?.path} has changed since the plan was made. Plan again.`,
    ]);
    expect(stage.agent.launches).toEqual([]);
  });

  it("is forgotten when a hundred others were made since", async () => {
    const { id } = await issued();
    const session = seeded();
    for (let n = 0; n < 100; n += 1) await stage.post("/plans", { session, wish });
    const late = await stage.post("/restores", { plan: id, consent: carefulConsent });
    expect(await refusal(late)).toEqual([409, "refused", expect.stringContaining("Plan again")]);
  });

  it("that a client changed, or that came from elsewhere, is refused by the client", async () => {
    const runner = stage.runner();
    const plan = await runner.plan(seeded(), wish);
    await expect(runner.restore({ ...plan }, carefulConsent)).rejects.toThrow("Plan again");
    await expect(stage.runner().restore(plan, carefulConsent)).rejects.toThrow("Plan again");
    await expect(stage.runner().restore(plan, carefulConsent)).rejects.toBeInstanceOf(SessionError);
  });

  it("that a refusal brings has an id too", async () => {
    const runner = stage.runner();
    const plan = await runner.plan(seeded(), wish);
    stage.agent.plays({ reports: { model: "large" } });
    const consent = { ...carefulConsent, drift: "refuse" } as const;
    const refused = await new Listener(await runner.restore(plan, consent)).end();
    if (refused?.type !== "refused") throw new Error(`It ended with ${refused?.type}.`);
    const next = await new Listener(await runner.restore(refused.plan, consent)).end();
    expect(next).toMatchObject({ type: "refused", plan: { refusals: refused.plan.refusals } });
    await expect(runner.restore(refused.plan, consent)).rejects.toThrow("Plan again");
  });
});

describe("files", () => {
  const edited = () => {
    const path = join(stage.files.cwd, "a.txt");
    writeFileSync(path, "new\n");
    utimesSync(path, new Date(at), new Date(at));
    const edit = { kind: "edit", status: "done" } as const;
    const turns = [
      promptTurn("one"),
      promptTurn("two", {
        ...edit,
        changes: [{ path, change: "update", diff: "@@ -1 +1 @@\n-old\n+new\n" }],
      }),
    ];
    return { path, session: stage.files.seed({ thread, workspace: stage.files.cwd, updatedAt: at, turns }) };
  };

  it("are put back by a plan of this server, once, and that can be undone", async () => {
    const { path, session } = edited();
    const runner = stage.runner();
    const plan = await runner.filesAt(session, 1);
    expect(plan.files).toMatchObject([{ path: "a.txt", change: "write", content: "old\n", conflict: null }]);
    const rewind = await runner.rewindFiles(plan);
    expect(readFileSync(path, "utf8")).toBe("old\n");
    await expect(runner.rewindFiles(plan)).rejects.toThrow("Plan again");
    expect(await runner.undoRewind(rewind)).toEqual(["a.txt"]);
    expect(readFileSync(path, "utf8")).toBe("new\n");
    await expect(runner.undoRewind("../../x")).rejects.toMatchObject({ code: "not-found" });
  });

  it("are not written by a plan from the request", async () => {
    const { path, session } = edited();
    const plan = await stage.runner().filesAt(session, 1);
    const outside = { ...plan, files: plan.files.map((file) => ({ ...file, path: "../b.txt" })) };
    for (const body of [{ plan }, { plan: outside }, { plan: "x", files: outside.files }])
      expect((await stage.post("/rewinds", body)).status).toBe(400);
    expect((await stage.post("/rewinds", { plan: "unknown" })).status).toBe(409);
    await expect(stage.runner().rewindFiles(outside)).rejects.toThrow("Plan again");
    expect(readFileSync(path, "utf8")).toBe("new\n");
  });
});

describe("a wish to run", () => {
  it.each<[string, object]>([
    ["a relative folder", { cwd: "app" }],
    ["a relative folder in its settings", { settings: { cwd: "app" } }],
    ["a relative input", { inputs: [{ kind: "image", path: "a.png" }] }],
    ["a relative scope", { scope: { kind: "workspace", root: "app" } }],
    ["an unknown field", { sandbox: "danger-full-access" }],
    ["an unknown setting", { settings: { dangerously: true } }],
    ["no prompt", { prompt: undefined }],
    ["a prompt that is no text", { prompt: 7 }],
  ])("with %s is refused, and nothing is started", async (_name, more) => {
    const response = await stage.post("/runs", { ...stage.wish("look"), ...more });
    expect(response.status).toBe(400);
    expect(stage.agent.launches).toEqual([]);
  });

  it("must be JSON and say so, and not be too large", async () => {
    const body = JSON.stringify(stage.wish("look"));
    const plain = await stage.server.get("/runs", { "content-type": "text/plain" }, { method: "POST", body });
    expect(plain.status).toBe(415);
    expect((await stage.post("/runs", "{")).status).toBe(400);
    expect((await stage.post("/runs", stage.wish("x".repeat(9 * 1024 * 1024)))).status).toBe(413);
    expect(stage.agent.launches).toEqual([]);
  });

  it("gets the settings that it names, and no others", async () => {
    const bare = await stage.runner().run(stage.wish("look", { settings: {} }));
    await new Listener(bare).end();
    const [launch] = stage.agent.launches;
    expect(launch?.settings).toMatchObject({ sandbox: null, approvalPolicy: null });
  });

  it("is refused when the server runs as many as it may", async () => {
    await stage.close();
    stage = await openRunnerStage({ limits: { turnCount: 1 } });
    stage.agent.plays({ turns: [[step.hang]] });
    const runner = stage.runner();
    const run = await runner.run(stage.wish("one"));
    await expect(runner.run(stage.wish("two"))).rejects.toMatchObject({ code: "too-many", status: 503 });
    await run.controls.end();
    await until(async () => (await runner.run(stage.wish("two")).catch(() => null)) !== null);
  });
});

describe("listeners", () => {
  const busy = Array.from({ length: 2000 }, (_, index) => step.delta("a", `word ${index} `.repeat(20)));

  it("each get everything; a slow one holds nobody back", async () => {
    stage.agent.plays({ turns: [[step.starts("a", ""), ...busy]] });
    const runner = stage.runner();
    const run = await runner.run(stage.wish("look"));
    const slow = run.events()[Symbol.asyncIterator]();
    const heard: NumberedEvent[] = [(await slow.next()).value];
    const [one, two] = [new Listener(run), new Listener(await stage.runner().attach(run.id))];
    expect(await one.end()).toMatchObject({ status: "completed" });
    await two.end();
    expect(two.heard).toEqual(one.heard);
    for (let step = await slow.next(); !step.done; step = await slow.next()) heard.push(step.value);
    expect(heard).toEqual(one.heard);
  });

  it("may all leave: the run continues", async () => {
    stage.agent.plays({ turns: [[step.request("r"), step.reply("a", "Done.")]] });
    const runner = stage.runner();
    const run = await runner.run(stage.wish("look"));
    const listener = new Listener(run);
    await listener.until("request");
    runner.close();
    await listener.over;
    const again = await stage.runner().attach(run.id);
    await again.controls?.answer("r", { decision: "once" });
    expect(await new Listener(again).end()).toMatchObject({ status: "completed" });
  });

  it("of an earlier server are told to attach again", async () => {
    const run = await stage.runner().run(stage.wish("look"));
    await new Listener(run).end();
    const path = `/runs/${run.id}/events?origin=other`;
    expect(await refusal(await stage.server.get(path))).toEqual([
      ...[409, "refused", expect.stringContaining("Attach to it again")],
    ]);
    expect((await stage.server.get(`/runs/${run.id}/events`)).status).toBe(400);
    const call = { origin: "other", calls: [{ do: "end" }] };
    expect((await stage.post(`/runs/${run.id}/controls`, call)).status).toBe(409);
  });
});

describe("controls", () => {
  it.each<[string, object]>([
    ["nothing", { calls: [] }],
    ["something unknown", { calls: [{ do: "widen" }] }],
    ["an unknown decision", { calls: [{ do: "answer", request: "r", answer: { decision: "yes" } }] }],
    ["no origin", { calls: [{ do: "end" }], origin: undefined }],
  ])("that ask for %s are refused", async (_name, more) => {
    const run = await stage.runner().run(stage.wish("look"));
    const body = { origin: run.origin, ...more };
    expect((await stage.post(`/runs/${run.id}/controls`, body)).status).toBe(400);
  });

  it("of another process are refused", async () => {
    const { run, kill } = await stage.files.otherProcess(stage.wish("look"), { turns: [[step.hang]] });
    const watched = await stage.runner().attach(run);
    expect(watched.controls).toBeNull();
    const call = { origin: watched.origin, calls: [{ do: "interrupt" }] };
    expect(await refusal(await stage.post(`/runs/${run}/controls`, call))).toEqual([
      ...[409, "refused", expect.stringContaining("Another process has this run")],
    ]);
    await kill();
  });
});

describe("a server that closes", () => {
  it("ends its runs, tells their listeners, and starts no more; they are offered again", async () => {
    stage.agent.plays({ turns: [[step.reply("a", "Before."), step.hang]] });
    const runner = stage.runner({ pauses: [5] });
    const listener = new Listener(await runner.run(stage.wish("look")));
    await listener.until("item");
    await stage.server.close();
    expect(await listener.end()).toMatchObject({ type: "run-ended", status: "interrupted" });
    const scope = { kind: "workspace", root: stage.files.cwd } as const;
    expect(await stage.local.offer(scope)).toMatchObject({ mode: "resume" });
    await expect(runner.run(stage.wish("two"))).rejects.toMatchObject({ code: "not-reached" });
  });

  it("lets a turn finish within its grace, and ends a conversation after it", async () => {
    stage.agent.plays({ turns: [[step.request("r"), step.reply("a", "Done.")]] });
    const run = await stage.runner().run(stage.wish("look", { stays: true }));
    const listener = new Listener(run);
    await listener.until("request");
    const closing = stage.server.listening.close(60_000);
    await run.controls.answer("r", { decision: "once" }).catch(() => undefined);
    // Its connection may be refused already.
    await (await stage.local.attach(run.id)).controls?.answer("r", { decision: "once" });
    expect(await listener.end()).toMatchObject({ type: "run-ended", status: "completed" });
    await closing;
  });
});

describe("what is kept for a session", () => {
  it("is read and changed", async () => {
    const session = seeded();
    const runner = stage.runner();
    expect(await runner.approvals(session)).toEqual([]);
    await runner.grant(session, { hash: "2:x", subject: "run x" });
    expect(await runner.approvals(session)).toEqual(await stage.local.approvals(session));
    await runner.revoke(session, "2:x");
    expect(await runner.approvals(session)).toEqual([]);
    expect(await runner.running(session)).toBeNull();
    expect(await runner.cancel(session)).toBeNull();
    expect(await runner.status("all")).toEqual(await stage.local.status("all"));
    expect(await runner.dismissal(session)).toEqual(await stage.local.dismissal(session));
    expect(await runner.dismissedCount({ workspace: stage.files.cwd })).toBe(0);
    await expect(runner.dismiss(session, true)).rejects.toMatchObject({ code: "not-found" });
    await expect(runner.plan("none", wish)).rejects.toMatchObject({ code: "not-found" });
  });
});
