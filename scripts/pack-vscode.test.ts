import { readFileSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { packVscode } from "./pack-vscode.mjs";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
let bytes: Buffer;
let files: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  bytes = readFileSync(await packVscode());
  files = unzip(bytes);
});

const text = (name: string) => files.get(name)?.toString() ?? "";

it("the extension is packed with everything its manifest names, and nothing of the workspace", () => {
  const manifest = JSON.parse(text("extension/package.json"));
  const { main, icon, contributes } = manifest;
  const icons = contributes.viewsContainers.activitybar.map((one: { icon: string }) => one.icon);
  for (const path of [main, icon, ...icons, "page/index.html", "readme.md", "LICENSE.txt", "THIRD-PARTY-LICENSES.txt"])
    expect(files.has(`extension/${path.replace(/^\.\//, "")}`), path).toBe(true);
  expect(Object.keys(manifest).filter((key) => /private|[dD]ependencies|scripts|^type$/.test(key))).toEqual([]);
  for (const file of text("extension/page/index.html").matchAll(/(?:src|href)="\.?\/([^"]+)"/g))
    expect(files.has(`extension/page/${file[1]}`), file[1]).toBe(true);
});

it("its own manifest names the same version, and files that are there", () => {
  const { version, publisher, name } = JSON.parse(text("extension/package.json"));
  const manifest = text("extension.vsixmanifest");
  expect(manifest).toContain(`Id="${name}" Version="${version}" Publisher="${publisher}"`);
  const paths = [...manifest.matchAll(/Path="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(paths).toHaveLength(4);
  for (const path of paths) expect(files.has(path), path).toBe(true);
  const types = text("[Content_Types].xml");
  const inside = [...files.keys()].filter((path) => path.startsWith("extension/"));
  for (const path of inside) expect(types, path).toContain(`Extension="${/\.\w+$/.exec(path)}"`);
});

it("every path is inside, no file is a source, and none names this machine", () => {
  for (const [name, content] of files) {
    expect(name).toMatch(/^(?:\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/[\w./-]+)$/);
    expect(name).not.toMatch(/\.\.|\.tsx?$|\.map$|node_modules/);
    expect(content.includes(root), name).toBe(false);
  }
});

it("it is small, and the same sources make the same bytes", async () => {
  expect(bytes.length).toBeLessThan(1_000_000);
  expect(text("extension/extension.cjs").length).toBeLessThan(50_000);
  expect(readFileSync(await packVscode()).equals(bytes)).toBe(true);
});

/** By the directory at its end, as readers do. Checks the sums. */
function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  const found = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, sum, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    const content = method === 0 ? packed : inflateRawSync(packed);
    expect(crc32(content), name).toBe(sum);
    found.set(name, content);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found;
}
