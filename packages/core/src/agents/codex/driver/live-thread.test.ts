import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ThreadId } from "@reprise/model";
import { type Action, startAppServer } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { asking, free, run } from "../../../../test/codex-driver/actions.ts";
import { ask, endOf, itemsIn } from "../../../../test/codex-driver/follow.ts";
import { type Named, refusal, useStage } from "../../../../test/codex-driver/stage.ts";

describe("a thread of the real codex", () => {
  const used = useStage();

  test("is started without noting the project as trusted in the person's configuration", async () => {
    const file = join(used.stage.home.env.CODEX_HOME ?? "", "config.toml");
    const before = await readFile(file, "utf8");
    const thread = await used.stage.start(free);
    expect(thread.settings).toMatchObject({
      sandbox: "danger-full-access",
      cwd: used.stage.scratch.workspace,
    });
    expect(await readFile(file, "utf8")).toBe(before);
  });

  test("is resumed in a new process with all that was set, not narrowed", async () => {
    const { model, scratch } = used.stage;
    const wanted = { ...asking, model: "gpt-5.6-sol", effort: "high", summary: "concise" };
    const first = await used.stage.start(wanted);
    expect(first.settings).toMatchObject(wanted);
    await ask(first, "remember this");
    await first.close();
    const bare = await used.stage.resume(first.thread);
    expect(bare.settings).toMatchObject({
      model: "gpt-5.6-sol",
      sandbox: "read-only",
      approvalPolicy: "on-request",
    });
    await bare.close();
    const second = await used.stage.resume(first.thread, { ...wanted, effort: "low" });
    expect(second.thread).toBe(first.thread);
    expect(second.settings).toMatchObject({ ...wanted, effort: "low", cwd: scratch.workspace });
    model.push([run("touch written.txt")], [{ text: "Written." }]);
    await ask(second, "write");
    expect(existsSync(join(scratch.workspace, "written.txt"))).toBe(true);
    const { body } = model.requests.at(-1) ?? {};
    expect(body).toMatchObject({ model: "gpt-5.6-sol", reasoning: { effort: "low", summary: "concise" } });
    expect(JSON.stringify(body)).toContain("remember this");
  });

  test("keeps its model when only the effort is asked for", async () => {
    const first = await used.stage.start({ model: "gpt-5.6-sol" });
    await ask(first, "hello");
    await first.close();
    const second = await used.stage.resume(first.thread, { effort: "low" });
    expect(second.settings).toMatchObject({ model: "gpt-5.6-sol", effort: "low" });
    await ask(second, "again");
    const { body } = used.stage.model.requests.at(-1) ?? {};
    expect(body).toMatchObject({ model: "gpt-5.6-sol", reasoning: { effort: "low" } });
    expect(second.settings).toMatchObject({ model: "gpt-5.6-sol", effort: "low" });
  });

  test("is resumed as read-only under a configuration with full access: nothing can be written", async () => {
    const narrow = { sandbox: "read-only", approvalPolicy: "never" };
    const first = await used.stage.start(narrow);
    await ask(first, "look around");
    await first.close();
    const wide = (config: string) => `sandbox_mode = "danger-full-access"\napproval_policy = "never"\n${config}`;
    const second = await used.stage.withConfig(wide, () => used.stage.resume(first.thread, narrow));
    expect(second.settings).toMatchObject(narrow);
    used.stage.model.push([run("sleep 0.3; echo x > forbidden.txt")], [{ text: "It failed." }]);
    expect(itemsIn(await ask(second, "write"))[0]).toMatchObject({ kind: "command", status: "failed" });
    expect(existsSync(join(used.stage.scratch.workspace, "forbidden.txt"))).toBe(false);
  });

  test("is refused when it is busy, missing, archived or damaged", async () => {
    const { stage } = used;
    const first = await stage.start();
    await ask(first, "mine");
    expect(await refusal(stage.resume(first.thread))).toMatchObject({ kind: "busy" });
    await first.close();
    const unknown = "01a1e0b5-0000-7ab0-a082-5e0c3412cbb8" as ThreadId;
    expect(await refusal(stage.resume(unknown))).toMatchObject({ kind: "thread-missing" });
    expect(await refusal(stage.resume("thr_123" as ThreadId))).toMatchObject({ kind: "thread-missing" });
    const server = await startAppServer({ home: stage.home, cwd: stage.scratch.workspace });
    await server.request("thread/archive", { threadId: first.thread });
    expect(await refusal(stage.resume(first.thread))).toMatchObject({ kind: "thread-archived" });
    await server.request("thread/unarchive", { threadId: first.thread });
    server.closeInput();
    await server.exited;
    const file = (await stage.home.sessionFiles()).find((path) => path.includes(first.thread));
    await writeFile(file ?? "", "garbage\n");
    expect(await refusal(stage.resume(first.thread))).toMatchObject({ kind: "thread-damaged" });
  });

  test("is refused with what to do when Codex is not there, or the folder is not", async () => {
    const { stage } = used;
    const missing = await refusal(stage.start({}, { program: "/nowhere/codex" }));
    expect(missing).toMatchObject({
      kind: "agent-missing",
      message: expect.stringContaining("REPRISE_CODEX_BIN"),
    });
    const env = { ...stage.home.env, PATH: "/nowhere" };
    expect(await refusal(stage.start({}, { program: null, env }))).toMatchObject({ kind: "agent-missing" });
    const noFolder = await refusal(stage.start({ cwd: "/nowhere/at/all" }));
    expect(noFolder).toMatchObject({ kind: "other", message: expect.stringContaining("/nowhere/at/all") });
    expect(await refusal(stage.start({ sandbox: "none-such" }))).toMatchObject({ kind: "other" });
  });
});

describe("a failed turn of the real codex", () => {
  const used = useStage();
  const limit = { type: "usage_limit_reached", message: "no more" };
  const windows = { "x-codex-primary-used-percent": "100", "x-codex-primary-reset-at": "4102444800" };
  const cases: [string, Action[], object][] = [
    ["a server error", [{ http: { status: 500 } }], { kind: "server", resetsAt: null }],
    [
      "a usage limit with its windows",
      [{ http: { status: 429, headers: windows, body: { error: limit } } }],
      { kind: "limit", resetsAt: "2100-01-01T00:00:00.000Z" },
    ],
    [
      "a usage limit that only says when",
      [{ http: { status: 429, body: { error: { ...limit, plan_type: "pro", resets_at: 4102444800 } } } }],
      { kind: "limit", resetsAt: "2100-01-01T00:01:00.000Z" },
    ],
    ["a rate limit", [{ http: { status: 429 } }], { kind: "limit", resetsAt: null }],
    ["a bad login", [{ http: { status: 401 } }], { kind: "authentication" }],
    ["a lost connection", [{ partial: "half" }, { drop: true }], { kind: "transport" }],
    ["a full context", [{ failed: { code: "context_length_exceeded", message: "long" } }], { kind: "context-full" }],
    ["anything else", [{ http: { status: 400, body: { error: { message: "odd" } } } }], { kind: "other" }],
  ];

  test("says why, and the next one works", async () => {
    const thread: Named = await used.stage.start();
    for (const [name, actions, failure] of cases) {
      used.stage.model.push(actions);
      expect(endOf(await ask(thread, name)), name).toMatchObject({ state: "failed", failure });
    }
    used.stage.model.push({ match: "and now", actions: [{ text: "Well." }] });
    expect(endOf(await ask(thread, "and now"))?.state).toBe("completed");
  });
});
