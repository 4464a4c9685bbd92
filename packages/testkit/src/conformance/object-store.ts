import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** What `ObjectStore` of @reprise/chat promises, as far as this suite uses it. */
interface Objects {
  put(key: string, content: { sizeBytes: number; bytes(): AsyncIterable<Uint8Array> }): Promise<boolean>;
  get(key: string, range?: { start: number; length: number }): AsyncIterable<Uint8Array>;
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number }>;
  delete(key: string): Promise<void>;
  readHead(key: string): Promise<{ bytes: Uint8Array; tag: string } | null>;
  changeHead(key: string, bytes: Uint8Array, before: string | null): Promise<{ tag: string } | null>;
  check(): Promise<{ comparesHeads: boolean }>;
  close(): Promise<void>;
}

export interface ObjectStoreStage {
  /** The same place each time. */
  open(): Promise<Objects>;
  close(): Promise<void>;
}

const content = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  bytes: async function* () {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  },
});
const words = (text: string) => content(Buffer.from(text));

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function keysIn(store: Objects, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

/** The promises of every place for objects. */
export function describeObjectStore(name: string, open: () => Promise<ObjectStoreStage>): void {
  describe(`${name} objects`, () => {
    let stage: ObjectStoreStage;
    let store: Objects;
    beforeEach(async () => {
      stage = await open();
      store = await stage.open();
    });
    afterEach(() => stage.close());

    it("keeps bytes under a key, for others too, and the first ones only", async () => {
      const bytes = randomBytes(2_500_000);
      expect(await store.put("a/b", content(bytes))).toBe(true);
      expect(await store.put("a/b", words("other"))).toBe(false);
      const other = await stage.open();
      expect((await bytesOf(other.get("a/b"))).equals(bytes)).toBe(true);
      const part = bytesOf(other.get("a/b", { start: 1_048_570, length: 20 }));
      expect((await part).equals(bytes.subarray(1_048_570, 1_048_590))).toBe(true);
      expect(await store.put("empty", words(""))).toBe(true);
      expect(await bytesOf(other.get("empty"))).toHaveLength(0);
      await expect(bytesOf(other.get("a/c"))).rejects.toMatchObject({ problem: "missing", isPassing: false });
    });

    it("lets one of many writers of a key win, and shows its bytes whole", async () => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => stage.open()));
      const wins = await Promise.all(stores.map((one, index) => one.put("k", content(Buffer.alloc(300_000, index)))));
      expect(wins.filter(Boolean)).toHaveLength(1);
      const bytes = await bytesOf(store.get("k"));
      expect(bytes.equals(Buffer.alloc(300_000, wins.indexOf(true)))).toBe(true);
    });

    it("lists by prefix, over any number of pages, and deletes", async () => {
      const keys = ["a", "a/1", "a/2", "ab/1", "b/a/1"];
      for (const key of keys) await store.put(key, words(key));
      expect(await keysIn(store, "")).toEqual(keys);
      expect(await keysIn(store, "a/")).toEqual(["a/1", "a/2"]);
      expect(await keysIn(store, "a")).toEqual(["a", "a/1", "a/2", "ab/1"]);
      expect(await keysIn(store, "c/")).toEqual([]);
      await store.delete("a");
      await store.delete("a");
      expect(await keysIn(store, "a")).toEqual(["a/1", "a/2", "ab/1"]);
      expect(await store.put("a", words("again"))).toBe(true);
    });

    it("refuses keys that are paths of something else, and writes nothing for them", async () => {
      const keys = ["", "/a", "a/", "../a", "a/../b", "a//b", "A", "a~", "a\\b", "a b", ".a", "é", "a\0"];
      for (const key of keys) await expect(store.put(key, words("x"))).rejects.toMatchObject({ problem: "other" });
      expect(await keysIn(store, "")).toEqual([]);
    });

    it("keeps nothing of a write that fails in the middle or brings other bytes than announced", async () => {
      const broken = async function* () {
        yield new Uint8Array(10);
        throw new Error("the source failed");
      };
      await expect(store.put("k", { sizeBytes: 20, bytes: broken })).rejects.toThrow();
      await expect(store.put("k", { ...words("long"), sizeBytes: 2 })).rejects.toThrow();
      await expect(store.put("k", { ...words("short"), sizeBytes: 50 })).rejects.toThrow();
      await expect(bytesOf(store.get("k"))).rejects.toMatchObject({ problem: "missing" });
    });

    it("changes a head by comparison: of many who read the same, one succeeds", async () => {
      expect((await store.check()).comparesHeads).toBe(true);
      expect(await store.readHead("h")).toBeNull();
      expect(await store.changeHead("h", Buffer.from("x"), "1")).toBeNull();
      const made = await Promise.all([1, 2, 3, 4].map((n) => store.changeHead("h", Buffer.from([n]), null)));
      expect(made.filter((head) => head !== null)).toHaveLength(1);
      for (let round = 0; round < 3; round += 1) {
        const head = await store.readHead("h");
        if (head === null) throw new Error("The head is gone.");
        const tries = [10, 20, 30].map((n) => store.changeHead("h", Buffer.from([n + round]), head.tag));
        const changed = (await Promise.all(tries)).filter((one) => one !== null);
        expect(changed).toHaveLength(1);
        expect((await (await stage.open()).readHead("h"))?.tag).toBe(changed[0]?.tag);
        expect(await store.changeHead("h", Buffer.from("late"), head.tag)).toBeNull();
      }
      expect(await keysIn(store, "")).toEqual([]);
    });
  });
}
