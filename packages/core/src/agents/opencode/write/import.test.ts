import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { noSettings, type RunEvent, type Timestamp } from "@reprise/model";
import {
  disposeAll,
  isWhole,
  locateBinary,
  makeScratch,
  opencode,
  sampleHistory,
  startModel,
  until,
} from "@reprise/testkit";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { withTemporaryFile } from "../../../host/files/temporary-file.ts";
import { nodeHost } from "../../../host/node-host.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import { opencodeExecDriver } from "../exec/driver.ts";
import { runOpencode } from "./run-opencode.ts";
import { sessionOf } from "./session.ts";
import { findSession, modelFor, opencodeWriter } from "./writer.ts";

afterAll(disposeAll);

async function setUp() {
  const scratch = await makeScratch();
  const model = await startModel("chat-completions");
  onTestFinished(async () => {
    await disposeAll();
    await model.close();
    await scratch.remove();
  });
  const home = await opencode.prepareHome({ home: scratch.home, model });
  const host = nodeHost({ ...home.env, REPRISE_CACHE: join(scratch.root, "cache") });
  const order: WriteOrder = {
    thread: opencodeWriter.newThread(host),
    home: null,
    cwd: scratch.workspace,
    settings: noSettings,
    at: "2026-11-15T10:01:00.000Z" as Timestamp,
    title: "Taken over",
    program: locateBinary("opencode").command,
    env: home.env,
    signal: new AbortController().signal,
  };
  return { scratch, model, host, order };
}

test.runIf(isWhole)("a question that nobody can answer does not hold up the first turn", async () => {
  const { scratch, model, host, order } = await setUp();
  await opencodeWriter.write(sampleHistory, order, host);
  const question = { question: "Which?", header: "Which", options: [{ label: "a", description: "a" }] };
  model.push([{ call: { name: "question", arguments: { questions: [question] } } }], [{ text: "Well then." }]);
  const live = await opencodeExecDriver.resume(order.thread, {
    settings: { ...noSettings, cwd: scratch.workspace },
    env: order.env,
    home: null,
    program: order.program,
    onLine: () => undefined,
    signal: order.signal,
  });
  const events: RunEvent[] = [];
  for await (const event of live.ask({ id: "prompt", text: "go on" })) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: "turn-ended", state: "completed" });
});

test.runIf(isWhole)("what an import that died has left is completed, and nothing is there twice", async () => {
  const { scratch, host, order } = await setUp();
  const model = { providerID: "scripted", modelID: "scripted" };
  const session = sessionOf(sampleHistory, order, model);
  const part = { ...session, messages: session.messages.slice(0, 4) };
  const file = { folder: join(scratch.root, "cache"), ending: ".json", text: JSON.stringify(part) };
  await withTemporaryFile(file, (path) => runOpencode(["import", path], order));
  expect(findSession(order.thread, host)?.messageIds.size).toBe(4);
  await opencodeWriter.write(sampleHistory, order, host);
  const present = findSession(order.thread, host);
  expect([...(present?.messageIds ?? [])].toSorted()).toEqual(session.messages.map(({ info }) => info.id));
  expect([...(present?.partIds ?? [])].toSorted()).toEqual(
    session.messages.flatMap(({ parts }) => parts.map(({ id }) => id)),
  );
});

test.runIf(isWhole)("an import that has begun is let run to its end", async () => {
  const { scratch, host, order } = await setUp();
  const controller = new AbortController();
  const settings = { ...noSettings, model: "scripted/scripted" };
  const written = opencodeWriter.write(sampleHistory, { ...order, settings, signal: controller.signal }, host);
  const cache = join(scratch.root, "cache", "opencode");
  await until(() => existsSync(cache) && readdirSync(cache).some((name) => name.endsWith(".json")), {
    what: "the file that is imported",
  });
  controller.abort();
  await written;
  const session = sessionOf(sampleHistory, order, { providerID: "", modelID: "" });
  expect(findSession(order.thread, host)?.messageIds.size).toBe(session.messages.length);
  expect(readdirSync(cache).filter((name) => name.endsWith(".json"))).toEqual([]);
});

test.runIf(isWhole)("without a model to go on with, nothing is written", async () => {
  const { scratch, host, order } = await setUp();
  expect(await modelFor(order, host)).toEqual({ providerID: "scripted", modelID: "scripted" });
  const settings = { ...noSettings, provider: "open", model: "lab/model-1" };
  const ordered = { providerID: "open", modelID: "lab/model-1" };
  expect(await modelFor({ ...order, settings }, host)).toEqual(ordered);
  await rm(join(scratch.home, ".config", "opencode", "opencode.json"));
  const write = opencodeWriter.write(sampleHistory, order, host);
  await expect(write).rejects.toMatchObject({ name: "SessionError", code: "refused" });
  expect(findSession(order.thread, host)).toBeNull();
});
