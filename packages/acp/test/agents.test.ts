import { claude, codex, gemini, type Model, opencode, sampleOf } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AcpStage } from "./live-stage.ts";

let stage: AcpStage;
beforeEach(async () => {
  stage = await AcpStage.open("acp-agents");
});
afterEach(() => stage.close());

const sent = (model: Model) => JSON.stringify(model.requests.filter(({ number }) => number !== null).at(-1)?.body);
const times = (model: Model, text: string) => sent(model).split(text).length - 1;

describe.each(sampleOf([claude, gemini, opencode], 1))("$name", (agent) => {
  test("runs, is listed, and is continued by another process with its whole history", async () => {
    const model = await stage.add(agent);
    const folder = stage.folder("work");
    // Without a model, Gemini asks another one which to take.
    const first = await stage.start(...(agent === gemini ? ["--model", "gemini-2.5-flash"] : []));
    const { sessionId, configOptions } = await first.editor.create(folder);
    expect(configOptions?.[0]).toMatchObject({ id: "agent", currentValue: agent.name });
    model.push([{ text: "Blue, as you said.", chunks: 4 }]);
    expect(await first.editor.prompt(sessionId, "my colour is blue")).toEqual({ stopReason: "end_turn" });
    expect(first.editor.said).toEqual(["agent: Blue, as you said."]);
    first.process.closeInput();
    await first.process.exited;
    const before = await stage.sessionFiles(agent.name);

    const second = await stage.start();
    second.editor.answers = () => "yes";
    expect((await second.editor.list(folder)).sessions).toMatchObject([{ sessionId, title: "my colour is blue" }]);
    await second.editor.load(sessionId, folder);
    expect(second.editor.said).toEqual(["user: my colour is blue", "agent: Blue, as you said."]);
    second.editor.forget();
    model.push([{ text: "Still blue." }]);
    expect(await second.editor.prompt(sessionId, "which colour?")).toEqual({ stopReason: "end_turn" });
    expect(second.editor.said).toEqual(["agent: Still blue."]);
    expect([times(model, "my colour is blue"), times(model, "Blue, as you said.")]).toEqual([1, 1]);
    const after = await stage.sessionFiles(agent.name);
    for (const [path, bytes] of before)
      if (path.endsWith(".jsonl")) expect(after.get(path)?.subarray(0, bytes.length).equals(bytes), path).toBe(true);
    second.process.closeInput();
    await second.process.exited;
  });
});

test("another agent continues the session once it is chosen and agreed to, with the history", async () => {
  const [first, second] = [await stage.add(codex), await stage.add(claude)];
  const folder = stage.folder("work");
  const { editor, process } = await stage.start("--agent", "codex");
  const { sessionId } = await editor.create(folder);
  first.push([{ text: "Noted: green." }]);
  await editor.prompt(sessionId, "my colour is green");
  const { configOptions } = await editor.set(sessionId, "agent", "claude");
  expect(configOptions[0]).toMatchObject({ id: "agent", currentValue: "claude" });

  expect(await editor.prompt(sessionId, "not yet")).toEqual({ stopReason: "cancelled" });
  expect(second.requests.filter(({ number }) => number !== null)).toEqual([]);
  editor.forget();
  editor.answers = () => "yes";
  second.push([{ text: "Green it is." }]);
  expect(await editor.prompt(sessionId, "which colour?")).toEqual({ stopReason: "end_turn" });
  expect(editor.asked[0]?.toolCall.title).toMatch(/^Replay codex:.* in a new claude session\?$/);
  expect(editor.said.at(-1)).toBe("agent: Green it is.");
  expect([times(second, "my colour is green"), times(second, "Noted: green.")]).toEqual([1, 1]);

  editor.forget();
  second.push([{ text: "Green, still." }]);
  await editor.prompt(sessionId, "and now?");
  expect(editor.said).toEqual(["agent: Green, still."]);
  expect(times(second, "which colour?")).toBe(1);
  // What was chosen last in a project is what its next session starts with.
  expect((await editor.create(folder)).configOptions?.[0]).toMatchObject({ currentValue: "codex" });
  process.closeInput();
  await process.exited;
  const again = await stage.start();
  expect((await again.editor.create(folder)).configOptions?.[0]).toMatchObject({ currentValue: "claude" });
  await again.editor.load(sessionId, folder);
  expect(again.editor.said.at(-1)).toBe("agent: Green, still.");
});

test("a wider sandbox is asked for by name, and counts only after a yes", async () => {
  const model = await stage.add(codex);
  const folder = stage.folder("work");
  const { editor } = await stage.start("--sandbox", "read-only");
  const { sessionId } = await editor.create(folder);
  model.push([{ text: "Reading only." }]);
  await editor.prompt(sessionId, "begin");
  await editor.set(sessionId, "sandbox", "danger-full-access");
  expect(await editor.prompt(sessionId, "wider")).toEqual({ stopReason: "cancelled" });
  expect(editor.asked[0]?.toolCall.title).toBe("Allow more than before: sandbox from read-only to danger-full-access?");
  editor.answers = () => "yes";
  model.push([{ text: "Anything goes." }]);
  expect(await editor.prompt(sessionId, "wider")).toEqual({ stopReason: "end_turn" });
  expect(stage.runs().map(({ settings }) => settings.sandbox)).toContain("danger-full-access");
  await expect(editor.set(sessionId, "sandbox", "none")).rejects.toThrow("Sandbox takes one of: default,");
});
