import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex, type Model, type ModelRequest, sampleOf, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AcpStage } from "./live-stage.ts";

let stage: AcpStage;
let model: Model;
beforeEach(async () => {
  stage = await AcpStage.open("acp-codex");
  model = await stage.add(codex);
});
afterEach(() => stage.close());

const lastRequest = (): ModelRequest | undefined => model.requests.filter(({ number }) => number !== null).at(-1);
const lastSent = () => JSON.stringify(lastRequest()?.body);
/** How often a text is in what the model was sent last. */
const timesSent = (text: string) => lastSent().split(text).length - 1;
const answersTo = (title: string | RegExp, optionId: string) => (request: { toolCall: { title?: string | null } }) =>
  request.toolCall.title?.match(title) ? optionId : null;

/** Every file the agent had is there, and starts with the bytes it had. */
async function expectOnlyGrown(before: ReadonlyMap<string, Buffer>): Promise<void> {
  const after = await stage.sessionFiles("codex");
  for (const [path, bytes] of before) expect(after.get(path)?.subarray(0, bytes.length).equals(bytes), path).toBe(true);
}

test("a new session: the prompt runs, its text streams once, and another process loads and continues it", async () => {
  const first = await stage.start();
  const folder = stage.folder("new");
  const { sessionId } = await first.editor.create(folder);
  model.push([{ text: "Hello from the model, in pieces.", chunks: 8 }]);
  expect(await first.editor.prompt(sessionId, "say hello")).toEqual({ stopReason: "end_turn" });
  expect(first.editor.said).toEqual(["agent: Hello from the model, in pieces."]);
  expect(first.editor.of("agent_message_chunk").length).toBeGreaterThan(1);

  model.push([{ text: "And again." }]);
  await first.editor.prompt(sessionId, "once more");
  expect(first.editor.asked).toEqual([]);
  expect(first.editor.said.at(-1)).toBe("agent: And again.");
  expect([timesSent("say hello"), timesSent("once more")]).toEqual([1, 1]);
  first.process.closeInput();
  expect(await first.process.exited).toMatchObject({ code: 0 });

  const second = await stage.start();
  const { sessions } = await second.editor.list(folder);
  expect(sessions).toMatchObject([{ sessionId, cwd: folder, title: "say hello" }]);
  expect(Date.parse(sessions[0]?.updatedAt ?? "")).toBeGreaterThan(0);
  await second.editor.load(sessionId, folder);
  expect(second.editor.said).toEqual([
    "user: say hello",
    "agent: Hello from the model, in pieces.",
    "user: once more",
    "agent: And again.",
  ]);
  const before = await stage.sessionFiles("codex");
  second.editor.forget();
  model.push([{ text: "Still here." }]);
  expect(await second.editor.prompt(sessionId, "and now?")).toEqual({ stopReason: "end_turn" });
  expect(second.editor.said).toEqual(["agent: Still here."]);
  for (const text of ["say hello", "Hello from the model, in pieces.", "once more", "And again.", "and now?"])
    expect(timesSent(text), text).toBe(1);
  await expectOnlyGrown(before);
  second.process.closeInput();
  await second.process.exited;
});

test("a session of the agent's own is listed and continued by its own id, without history by resume", async () => {
  const folder = stage.folder("own");
  model.push([{ text: "Made outside." }]);
  const turn = stage.homes.get("codex")?.spawnTurn({ prompt: "made by codex itself", cwd: folder });
  await turn?.exited;
  const { editor, process } = await stage.start();
  const { sessions } = await editor.list(folder);
  expect(sessions).toMatchObject([{ title: "made by codex itself", cwd: folder }]);
  const { sessionId = "" } = sessions[0] ?? {};
  expect(sessionId).toMatch(/^codex:/);
  await editor.resume(sessionId, folder);
  expect(editor.heard).toEqual([]);
  // `codex exec` never asks; it continues as the person's own configuration says, without a question.
  model.push([{ text: "Continued." }]);
  await editor.prompt(sessionId, "go on");
  expect(editor.asked).toEqual([]);
  expect(timesSent("made by codex itself")).toBe(1);
  expect(editor.said.at(-1)).toBe("agent: Continued.");
  editor.forget();
  model.push([{ text: "No more questions." }]);
  await editor.prompt(sessionId, "and on");
  expect([editor.asked, editor.said]).toEqual([[], ["agent: No more questions."]]);
  process.closeInput();
  await process.exited;
});

