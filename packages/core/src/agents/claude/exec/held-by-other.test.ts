import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asThreadId, noSettings } from "@reprise/model";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../../host/node-host.ts";
import { heldByOther } from "./held-by-other.ts";

test("a session that another Claude Code has open is left alone; an entry of a dead one is nothing", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const thread = asThreadId("29458b7b-0326-4058-9586-deb20acd8ee9");
  const launch = {
    settings: noSettings,
    env: {},
    home: scratch.home,
    program: null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  const folder = join(scratch.home, "sessions");
  await mkdir(folder);
  const procStart = nodeHost().processes.startOf(process.pid);
  const entry = { pid: process.pid, sessionId: thread, procStart };
  const save = (fields: object) =>
    writeFile(join(folder, `${process.pid}.json`), JSON.stringify({ ...entry, ...fields }));

  expect(heldByOther({ thread, isNew: false, launch })).toBeNull();
  await save({});
  expect(heldByOther({ thread, isNew: false, launch })).toMatchObject({
    kind: "busy",
    message: expect.stringContaining(String(process.pid)),
  });
  expect(heldByOther({ thread, isNew: true, launch })).toBeNull();
  await save({ sessionId: "another" });
  expect(heldByOther({ thread, isNew: false, launch })).toBeNull();
  await save({ procStart: "1" });
  expect(heldByOther({ thread, isNew: false, launch })).toBeNull();
});
