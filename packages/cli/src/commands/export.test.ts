import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorSchema, exportedSchema } from "@reprise/model/schema";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { everyKind, session, turn } from "../../test/support/sessions.ts";

const root = mkdtempSync(join(tmpdir(), "reprise-export-"));
afterAll(() => rmSync(root, { recursive: true }));

let cwd = root;
beforeEach(() => {
  cwd = mkdtempSync(join(root, "case-"));
});

const contents = { sessions: [session("abc")], turns: [turn(1, everyKind)] };
const read = (name: string) => readFileSync(join(cwd, name), "utf8");

describe("the format", () => {
  test.each([
    ["export abc", /^# Fix the flaky test\n/],
    ["export abc --format markdown", /^# Fix the flaky test\n/],
    ["export abc --format html", /^<!doctype html>\n/],
    ["export abc --format jsonl", /^\{"type":"session"/],
    ["export abc --json", /^\{"type":"session"/],
    ["export abc --json --format html", /^<!doctype html>\n/],
    ["export abc --format html --output -", /^<!doctype html>\n/],
  ])("%s", async (line, start) => {
    const ran = await run(line, { contents });
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toMatch(start);
  });

  test.each([
    ["x.md", /^# /],
    ["x.txt", /^# /],
    ["x.HTML", /^<!doctype/],
    ["x.jsonl", /^\{"type":"session"/],
  ])("of %s is told by its ending", async (name, start) => {
    await run(`export abc --output ${name}`, { contents, cwd });
    expect(read(name)).toMatch(start);
  });

  test("of an unknown ending is not guessed, and nothing is written", async () => {
    for (const name of ["x.pdf", "x.docx", "notes.v2"]) {
      const ran = await run(`export abc -o ${name}`, { contents, cwd });
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain("Use .md, .html or .jsonl, or name the format with --format.");
    }
    expect(readdirSync(cwd)).toEqual([]);
    await run("export abc -o notes.v2 --format html", { contents, cwd });
    expect(read("notes.v2")).toMatch(/^<!doctype/);
    await run("export abc -o plain", { contents, cwd });
    expect(read("plain")).toMatch(/^# /);
  });
});

describe("a file", () => {
  test("holds what stdout would, for its owner only, with nothing left beside it", async () => {
    const ran = await run("export abc -o out.md", { contents, cwd });
    expect(ran).toMatchObject({
      code: 0,
      stdout: `Wrote ${join(cwd, "out.md")} (${(statSync(join(cwd, "out.md")).size / 1000).toFixed(1)} kB).\n`,
    });
    expect(read("out.md")).toBe((await run("export abc", { contents })).stdout);
    expect(statSync(join(cwd, "out.md")).mode & 0o777).toBe(0o600);
    expect(readdirSync(cwd)).toEqual(["out.md"]);
  });

  test("--json tells what was written, with every field and no other", async () => {
    const ran = await run("export abc --format html --output out.html --json", { contents, cwd });
    const path = join(cwd, "out.html");
    expect(exportedSchema.parse(JSON.parse(ran.stdout))).toEqual({
      session: "codex:abc",
      format: "html",
      path,
      sizeBytes: statSync(path).size,
    });
  });

  test("may be a named pipe: it is written as it is, once somebody reads it", async () => {
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    const reader = readFile(join(cwd, "pipe"), "utf8");
    const ran = await run("export abc -o pipe", { contents, cwd });
    expect(ran.code).toBe(0);
    expect(await reader).toBe((await run("export abc", { contents })).stdout);
    expect(statSync(join(cwd, "pipe")).isFIFO()).toBe(true);
    expect(readdirSync(cwd)).toEqual(["pipe"]);
  });

  test("may be our own stdout, or nothing at all", async () => {
    const plain = await run("export abc", { contents, cwd });
    expect(await run("export abc -o /dev/stdout", { contents, cwd })).toMatchObject({
      code: 0,
      stdout: plain.stdout,
    });
    expect(await run("export abc -o /dev/null --force", { contents, cwd })).toMatchObject({ code: 0 });
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  test("that exists is refused and stays, unless forced", async () => {
    writeFileSync(join(cwd, "out.md"), "mine");
    const refused = await run("export abc --output out.md --json", { contents, cwd });
    expect([refused.code, refused.stdout]).toEqual([5, ""]);
    expect(errorSchema.parse(JSON.parse(refused.stderr)).error).toMatchObject({ code: "refused" });
    expect(read("out.md")).toBe("mine");
    expect((await run("export abc --output out.md --force", { contents, cwd })).code).toBe(0);
    expect(read("out.md")).toMatch(/^# /);
  });

  test("that somebody makes in the meantime is refused and stays", async () => {
    const turns = [
      {
        ...turn(1, []),
        get items() {
          writeFileSync(join(cwd, "out.md"), "theirs");
          return [];
        },
      },
    ];
    const ran = await run("export abc --output out.md", { contents: { ...contents, turns }, cwd });
    expect(ran.code).toBe(5);
    expect(readdirSync(cwd)).toEqual(["out.md"]);
    expect(read("out.md")).toBe("theirs");
  });

  test.each(["", " --force"])("in an agent's home is refused%s, also through a link", async (force) => {
    const home = join(cwd, "home");
    mkdirSync(join(home, "sessions"), { recursive: true });
    symlinkSync(home, join(cwd, "link"));
    symlinkSync(join(home, "rollout.jsonl"), join(cwd, "file-link"));
    writeFileSync(join(home, "rollout.jsonl"), "theirs");
    const homes = async () => [{ agent: "codex", path: home }] as const;
    for (const target of [
      "home/x.md",
      "home/sessions/new/x.md",
      "link/x.md",
      "home/../home/x.md",
      "file-link",
      "home/rollout.jsonl",
    ]) {
      const ran = await run(`export abc --output ${target}${force}`, { contents, cwd, homes });
      expect([target, ran.code]).toEqual([target, 5]);
      expect(ran.stderr).toContain("never writes there");
    }
    expect(readFileSync(join(home, "rollout.jsonl"), "utf8")).toBe("theirs");
    expect(readdirSync(home)).toEqual(["rollout.jsonl", "sessions"]);
    expect((await run(`export abc --output home-made.md`, { contents, cwd, homes })).code).toBe(0);
  });

  test("of the session itself is refused wherever it lies", async () => {
    const path = join(cwd, "copied.jsonl");
    writeFileSync(path, "theirs");
    const sessions = [session("abc", { files: [{ path, sizeBytes: 6, role: "main" }] })];
    expect(
      (await run("export abc --output copied.jsonl --force", { contents: { ...contents, sessions }, cwd })).code,
    ).toBe(5);
    expect(read("copied.jsonl")).toBe("theirs");
  });

  test("in a folder that is not there is not saved: 1; a folder is bad use: 2", async () => {
    const missing = await run("export abc --output no/where.md", { contents, cwd });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("could not be written (ENOENT)");
    expect((await run("export abc --output .", { contents, cwd })).code).toBe(2);
  });

  test("is not there when reading fails, nor when the person interrupts", async () => {
    const turns = [
      turn(1, everyKind),
      {
        ...turn(2, []),
        get items(): never {
          throw new Error("disk gone");
        },
      },
    ];
    expect((await run("export abc --output out.md", { contents: { ...contents, turns }, cwd })).code).toBe(1);
    const interruption = () => AbortSignal.abort();
    const interrupted = await run("export abc --output out.md", { contents, cwd, interruption });
    expect([interrupted.code, interrupted.stderr]).toEqual([1, ""]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test("an unknown session is 3 and writes nothing", async () => {
  expect((await run("export nope --output out.md", { contents, cwd })).code).toBe(3);
  expect(existsSync(join(cwd, "out.md"))).toBe(false);
});