const asking = (cmd: string) => ({
  call: {
    name: codex.shellCall(cmd).name,
    arguments: { cmd, sandbox_permissions: "require_escalated", justification: "To be sure." },
  },
});

test("an approval is asked with the options the agent offers, and the answer counts", async () => {
  const { editor, process } = await stage.start("--sandbox", "read-only");
  const folder = stage.folder("asking");
  const { sessionId } = await editor.create(folder);
  const [yes, no] = [join(folder, "yes.txt"), join(folder, "no.txt")];
  editor.answers = ({ toolCall }) => (toolCall.title?.includes("yes.txt") ? "once" : "decline");
  model.push([asking(`touch ${yes}`)], [asking(`touch ${no}`)], [{ text: "One of two." }]);
  expect(await editor.prompt(sessionId, "touch both")).toEqual({ stopReason: "end_turn" });
  expect([existsSync(yes), existsSync(no)]).toEqual([true, false]);
  expect(editor.asked).toHaveLength(2);
  expect(editor.asked[0]?.options.map(({ optionId, kind }) => [optionId, kind])).toEqual(
    expect.arrayContaining([
      ["once", "allow_once"],
      ["cancel", "reject_once"],
    ]),
  );
  expect(JSON.stringify(editor.asked[0]?.toolCall.content)).toContain("To be sure.");
  const calls = editor.of("tool_call");
  expect(calls.map(({ title, kind }) => [title.includes("touch"), kind])).toEqual([
    [true, "execute"],
    [true, "execute"],
  ]);
  // Each call has an end, and its id is that of the question.
  const ends = calls.map(({ toolCallId }) =>
    editor.of("tool_call_update").findLast((update) => update.toolCallId === toolCallId),
  );
  expect(ends.map((end) => end?.status)).toEqual(["completed", "failed"]);
  expect(editor.asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(calls.map((one) => one.toolCallId));
  process.closeInput();
  await process.exited;
});

test("the output of a command is shown while it runs, and whole when it is done", async () => {
  const { editor, process } = await stage.start("--sandbox", "danger-full-access");
  const folder = stage.folder("output");
  const { sessionId } = await editor.create(folder);
  const ready = join(folder, "ready.txt");
  const cmd = `while [ ! -e ${ready} ]; do echo waiting; sleep 0.2; done; echo last`;
  model.push(
    [{ call: { name: codex.shellCall(cmd).name, arguments: { cmd, yield_time_ms: 30_000 } } }],
    [{ text: "Ran." }],
  );
  const prompted = editor.prompt(sessionId, "run it");
  await editor.hears(
    (update) => update.sessionUpdate === "tool_call_update" && JSON.stringify(update.content).includes("waiting"),
    "its first lines",
  );
  writeFileSync(ready, "");
  expect(await prompted).toEqual({ stopReason: "end_turn" });
  const last = editor.of("tool_call_update").at(-1);
  expect(last).toMatchObject({ status: "completed", kind: "execute" });
  expect(JSON.stringify(last?.content)).toContain("waiting\\nlast");
  expect(editor.of("session_info_update")).toEqual([{ sessionUpdate: "session_info_update", title: "run it" }]);
  process.closeInput();
  await process.exited;
});

test("an edit is shown as a diff, live and when it is loaded", async () => {
  const { editor, process } = await stage.start("--sandbox", "workspace-write");
  const folder = stage.folder("edit");
  const { sessionId } = await editor.create(folder);
  writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
  const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n*** End Patch\n";
  model.push([{ custom: { name: "apply_patch", input: patch } }], [{ text: "Edited." }]);
  await editor.prompt(sessionId, "edit it");
  const shown = () => {
    const calls = [...editor.of("tool_call"), ...editor.of("tool_call_update")];
    return calls.flatMap(({ content, locations }) => [
      ...(content ?? []).filter(({ type }) => type === "diff"),
      ...(locations ?? []),
    ]);
  };
  const diff = {
    type: "diff",
    path: join(folder, "a.txt"),
    oldText: "one\ntwo\nthree\n",
    newText: "one\n2\nthree\n",
  };
  expect(shown()).toContainEqual(diff);
  expect(shown()).toContainEqual(expect.objectContaining({ path: join(folder, "a.txt") }));
  editor.forget();
  await editor.load(sessionId, folder);
  expect(shown()).toContainEqual(diff);
  expect(editor.said).toEqual(["user: edit it", "call: Edit a.txt", "agent: Edited."].map(expectedPath(folder)));
  process.closeInput();
  await process.exited;
});

/** Codex records absolute paths. */
const expectedPath = (folder: string) => (line: string) => line.replace("Edit a.txt", `Edit ${join(folder, "a.txt")}`);

test("cancel stops the turn: the prompt ends as cancelled, and the session can be continued", async () => {
  const { editor, process } = await stage.start();
  const folder = stage.folder("cancel");
  const { sessionId } = await editor.create(folder);
  model.push([{ partial: "A text that never" }, { hang: true }]);
  const prompted = editor.prompt(sessionId, "tell me a story");
  await editor.hears(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk", "the text");
  await expect(editor.prompt(sessionId, "another")).rejects.toThrow("A turn of this session is running");
  await editor.cancel(sessionId);
  expect(await prompted).toEqual({ stopReason: "cancelled" });
  model.push([{ text: "To its end." }]);
  editor.answers = () => "yes";
  expect(await editor.prompt(sessionId, "again, please")).toEqual({ stopReason: "end_turn" });
  expect(timesSent("tell me a story")).toBe(1);
  process.closeInput();
  await process.exited;
});

test("killed in the middle of a command, it can be loaded and continued, with a recap if the person agrees", async () => {
  const first = await stage.start("--sandbox", "danger-full-access");
  const folder = stage.folder("killed");
  const { sessionId } = await first.editor.create(folder);
  const started = join(folder, "started.txt");
  model.push([{ call: codex.shellCall(`touch ${started}; sleep 600`) }]);
  const prompted = first.editor.prompt(sessionId, "sleep a little").catch(() => "gone");
  await until(() => existsSync(started), { what: "the command" });
  const run = await until(() => stage.runs().find(({ workspace }) => workspace === folder), {
    what: "the run",
  });
  const before = await stage.sessionFiles("codex");
  first.process.killAlone("SIGKILL");
  if (run.agentProcess) globalThis.process.kill(run.agentProcess.pid, "SIGKILL");
  expect(await prompted).toBe("gone");

  const second = await stage.start();
  await second.editor.load(sessionId, folder);
  expect(second.editor.said[0]).toBe("user: sleep a little");
  expect(second.editor.of("tool_call").map(({ status }) => status)).toEqual(["failed"]);
  expect(JSON.stringify(second.editor.of("tool_call")[0]?.content)).toContain("outcome unknown");
  second.editor.forget();
  second.editor.answers = () => "yes";
  model.push([{ text: "Carried on." }]);
  expect(await second.editor.prompt(sessionId, "and now")).toEqual({ stopReason: "end_turn" });
  expect(second.editor.asked.map(({ toolCall }) => toolCall.title)).toContain("Send the recap of unfinished work?");
  expect(timesSent("sleep a little")).toBe(1);
  expect(lastSent()).toContain("outcome unknown");
  await expectOnlyGrown(before);
  second.process.closeInput();
  await second.process.exited;
});

test.each(sampleOf(["closes", "SIGTERM"], 1))(
  "an editor that goes away (%s) leaves a session that can be resumed",
  async (how) => {
    const first = await stage.start();
    const folder = stage.folder("left");
    const { sessionId } = await first.editor.create(folder);
    model.push([{ partial: "Half of" }, { hang: true }]);
    const prompted = first.editor.prompt(sessionId, "write much").catch(() => "gone");
    await first.editor.hears(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk", "the text");
    if (how === "closes") first.process.closeInput();
    else first.process.killAlone("SIGTERM");
    expect(await first.process.exited).toMatchObject(how === "closes" ? { code: 0 } : { signal: "SIGTERM" });
    await prompted;
    expect(stage.runs().find(({ workspace }) => workspace === folder)?.status).not.toBe("running");

    const second = await stage.start();
    second.editor.answers = () => "yes";
    await second.editor.resume(sessionId, folder);
    model.push([{ text: "The rest." }]);
    expect(await second.editor.prompt(sessionId, "the rest?")).toEqual({ stopReason: "end_turn" });
    expect(timesSent("write much")).toBe(1);
    second.process.closeInput();
    await second.process.exited;
  },
);

test("loaded in another folder than its own, it is continued there only after a yes", async () => {
  const { editor, process } = await stage.start();
  const [own, other] = [stage.folder("own"), stage.folder("other")];
  const { sessionId } = await editor.create(own);
  await editor.prompt(sessionId, "begin here");
  process.closeInput();
  await process.exited;
  const again = await stage.start();
  await again.editor.resume(sessionId, other);
  expect(await again.editor.prompt(sessionId, "not there")).toEqual({ stopReason: "cancelled" });
  expect(JSON.stringify(again.editor.asked[0]?.toolCall.content)).toContain(`${own} → ${other}`);
  again.editor.answers = () => "yes";
  expect(await again.editor.prompt(sessionId, "there")).toEqual({ stopReason: "end_turn" });
  expect(lastSent()).toContain(`<cwd>${other}</cwd>`);
  expect([timesSent("begin here"), timesSent("not there")]).toEqual([1, 0]);
  again.process.closeInput();
  await again.process.exited;
});

test("a session that another process has open is refused, with the name of that program", async () => {
  const [one, other] = [await stage.start(), await stage.start()];
  const folder = stage.folder("busy");
  const { sessionId } = await one.editor.create(folder);
  model.push([{ partial: "Busy with" }, { hang: true }]);
  const prompted = one.editor.prompt(sessionId, "be busy");
  await one.editor.hears(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk", "the text");
  await other.editor.load(sessionId, folder);
  await expect(other.editor.prompt(sessionId, "me too")).rejects.toThrow(/is open in reprise acp\. Close it there/);
  await one.editor.cancel(sessionId);
  expect(await prompted).toEqual({ stopReason: "cancelled" });
  for (const { process } of [one, other]) {
    process.closeInput();
    await process.exited;
  }
});

test("a usage limit and a missing sign-in are errors that say so", async () => {
  const { editor, process } = await stage.start();
  const { sessionId } = await editor.create(stage.folder("errors"));
  const limit = {
    type: "usage_limit_reached",
    message: "The usage limit has been reached",
    resets_in_seconds: 3600,
  };
  model.push([{ http: { status: 429, body: { error: limit } } }]);
  await expect(editor.prompt(sessionId, "too much")).rejects.toMatchObject({ data: { code: "limit" } });
  model.push([{ http: { status: 401, body: { error: { message: "bad key" } } } }]);
  editor.answers = answersTo(/./, "yes");
  await expect(editor.prompt(sessionId, "who am I")).rejects.toMatchObject({
    code: -32000,
    data: { code: "authentication" },
  });
  model.push([{ text: "Better now." }]);
  expect(await editor.prompt(sessionId, "try again")).toEqual({ stopReason: "end_turn" });
  process.closeInput();
  await process.exited;
});
