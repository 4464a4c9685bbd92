import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appPreferencesOn } from "../app.ts";
import { nodeHost } from "../host/node-host.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-app-preferences");
});
afterEach(() => scratch.remove());

const state = () => join(scratch.root, "state");
const file = () => join(state(), "app.json");
const opened = () => appPreferencesOn(nodeHost({ HOME: scratch.home, REPRISE_STATE: state() }));

test("what was chosen is there at the next start", () => {
  expect(opened().load()).toEqual({ hasPreview: true });
  opened().save({ hasPreview: false });
  expect(opened().load()).toEqual({ hasPreview: false });
  expect(readFileSync(file(), "utf8")).toBe('{"version":1,"hasPreview":false}\n');
});

test.each(["", "{", "[]", "null", '{"version":2,"hasPreview":false}', '{"version":1,"hasPreview":"no"}'])(
  "a file with %j counts as none",
  (text) => {
    mkdirSync(state(), { recursive: true });
    writeFileSync(file(), text);
    expect(opened().load()).toEqual({ hasPreview: true });
  },
);

test("where nothing can be saved nothing fails", () => {
  writeFileSync(state(), "not a folder");
  opened().save({ hasPreview: false });
  expect(opened().load()).toEqual({ hasPreview: true });
});
