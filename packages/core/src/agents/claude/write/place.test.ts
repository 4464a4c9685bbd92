import { mkdir, readdir, rename, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { noSettings, type Timestamp } from "@reprise/model";
import { claude, disposeAll, makeScratch, sampleHistory, startModel } from "@reprise/testkit";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../../host/node-host.ts";
import { claudeWriter } from "./writer.ts";

afterAll(disposeAll);

test("lies where Claude Code itself would put it, and is found when it does not", async () => {
  const scratch = await makeScratch();
  const model = await startModel("messages");
  onTestFinished(async () => {
    await disposeAll();
    await model.close();
    await scratch.remove();
  });
  const home = await claude.prepareHome({ home: scratch.home, model });
  const host = nodeHost(home.env);
  const long = join(scratch.root, "é漢 x".repeat(20), "y".repeat(120), "z_z.z".repeat(20));
  await mkdir(long, { recursive: true });
  const cwd = join(scratch.root, "link");
  await symlink(long, cwd);
  const order = {
    thread: claudeWriter.newThread(host),
    home: null,
    cwd,
    settings: noSettings,
    at: "2026-11-15T10:01:00.000Z" as Timestamp,
    title: "",
    program: null,
    env: home.env,
    signal: new AbortController().signal,
  };
  const { path } = await claudeWriter.write(sampleHistory, order, host);
  const folder = dirname(path);
  expect(basename(folder).length).toBeGreaterThan(200);
  expect(await home.spawnTurn({ prompt: "its own", cwd }).exited).toEqual({ code: 0, signal: null });
  // Other folders may hold no session: Claude Code makes one for the root of a repository around the workspace.
  const projects = await readdir(dirname(folder), { recursive: true });
  const sessions = projects.filter((name) => name.endsWith(".jsonl"));
  expect(sessions.map((name) => dirname(name))).toEqual([basename(folder), basename(folder)]);

  await rename(folder, join(dirname(folder), "-somewhere-else"));
  const moved = { thread: order.thread, path: join(dirname(folder), "-somewhere-else", basename(path)) };
  expect(await claudeWriter.write(sampleHistory, order, host)).toEqual(moved);
  const turn = home.spawnTurn({ prompt: "go on", cwd: scratch.workspace, resume: order.thread });
  expect(await turn.exited).toEqual({ code: 0, signal: null });
  const asked = JSON.stringify(model.requests.at(-1)?.body);
  for (const text of ["history-01", "history-18", "go on"]) expect(asked).toContain(text);
});
