import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PUBLISHED } from "./published.mjs";
import { writeReleaseFiles } from "./release-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const repository = "https://github.com/ann/reprise";
const tarball = `reprise-${manifest.version}.tgz`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-files-"));
  writeFileSync(join(folder, tarball), "packed");
  writeReleaseFiles(folder, [join(root, "LICENSE")], manifest, repository);
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileText = (name: string) => readFileSync(join(folder, name), "utf8");
const hashOf = (name: string) => createHash("sha256").update(fileText(name)).digest("hex");

test("the checksums are of every file of the release", () => {
  const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  expect(names.toSorted()).toEqual(["LICENSE", tarball, "reprise.rb", "server.json"].toSorted());
  expect(fileText("SHA256SUMS")).toBe(
    names
      .toSorted()
      .map((name) => `${hashOf(name)}  ${name}\n`)
      .join(""),
  );
});

test("the formula installs the program of this release, its man page and its completion", () => {
  const formula = fileText("reprise.rb");
  expect(formula).toContain(`url "${repository}/releases/download/v${manifest.version}/${tarball}"`);
  expect(formula).toContain(`sha256 "${hashOf(tarball)}"`);
  const [, short = ""] = /desc "(.*)"/.exec(formula) ?? [];
  expect(`Reprise: ${short}`.length).toBeLessThanOrEqual(80);
  expect(short).toMatch(/^[A-Z].*[^.]$/);
  expect(manifest.man).toEqual(["dist/reprise.1"]);
});

test("the entry for the registry of MCP servers names the package by the name it has there", () => {
  const entry = JSON.parse(fileText("server.json"));
  expect(entry).toMatchObject({
    name: "io.github.ann/reprise",
    version: manifest.version,
    repository: { url: repository, source: "github" },
    packages: [{ registryType: "npm", identifier: manifest.name, version: manifest.version }],
  });
  expect(entry.description.length).toBeLessThanOrEqual(100);
});

test("the workflows run what the checkout has: its scripts, its packages, its documents", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const text = ["ci.yml", "release.yml"]
    .map((name) => readFileSync(join(root, ".github/workflows", name), "utf8"))
    .join("\n");
  const run = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(run.length).toBeGreaterThan(8);
  for (const name of run) expect(scripts).toHaveProperty([name ?? ""]);
  const published = /for name in (.*); do/.exec(text)?.[1]?.split(" ");
  expect(published?.toSorted()).toEqual(
    PUBLISHED.map((name) => (name === "cli" ? "reprise" : `reprise-${name}`)).toSorted(),
  );
  expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toContain(`\n## ${manifest.version}\n`);
});
