import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const textOf = (file: string) => readFileSync(join(dist, file), "utf8");

/** The files that are loaded with these. */
function loadedWith(...files: string[]): string[] {
  const loaded = new Set(files);
  for (const file of loaded)
    for (const [, name = ""] of textOf(file).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) loaded.add(name);
  return [...loaded];
}

/** The file that one of these loads on demand. */
function loadedLater(files: readonly string[], name: string): string {
  const wanted = new RegExp(`import\\("\\./(${name}-[A-Z0-9]+\\.js)"\\)`);
  const found = files.flatMap((file) => wanted.exec(textOf(file))?.[1] ?? []);
  expect(new Set(found).size, name).toBe(1);
  return found[0] as string;
}

const entry = loadedWith("reprise.js");
const start = loadedWith("reprise.js", loadedLater(entry, "program"));
const app = loadedWith(...start, loadedLater(start, "commands"));

/** The built entry on a Node that says it is older, and has nothing that came with newer ones. */
const onOldNode = `
  Object.defineProperty(process.versions, "node", { value: "18.20.8" });
  delete process.getBuiltinModule;
  process.argv = ["node", "reprise", "list"];
  import(${JSON.stringify(pathToFileURL(join(dist, "reprise.js")))});`;

describe("what the built program loads", () => {
  it("is one file that says what to install on an older Node", () => {
    expect(entry).toEqual(["reprise.js"]);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", onOldNode], { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^reprise: Node 18\.20\.8 is too old\. Install Node 24 or later .*\n$/);
  });

  it("is in few files before a list: each costs more than the code in it", () => {
    expect(start.length).toBeLessThanOrEqual(12);
  });

  it("is in few files before the first picture of the app", () => {
    expect(app.length).toBeLessThanOrEqual(30);
  });

  it.each([
    ["a list", start],
    ["the first picture of the app", app],
  ])("has no schemas before %s", (_, files) => {
    expect(files.filter((file) => textOf(file).includes("ZodError"))).toEqual([]);
  });

  it("is one byte a letter in memory: a single other character doubles a file", () => {
    expect(app.filter((file) => /[^\p{ASCII}]/u.test(textOf(file)))).toEqual([]);
  });
});
