import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lastAgentOn } from "../app.ts";
import { nodeHost } from "../host/node-host.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-usual-agent");
});
afterEach(() => scratch.remove());

const state = () => join(scratch.root, "state");
const opened = () => lastAgentOn(nodeHost({ HOME: scratch.home, REPRISE_STATE: state() }));
const file = () => {
  const folder = join(state(), "workspaces");
  return join(folder, readdirSync(folder)[0] ?? "none", "agent.json");
};

test("is what was chosen last in the project, from any folder of it, and in no other", () => {
  const project = scratch.workspace;
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  mkdirSync(join(project, "packages", "a"), { recursive: true });
  expect(opened().load(project)).toBeNull();
  opened().save(join(project, "packages", "a"), "claude");
  opened().save(join(project, "packages"), "gemini");
  expect(opened().load(project)).toBe("gemini");
  expect(opened().load(scratch.home)).toBeNull();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("is unknown where what was kept is no agent, damaged or of another version", () => {
  opened().save(scratch.workspace, "claude");
  const whole = readFileSync(file(), "utf8");
  for (const text of ["", "null", whole.slice(0, 9), whole.replace("claude", "nobody"), whole.replace(":1", ":2")]) {
    writeFileSync(file(), text);
    expect(opened().load(scratch.workspace), text).toBeNull();
  }
});

test("that cannot be kept keeps nobody from beginning", () => {
  writeFileSync(state(), "a file where the folder should be");
  opened().save(scratch.workspace, "claude");
  expect(opened().load(scratch.workspace)).toBeNull();
});
