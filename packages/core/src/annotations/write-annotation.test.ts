import { spawn } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noAnnotation, type SessionId, type Warning } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { annotationsPath, readAnnotationFile, recordLine } from "./annotation-file.ts";
import { AnnotationReader } from "./annotation-reader.ts";
import { writeAnnotation } from "./write-annotation.ts";

const one = "codex:one" as SessionId;
const two = "codex:two" as SessionId;
const host = nodeHost({ HOME: "/nowhere", PATH: process.env.PATH });
let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-annotations-"));
  path = annotationsPath(join(folder, "state"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (session: SessionId, change: Parameters<typeof writeAnnotation>[2]) =>
  writeAnnotation(path, session, change, host);
const read = () => readAnnotationFile(path, host);
const lines = () => readFileSync(path, "utf8").trimEnd().split("\n");

describe("the file of annotations", () => {
  it("is ours alone, and has one record a change", async () => {
    await write(one, { name: "Mine", addTags: ["bug"] });
    await write(two, { isHidden: true });
    await write(one, { name: "Mine" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(lines().map((line) => JSON.parse(line))).toEqual([
      {
        v: 1,
        at: expect.any(String),
        session: one,
        name: "Mine",
        tags: ["bug"],
        isHidden: false,
        isArchived: false,
      },
      {
        v: 1,
        at: expect.any(String),
        session: two,
        name: null,
        tags: [],
        isHidden: true,
        isArchived: false,
      },
    ]);
  });

  it("does not grow without end, and keeps what it cannot read", async () => {
    await write(one, { name: "Mine" });
    appendFileSync(path, "not json\n");
    const toggles = Array.from({ length: 1003 }, (_, index) =>
      recordLine(two, { ...noAnnotation, isHidden: index % 2 === 0 }, host.now()),
    );
    appendFileSync(path, `${toggles.join("\n")}\n`);
    await write(two, { name: "Other" });
    expect(lines()).toHaveLength(3);
    expect(lines()[0]).toBe("not json");
    expect(read().annotations.get(one)?.name).toBe("Mine");
    expect(read().annotations.get(two)).toMatchObject({ name: "Other", isHidden: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("of a newer version hides nothing by a guess", async () => {
    await write(one, { isHidden: true });
    appendFileSync(path, '{"v":2,"at":"2027-01-01T00:00:00.000Z","session":"codex:one","mood":"blue"}\n');
    const warnings: Warning[] = [];
    expect(new AnnotationReader(path, host).read((warning) => warnings.push(warning)).hidden).toEqual([]);
    expect(warnings).toMatchObject([{ kind: "unreadable", path, detail: /newer Reprise/ }].map(matching));
  });

  it.each([
    ["not json at all"],
    ["[]"],
    ['{"v":1,"session":"codex:one"}'],
    ['{"v":1,"session":"codex:one","name":"a\\u001b[31m","tags":[],"isHidden":true,"isArchived":false}'],
    ['{"v":1,"session":"codex:one","name":null,"tags":["two words"],"isHidden":true,"isArchived":false}'],
    ['{"v":1,"session":7,"name":null,"tags":[],"isHidden":true,"isArchived":false}'],
  ])("a line such as %s is passed over, counted and kept", async (line) => {
    mkdirSync(join(folder, "state"));
    writeFileSync(path, `${line}\n`);
    await write(two, { name: "Mine" });
    const warnings: Warning[] = [];
    const index = new AnnotationReader(path, host).read((warning) => warnings.push(warning));
    expect(index.of(one)).toEqual(noAnnotation);
    expect(index.of(two).name).toBe("Mine");
    expect(warnings.map(({ detail }) => detail)).toEqual([
      "One line of your names, tags and hidden sessions cannot be read.",
    ]);
    expect(lines()[0]).toBe(line);
  });

  it("that the system does not let us read is a warning for readers, an error for writers", async () => {
    mkdirSync(path, { recursive: true });
    const warnings: Warning[] = [];
    expect(new AnnotationReader(path, host).read((warning) => warnings.push(warning)).hidden).toEqual([]);
    expect(warnings).toMatchObject([{ kind: "unreadable", path }]);
    await expect(write(one, { isHidden: false })).rejects.toMatchObject({ code: "unreadable" });
  });

  it("that cannot be written says so, and nothing is changed", async () => {
    writeFileSync(join(folder, "state"), "a file where the folder should be");
    await expect(write(one, { isHidden: true })).rejects.toMatchObject({ code: "not-saved" });
  });
});

/** Adds numbered tags, and says each once it is saved. */
const writer = `
  const { writeAnnotation } = await import(${JSON.stringify(fileURLToPath(new URL("./write-annotation.ts", import.meta.url)))});
  const { nodeHost } = await import(${JSON.stringify(fileURLToPath(new URL("../host/node-host.ts", import.meta.url)))});
  const [path, name, count] = process.argv.slice(1);
  for (let at = 0; at < Number(count); at += 1) {
    const tags = { addTags: [name + at], removeTags: [name + (at - 20)] };
    await writeAnnotation(path, "codex:one", tags, nodeHost(process.env));
    process.stdout.write(name + at + "\\n");
  }
`;

function start(name: string, count: number) {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", writer];
  const child = spawn(process.execPath, [...args, path, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (text: Buffer) => {
    said += text;
  });
  const exited = new Promise((resolve) => child.once("close", resolve));
  const saying = (times: number) =>
    new Promise<void>((resolve) => {
      const look = () => said.split("\n").length > times && resolve();
      child.stdout.on("data", look);
      void exited.then(() => resolve());
      look();
    });
  return { child, exited, saying, last: () => said.trimEnd().split("\n").at(-1) };
}

describe("writers", () => {
  it("a killed one loses at most what it had not reported as saved", async () => {
    for (let round = 0; round < 2; round += 1) {
      const started = start(`k${round}x`, 1_000_000);
      await started.saying(2 + round);
      started.child.kill("SIGKILL");
      await started.exited;
      expect(read().annotations.get(one)?.tags).toContain(started.last());
      await write(one, { tags: [] });
    }
  });

  it("two at once lose none", async () => {
    const both = [start("a", 12), start("b", 12)];
    await Promise.all(both.map(({ exited }) => exited));
    const tags = read().annotations.get(one)?.tags ?? [];
    expect(tags.filter((tag) => tag.startsWith("a"))).toHaveLength(12);
    expect(tags.filter((tag) => tag.startsWith("b"))).toHaveLength(12);
    expect(readdirSync(join(folder, "state")).toSorted()).toEqual(["annotations.jsonl", "annotations.jsonl.lock"]);
  });
});

function matching<T extends { readonly detail: RegExp }>(warning: T) {
  return { ...warning, detail: expect.stringMatching(warning.detail) };
}
