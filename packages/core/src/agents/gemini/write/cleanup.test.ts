import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { noSettings, type Timestamp } from "@reprise/model";
import {
  compareTrees,
  disposeAll,
  gemini,
  hashTree,
  isWhole,
  makeScratch,
  sampleHistory,
  startModel,
} from "@reprise/testkit";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { digestOf } from "../../../host/digest.ts";
import { nodeHost } from "../../../host/node-host.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import { geminiWriter } from "./writer.ts";

afterAll(disposeAll);

async function setUp() {
  const scratch = await makeScratch();
  const model = await startModel("generate-content");
  const home = await gemini.prepareHome({ home: scratch.home, model });
  const host = nodeHost(home.env);
  onTestFinished(async () => {
    await disposeAll();
    await model.close();
    await scratch.remove();
  });
  const folder = join(scratch.home, ".gemini");
  const orderFor = (cwd: string): WriteOrder => ({
    thread: geminiWriter.newThread(host),
    home: null,
    cwd,
    settings: noSettings,
    at: "2026-11-15T10:01:00.000Z" as Timestamp,
    title: "Taken over",
    program: null,
    env: home.env,
    signal: new AbortController().signal,
  });
  return { scratch, model, home, host, folder, orderFor };
}

// Four starts, and about what Gemini CLI does: in the campaign `live`.
test.runIf(isWhole)("outlives the clean-up that Gemini CLI does by default, after it was resumed", async () => {
  const { scratch, model, home, host, folder, orderFor } = await setUp();
  const settings = JSON.parse(await readFile(join(folder, "settings.json"), "utf8"));
  settings.general.sessionRetention = { enabled: true, maxAge: "30d" };
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings));
  const order = {
    ...orderFor(scratch.workspace),
    at: new Date(Date.now() - 3_600_000).toISOString() as Timestamp,
  };
  const { path } = await geminiWriter.write(sampleHistory, order, host);
  const turn = async (prompt: string, resume?: string) => {
    const { exited } = home.spawnTurn({ prompt, cwd: scratch.workspace, ...(resume && { resume }) });
    expect(await exited).toEqual({ code: 0, signal: null });
    return readdir(dirname(path));
  };
  await turn("before it was resumed");
  const withStub = await turn("resumed", order.thread);
  const stub = withStub.find((name) => name.endsWith(`-${order.thread.slice(0, 8)}.jsonl`));
  expect(stub).toBeDefined();
  const afterwards = await turn("another session");
  expect(afterwards).toContain(basename(path));
  expect(afterwards).not.toContain(stub);
  await turn("resumed again", order.thread);
  const asked = JSON.stringify(model.requests.findLast(({ number }) => number !== null)?.body);
  for (const text of ["history-01", "history-18", "resumed again"]) expect(asked).toContain(text);
});

test("a folder that Gemini CLI does not know is marked, and its registry is left to itself", async () => {
  const { scratch, home, host, folder, orderFor } = await setUp();
  await home.spawnTurn({ prompt: "somewhere else", cwd: scratch.workspace }).exited;
  const cwd = join(scratch.root, "other", "workspace");
  await mkdir(cwd, { recursive: true });
  const before = await hashTree(scratch.home);
  const order = orderFor(cwd);
  const { path } = await geminiWriter.write(sampleHistory, order, host);
  const added = ["workspace-1/.project_root", `workspace-1/chats/${basename(path)}`];
  expect(compareTrees(before, await hashTree(scratch.home))).toEqual(
    added.map((name) => ({ path: join(".gemini", "tmp", name), change: "added" })),
  );
  const { exited } = home.spawnTurn({ prompt: "go on", cwd, resume: order.thread });
  expect(await exited).toEqual({ code: 0, signal: null });
  const { projects } = JSON.parse(await readFile(join(folder, "projects.json"), "utf8"));
  expect(projects).toEqual({ [scratch.workspace]: "workspace", [cwd]: "workspace-1" });
});

test("sessions of an early release are not cut off", async () => {
  const { scratch, host, folder, orderFor } = await setUp();
  await mkdir(join(folder, "tmp", digestOf(scratch.workspace), "chats"), { recursive: true });
  const before = await hashTree(scratch.home);
  const write = geminiWriter.write(sampleHistory, orderFor(scratch.workspace), host);
  await expect(write).rejects.toMatchObject({ name: "SessionError", code: "refused" });
  expect(compareTrees(before, await hashTree(scratch.home))).toEqual([]);
});
