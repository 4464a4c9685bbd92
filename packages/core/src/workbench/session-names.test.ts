import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionId } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionNamesOn } from "../app.ts";
import { nodeHost } from "../host/node-host.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-names");
});
afterEach(() => scratch.remove());

const state = () => join(scratch.root, "state");
const opened = () => sessionNamesOn(nodeHost({ HOME: scratch.home, REPRISE_STATE: state() }));
const [name, session] = ["reprise:1", "codex:a" as SessionId];

test("a name finds its session and a session its name, in another process too", () => {
  expect([opened().sessionOf(name), opened().nameOf(session)]).toEqual([null, null]);
  opened().save(name, session);
  expect([opened().sessionOf(name), opened().nameOf(session)]).toEqual([session, name]);
  expect([opened().sessionOf(session), opened().nameOf(name as SessionId)]).toEqual([null, null]);
  const [file = ""] = readdirSync(join(state(), "names"));
  expect(statSync(join(state(), "names", file)).mode & 0o777).toBe(0o600);
});

test("a name can move to another session, which then has it", () => {
  opened().save(name, session);
  opened().save(name, "claude:b" as SessionId);
  expect([opened().sessionOf(name), opened().nameOf("claude:b" as SessionId)]).toEqual(["claude:b", name]);
  expect(opened().nameOf(session)).toBeNull();
});

test("a damaged file is no name, and a new one replaces it", () => {
  opened().save(name, session);
  const folder = join(state(), "names");
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const whole = readFileSync(path, "utf8");
    for (const text of ["", "[]", whole.slice(0, 20), whole.replace('"version":1', '"version":2')]) {
      writeFileSync(path, text);
      expect([opened().sessionOf(name), opened().nameOf(session)]).toContain(null);
    }
  }
  opened().save(name, session);
  expect([opened().sessionOf(name), opened().nameOf(session)]).toEqual([session, name]);
});

test("what the disk does not take is known as long as the process lives", () => {
  writeFileSync(state(), "a file where the folder should be");
  const names = opened();
  names.save(name, session);
  expect([names.sessionOf(name), names.nameOf(session)]).toEqual([session, name]);
  expect(opened().sessionOf(name)).toBeNull();
});
