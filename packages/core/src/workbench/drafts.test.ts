import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Draft, SessionError, Timestamp } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { openDrafts } from "./drafts.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-drafts");
});
afterEach(() => scratch.remove());

const place = "/home/me/shop";
const draft = (text: string, cursor = text.length): Draft => ({
  text,
  cursor,
  savedAt: "2026-11-15T12:00:00.000Z" as Timestamp,
});
const state = () => join(scratch.root, "state", "reprise");
const drafts = () => openDrafts(state(), nodeHost({ HOME: scratch.home }));
const folder = () => {
  const [name = "none"] = readdirSync(join(state(), "workspaces"));
  return join(state(), "workspaces", name);
};
const file = () => join(folder(), "draft.json");

describe("a draft", () => {
  test("comes back as it was, from another process too, each place its own", () => {
    const words = "Fix 日本 🚀\n\twith \u001b[31m and \0";
    drafts().save(place, draft(words, 4));
    drafts().save("codex:1", draft("other"));
    expect(drafts().load(place)).toEqual(draft(words, 4));
    expect(drafts().load("codex:1")).toEqual(draft("other"));
    expect(drafts().load("codex:2")).toBeNull();
  });

  test("can be read by its owner only", () => {
    drafts().save(place, draft("secret"));
    const modes = [file(), folder(), join(state(), "workspaces"), state()].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700, 0o700, 0o700]);
  });

  test("that is empty is taken away", () => {
    drafts().save(place, draft("words"));
    drafts().save(place, draft(""));
    expect(readdirSync(folder())).toEqual([]);
    expect(drafts().load(place)).toBeNull();
    drafts().save(place, draft("")); // removing a missing draft
  });

  test("whose cursor is beyond its text is taken with the cursor at the end", () => {
    drafts().save(place, draft("words", 99));
    expect(drafts().load(place)?.cursor).toBe(5);
  });
});

describe("a file that is no draft", () => {
  test.each([
    ["cut off", (text: string) => text.slice(0, 20)],
    ["empty", () => ""],
    ["null bytes after a power cut", (text: string) => "\0".repeat(text.length)],
    ["another version", (text: string) => text.replace('"version":1', '"version":2')],
    ["another place's", (text: string) => text.replace("/home/me/shop", "/home/me/sh0p")],
    ["a list", () => "[]"],
  ])("%s: it is none, and it is kept aside", (_, damage) => {
    drafts().save(place, draft("words"));
    const damaged = damage(readFileSync(file(), "utf8"));
    writeFileSync(file(), damaged);
    expect(drafts().load(place)).toBeNull();
    expect(readdirSync(folder())).toEqual(["draft.json.bak"]);
    expect(readFileSync(`${file()}.bak`, "utf8")).toBe(damaged);
    drafts().save(place, draft("new words"));
    expect(drafts().load(place)?.text).toBe("new words");
  });
});

test("every prefix of a file is either no draft or never on disk: a half-written one is not believed", () => {
  drafts().save(place, draft("words that matter"));
  const whole = readFileSync(file(), "utf8").trimEnd();
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(file(), whole.slice(0, length));
    expect(drafts().load(place)).toBeNull();
  }
});

/** Saves numbered texts, each large enough for several writes, until stopped. */
const writer = `
  const { openDrafts } = await import(${JSON.stringify(fileURLToPath(new URL("./drafts.ts", import.meta.url)))});
  const { nodeHost } = await import(${JSON.stringify(fileURLToPath(new URL("../host/node-host.ts", import.meta.url)))});
  const drafts = openDrafts(process.argv[1], nodeHost(process.env));
  const count = Number(process.argv[3]);
  for (let at = 0; at < count; at += 1) {
    const text = (process.argv[2] + at + " ").repeat(20000);
    drafts.save("/home/me/shop", { text, cursor: 0, savedAt: "2026-11-15T12:00:00.000Z" });
    if (at === 0) process.stdout.write("begun");
  }
`;
const argsOf = (name: string, count: number) => [
  "--disable-warning=ExperimentalWarning",
  "--input-type=module",
  "-e",
  writer,
  ...[state(), name, String(count)],
];

test("killed at any moment, the last whole draft is there", async () => {
  for (let round = 0; round < 2; round += 1) {
    const child = spawn(process.execPath, argsOf("a", 1_000_000), { stdio: ["ignore", "pipe", "inherit"] });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), exited]);
    await new Promise((resolve) => setTimeout(resolve, 3 + round * 7));
    child.kill("SIGKILL");
    await exited;
    const found = drafts().load(place);
    expect(found?.text).toMatch(/^(a\d+ )\1{19999}$/);
  }
});

test("two that save at once: one of them wins whole, and nothing else is left but what a kill leaves", () => {
  const started = ["a", "b"].map((name) => spawn(process.execPath, argsOf(name, 40), { stdio: "ignore" }));
  return Promise.all(started.map((child) => new Promise((resolve) => child.once("exit", resolve)))).then(() => {
    expect(drafts().load(place)?.text).toMatch(/^([ab]39 )\1{19999}$/);
    expect(readdirSync(folder())).toEqual(["draft.json"]);
  });
});

test("what cannot be saved says so and what to do", () => {
  mkdirSync(dirname(state()), { recursive: true });
  writeFileSync(state(), "a file where the folder should be");
  const save = () => drafts().save(place, draft("words"));
  expect(save).toThrow(/could not be saved in .*draft\.json \(E\w+\)\. Copy it before you leave\./);
  try {
    save();
  } catch (error) {
    expect((error as SessionError).code).toBe("not-saved");
  }
});

test("what the disk does not take is had back as long as the process lives, and goes to disk when it can", () => {
  mkdirSync(dirname(state()), { recursive: true });
  writeFileSync(state(), "a file where the folder should be");
  const kept = drafts();
  expect(() => kept.save(place, draft("words"))).toThrow("could not be saved");
  expect(kept.load(place)).toEqual(draft("words"));
  rmSync(state());
  kept.save(place, draft("more words"));
  expect([kept.load(place), drafts().load(place)]).toEqual([draft("more words"), draft("more words")]);
});

test("one that may not be read is left alone, and nobody is kept from writing", () => {
  drafts().save(place, draft("words"));
  const refused = () => {
    throw new Error("EACCES");
  };
  const { files } = nodeHost({ HOME: scratch.home });
  expect(openDrafts(state(), { files: { ...files, text: refused } }).load(place)).toBeNull();
  expect(readdirSync(folder())).toEqual(["draft.json"]);
});
