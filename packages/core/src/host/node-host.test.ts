import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { SessionError } from "@reprise/model";
import { afterAll, describe, expect, it } from "vitest";
import { nodeHost } from "./node-host.ts";

const folder = mkdtempSync(join(tmpdir(), "reprise-host-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const host = nodeHost();

async function bytesOf(path: string, from = 0): Promise<string> {
  const reader = host.files.open(path, from);
  if (!reader) throw new Error("not there");
  const into = Buffer.alloc(7);
  let text = "";
  for (let count = await reader.read(into, 0); count > 0; count = await reader.read(into, 0))
    text += into.toString("latin1", 0, count);
  reader.close();
  return text;
}

describe("files", () => {
  it("what is not there is null; what cannot be read says so", () => {
    expect(host.files.list(join(folder, "no"))).toBeNull();
    expect(host.files.stamp(join(folder, "no"))).toBeNull();
    expect(host.files.open(join(folder, "no"))).toBeNull();
    expect(() => host.files.text(folder, 10)).toThrow(SessionError);
  });

  it("reads from any byte, compressed or not", async () => {
    const text = "0123456789".repeat(1000);
    writeFileSync(join(folder, "plain"), text);
    writeFileSync(join(folder, "packed.zst"), zstdCompressSync(Buffer.from(text)));
    for (const name of ["plain", "packed.zst"]) {
      expect(await bytesOf(join(folder, name))).toBe(text);
      expect(await bytesOf(join(folder, name), 9_995)).toBe("56789");
    }
  });

  it("a compressed file that holds far more than its size is not read to its end", async () => {
    const packed = zstdCompressSync(Buffer.alloc(80 * 1024 * 1024));
    expect(packed.length).toBeLessThan(20_000);
    writeFileSync(join(folder, "bomb.zst"), packed);
    const reader = host.files.open(join(folder, "bomb.zst"));
    const into = Buffer.alloc(1024 * 1024);
    const readAll = async () => {
      while ((await reader?.read(into, 0)) !== 0);
    };
    await expect(readAll()).rejects.toThrow("bomb.zst expands to far too much data.");
    reader?.close();
  });

  it("a compressed file that is cut off gives an error; a Node that cannot tell gives what there is", async () => {
    const text = `${"x".repeat(200_000)}${Math.random()}`;
    const packed = zstdCompressSync(Buffer.from(text));
    writeFileSync(join(folder, "cut.zst"), packed.subarray(0, packed.length - 4));
    const read = await bytesOf(join(folder, "cut.zst")).catch((error: Error) => error);
    if (read instanceof Error) expect(read.message).toMatch(/cannot be decompressed/);
    else expect(text.startsWith(read) && read.length < text.length).toBe(true);
  });
});
