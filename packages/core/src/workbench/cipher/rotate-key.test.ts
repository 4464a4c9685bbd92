import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { memoryKeyring } from "../../../test/secrets/memory-keyring.ts";
import { nodeHost } from "../../host/node-host.ts";
import { Keys } from "./keys.ts";
import { plainLines, resealFile } from "./reseal-file.ts";
import { rotateKey } from "./rotate-key.ts";
import { newSealedLines } from "./sealed-lines.ts";

const host = nodeHost();
const cost = { n: 1024, r: 8, p: 1 };
const [old, next] = ["correct horse", "battery staple"].map(
  (passphrase) => ({ kind: "passphrase", passphrase }) as const,
) as [{ kind: "passphrase"; passphrase: string }, { kind: "passphrase"; passphrase: string }];

async function place(count: number) {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const keyPath = join(scratch.root, "keys.json");
  const openWith = async (unlocking: typeof old) => {
    const keys = new Keys(keyPath, host, memoryKeyring(), cost);
    await keys.open(unlocking);
    return keys;
  };
  const keys = await openWith(old);
  const paths = Array.from({ length: count }, (_, index) => join(scratch.root, `${index}.jsonl`));
  for (const path of paths) {
    const lines = newSealedLines(keys.current());
    writeFileSync(path, `${[lines.header, lines.seal(path, 1), lines.seal("two", 2)].join("\n")}\n`);
  }
  return { keyPath, keys, paths, openWith };
}

const read = (path: string, keys: Keys) => plainLines(readFileSync(path, "utf8"), path, keys);
const free = (paths: readonly string[]) => ({
  list: () => paths,
  hold: (_: string, act: () => void) => act(),
});

test("everything is sealed with the new key, and the old key is gone", async () => {
  const { keys, paths, openWith } = await place(3);
  const { keyId } = keys.current();
  expect(await rotateKey(keys, free(paths), host, next)).toEqual({ resealed: paths, left: [] });
  const later = await openWith(next);
  for (const path of paths) {
    expect(read(path, later)).toEqual([path, "two"]);
    expect(readFileSync(path, "utf8")).toContain(later.current().keyId);
  }
  expect(later.cipherOf(keyId)).toBeNull();
  await expect(openWith(old)).rejects.toThrow("not the passphrase");
});

test("stopped anywhere, every file opens with the old passphrase or every file with the new", async () => {
  for (let stopAt = 0; stopAt <= 3; stopAt += 1) {
    const { keys, paths, openWith } = await place(3);
    let done = 0;
    const stopping = {
      list: () => paths,
      hold: (_: string, act: () => void) => {
        if (done === stopAt) throw new Error("killed");
        done += 1;
        act();
      },
    };
    await rotateKey(keys, stopping, host, next).catch((error: Error) => expect(error.message).toBe("killed"));
    const later = await openWith(next);
    for (const path of paths) expect(read(path, later)).toEqual([path, "two"]);
    await rotateKey(later, free(paths), host);
    for (const path of paths) expect(readFileSync(path, "utf8")).toContain(later.current().keyId);
  }
});

test("a file that is in use or was changed stays as it is, with its key, and is named", async () => {
  const { keys, paths } = await place(3);
  const [busy = "", changed = "", free = ""] = paths;
  appendFileSync(changed, "AAAA\n");
  const before = readFileSync(changed, "utf8");
  const files = {
    list: () => paths,
    hold: (path: string, act: () => void) => {
      if (path === busy) throw new SessionError("busy", "in use");
      act();
    },
  };
  expect(await rotateKey(keys, files, host)).toEqual({
    resealed: [free],
    left: [
      { path: busy, reason: "in use" },
      { path: changed, reason: `Line 4 of ${changed} was changed. It stays as it is.` },
    ],
  });
  expect(readFileSync(changed, "utf8")).toBe(before);
  expect(read(busy, keys)).toEqual([busy, "two"]);
});

test("a file whose header was changed keeps every key", async () => {
  const { keys, paths } = await place(2);
  const { keyId } = keys.current();
  writeFileSync(paths[0] ?? "", '{"type":"sealed","version":1}\n');
  const { left } = await rotateKey(keys, free(paths), host);
  expect(left).toHaveLength(1);
  expect(keys.cipherOf(keyId)).not.toBeNull();
});

test("a plain file is sealed, and a line that a kill cut off is left out", async () => {
  const { keys, paths } = await place(1);
  const [path = ""] = paths;
  writeFileSync(path, '{"a":1}\n{"b":2}\n{"c":');
  resealFile(path, keys, host);
  expect(readFileSync(path, "utf8")).not.toContain('{"a":1}');
  expect(read(path, keys)).toEqual(['{"a":1}', '{"b":2}']);
});

test("a file under a key that is not here is refused and stays", async () => {
  const [mine, other] = [await place(1), await place(1)];
  const [path = ""] = other.paths;
  const before = readFileSync(path, "utf8");
  expect(() => resealFile(path, mine.keys, host)).toThrow("encrypted with a key that is not here");
  expect(readFileSync(path, "utf8")).toBe(before);
});
