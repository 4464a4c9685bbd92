import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { bundleScript, makeScratch, type Scratch, until } from "@reprise/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../../../src/host/files/node-files.ts";
import { readProgressFile } from "../../../src/projects/progress-file/read-progress-file.ts";
import { resetFlag } from "../../../src/projects/progress-file/reset-flag.ts";

let scratch: Scratch;
let path: string;
beforeAll(async () => {
  scratch = await makeScratch("reset-flag");
});
beforeEach(() => {
  for (const name of readdirSync(scratch.workspace)) if (name !== ".git") rmSync(join(scratch.workspace, name));
  path = join(scratch.workspace, "MAIN.md");
});
afterAll(() => scratch.remove());

const text = () => readFileSync(path, "latin1");
async function reset(before: string): Promise<string> {
  writeFileSync(path, before, "latin1");
  await resetFlag(path);
  expect(readdirSync(scratch.workspace).filter((name) => name.startsWith("MAIN.md"))).toEqual(["MAIN.md"]);
  return text();
}

describe("the flag is reset", () => {
  it.each([
    ["---\na: 1\nfinite_incantatem: true\n---\nx\n", "---\na: 1\nfinite_incantatem: false\n---\nx\n"],
    ["---\nfinite_incantatem: true # why\n---\n", "---\nfinite_incantatem: false # why\n---\n"],
    ["---\nfinite_incantatem:\t'TRUE'\t# why\n---\n", "---\nfinite_incantatem:\tfalse\t# why\n---\n"],
    ["---\nfinite_incantatem:true\n---\n", "---\nfinite_incantatem:false\n---\n"],
    ["---\nfinite_incantatem:\n---\n", "---\nfinite_incantatem: false\n---\n"],
    ["---\nfinite_incantatem:# why\n---\n", "---\nfinite_incantatem: false # why\n---\n"],
    ["---\r\nfinite_incantatem: maybe\r\n---\r\nx \xff\r\n", "---\r\nfinite_incantatem: false\r\n---\r\nx \xff\r\n"],
    [
      "\xef\xbb\xbf---\nfinite_incantatem: true\n---\nno newline",
      "\xef\xbb\xbf---\nfinite_incantatem: false\n---\nno newline\n",
    ],
    [
      "---\nfinite_incantatem: true\n---\nfinite_incantatem: true\n---\n",
      "---\nfinite_incantatem: false\n---\nfinite_incantatem: true\n---\n",
    ],
  ])("%j", async (before, after) => {
    expect(await reset(before)).toBe(after);
  });

  it.each(["---\nfinite_incantatem: false\n---\nno newline", "---\nstatus: open\n---\n"])(
    "%j stays the same file",
    async (before) => {
      writeFileSync(path, before);
      const { ino, mtimeMs } = statSync(path);
      await resetFlag(path);
      expect([text(), statSync(path).ino, statSync(path).mtimeMs]).toEqual([before, ino, mtimeMs]);
    },
  );

  it("is refused without front matter, and the file is left as it was", async () => {
    for (const before of ["", "# Overall Goal\n", "---\nfinite_incantatem: true\n"]) {
      writeFileSync(path, before);
      await expect(resetFlag(path)).rejects.toThrow(/MAIN\.md: line \d: expected ---/);
      expect(text()).toBe(before);
    }
  });

  it("keeps the permissions, and the file behind a link", async () => {
    writeFileSync(join(scratch.workspace, "real.md"), "---\nfinite_incantatem: true\n---\n");
    chmodSync(join(scratch.workspace, "real.md"), 0o640);
    symlinkSync(join(scratch.workspace, "real.md"), path);
    await resetFlag(path);
    expect(text()).toContain("finite_incantatem: false");
    expect(statSync(join(scratch.workspace, "real.md")).mode & 0o777).toBe(0o640);
  });
});

it("no link leads a reset, or what is read, out of the project", async () => {
  const outside = `${scratch.workspace}-outside`;
  const main = "---\nfinite_incantatem: true\n---\n";
  writeFileSync(outside, "mine");
  writeFileSync(path, main);
  symlinkSync(outside, `${path}.moved.new`);
  await resetFlag(path);
  expect(text()).toContain("finite_incantatem: false");
  writeFileSync(path, main);
  symlinkSync(outside, `${path}.moved`);
  await expect(resetFlag(path)).rejects.toThrow(/MAIN\.md\.moved is a link/);
  expect([readFileSync(outside, "utf8"), text()]).toEqual(["mine", main]);
  const place = { path: scratch.workspace, workspace: scratch.workspace, progressFile: path };
  expect(readProgressFile(place, nodeFiles, { goal: null }).problem).toMatch(/leads out of the workspace/);
});

describe("at the same moment as", () => {
  const run = promisify(execFile);
  const start = "---\nstatus: open\nfinite_incantatem: true\n---\n\n";

  it.each(["in-place", "rename", "append"])(
    "a program that writes %s, nothing it wrote is lost",
    async (style) => {
      writeFileSync(path, start);
      const program = bundleScript(new URL("./hammer.ts", import.meta.url));
      const hammer = run(process.execPath, [program, path, style]);
      await until(() => existsSync(path) && /version|line/.test(text()));
      try {
        for (let resets = 0; resets < 5; resets += 1) {
          await resetFlag(path);
          // The appending program never sets the flag again.
          if (style === "append") setFlag();
          await sleep(resets * 7); // at other moments of its writing each time
        }
      } finally {
        writeFileSync(`${path}.stop`, "");
      }
      const count = Number((await hammer).stdout);
      await resetFlag(path);
      expect(text()).toContain("finite_incantatem: false");
      if (style !== "append") expect(text()).toContain(`\nversion ${count}\n`);
      else {
        const lines = Array.from({ length: count }, (_, index) => `- line ${index + 1}`);
        const kept = text().match(/^- line \d+$/gm) ?? [];
        expect(kept.sort()).toEqual(lines.sort());
      }
    },
    60_000,
  );

  /** In place and of the same length: an appending program loses nothing by it. */
  function setFlag(): void {
    const at = text().indexOf("false");
    const file = openSync(path, "r+");
    if (at !== -1) writeSync(file, "true ", at);
    closeSync(file);
  }
});

it("killed at any moment, the file is read as it was, and the next reset completes it", async () => {
  const script = bundleScript(new URL("./reset.ts", import.meta.url));
  const before = "---\nstatus: open\nfinite_incantatem: true\n---\n\n# Overall Goal\n\nAll of it\n";
  const place = {
    path: scratch.workspace,
    progressFile: path,
    origin: "reprise",
    workspace: "/",
    logFile: "",
  } as const;
  for (let kill = 0; kill < 12; kill += 1) {
    writeFileSync(path, before);
    const child = spawn(process.execPath, [script, path], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await sleep(kill * 9);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readProgressFile(place, nodeFiles, { goal: null })).toMatchObject({
      goal: "All of it",
      problem: null,
    });
    await resetFlag(path);
    expect(text()).toBe(before.replace("true", "false"));
  }
}, 60_000);
