import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { memoryKeyring } from "../../../test/secrets/memory-keyring.ts";
import { nodeHost } from "../../host/node-host.ts";
import { Keys } from "./keys.ts";

const host = nodeHost();
const cost = { n: 1024, r: 8, p: 1 };
const passphrase = (words: string) => ({ kind: "passphrase", passphrase: words }) as const;
const keyring = { kind: "keyring" } as const;

async function place() {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const ring = memoryKeyring();
  const path = join(scratch.root, "state", "keys.json");
  return { path, ring, keys: () => new Keys(path, host, ring, cost) };
}

test.each([
  ["a passphrase", passphrase("correct horse")],
  ["the keyring", keyring],
])("what %s protects opens in another process with the same keys", async (_, unlocking) => {
  const { path, keys } = await place();
  const first = keys();
  expect(first.protection).toBeNull();
  await first.open(unlocking);
  const sealed = first.current().seal(Buffer.from("text"), "p");
  const second = keys();
  expect(second.protection).toBe(unlocking.kind);
  expect(second.isOpen).toBe(false);
  await second.open(unlocking);
  expect(second.current().open(sealed, "p")?.toString()).toBe("text");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("without a key nothing can be sealed", async () => {
  const { path, keys } = await place();
  const locked = keys();
  expect(() => locked.current()).toThrow("encrypted and locked, so nothing is saved. Unlock them to continue.");
  expect(existsSync(path)).toBe(false);
  await keys().open(passphrase("correct horse"));
  expect(() => locked.current()).toThrow("locked");
  expect(() => locked.cipherOf("0".repeat(32))).toThrow("locked");
});

test("a wrong passphrase is reported as such and changes nothing; the right one, typed another way, opens", async () => {
  const { path, keys } = await place();
  await keys().open(passphrase("gr\u00fc\u00dfe aus k\u00f6ln"));
  const before = readFileSync(path);
  const other = keys();
  await expect(other.open(passphrase("correct mule"))).rejects.toThrow(
    "This is not the passphrase of your saved sessions. Nothing was changed. Try again.",
  );
  await expect(other.open(keyring)).rejects.toThrow("Unlock them with your passphrase");
  expect(other.isOpen).toBe(false);
  expect(readFileSync(path)).toEqual(before);
  await other.open(passphrase("gru\u0308\u00dfe aus ko\u0308ln"));
  expect(other.isOpen).toBe(true);
});

test("a short passphrase is refused before anything is written", async () => {
  const { path, keys } = await place();
  await expect(keys().open(passphrase("short"))).rejects.toThrow("at least 8 characters");
  expect(existsSync(path)).toBe(false);
});

test("a key that is missing in the keyring, or another one, is reported as such and changes nothing", async () => {
  const { path, ring, keys } = await place();
  await keys().open(keyring);
  const before = readFileSync(path);
  const [name = ""] = ring.kept.keys();
  ring.kept.set(name, Buffer.alloc(32, 7).toString("base64"));
  await expect(keys().open(keyring)).rejects.toThrow("The key in the keyring is not that of your saved sessions");
  ring.kept.clear();
  await expect(keys().open(keyring)).rejects.toThrow("The key of your saved sessions is not in the keyring");
  expect(readFileSync(path)).toEqual(before);
  expect(ring.kept.size).toBe(0);
});

test("a damaged or newer file of keys is refused, never replaced", async () => {
  const { path, keys } = await place();
  await keys().open(passphrase("correct horse"));
  const whole = readFileSync(path, "utf8");
  for (const damaged of [
    "",
    "{}",
    whole.slice(0, -20),
    whole.replace('"version":1', '"version":2'),
    whole.replace(/"wrapped":"...../, '"wrapped":"AAAAA'),
    whole.replace('"n":1024', '"n":1073741824'),
  ]) {
    writeFileSync(path, damaged);
    await expect(keys().open(passphrase("correct horse"))).rejects.toThrow(/keys|newer|memory/);
    expect(readFileSync(path, "utf8")).toBe(damaged);
  }
});

test("a renewed key seals from now on, in other processes too, and the old one still opens", async () => {
  const { keys } = await place();
  const [one, two] = [keys(), keys()];
  await one.open(passphrase("correct horse"));
  await two.open(passphrase("correct horse"));
  const old = one.current();
  await one.renew();
  expect(one.current().keyId).not.toBe(old.keyId);
  expect(two.current().keyId).toBe(one.current().keyId);
  expect(two.cipherOf(old.keyId)?.keyId).toBe(old.keyId);
  await one.forget(new Set());
  expect(one.cipherOf(old.keyId)).toBeNull();
  const three = keys();
  await three.open(passphrase("correct horse"));
  expect(three.cipherOf(old.keyId)).toBeNull();
});

test("a changed passphrase locks who has the old one, and the old one opens no more", async () => {
  const { keys } = await place();
  const [one, two] = [keys(), keys()];
  await one.open(passphrase("correct horse"));
  await two.open(passphrase("correct horse"));
  const old = one.current().keyId;
  await one.renew(passphrase("battery staple"));
  expect(two.isOpen).toBe(false);
  expect(() => two.current()).toThrow("locked");
  await expect(keys().open(passphrase("correct horse"))).rejects.toThrow("not the passphrase");
  await two.open(passphrase("battery staple"));
  expect(two.cipherOf(old)).not.toBeNull();
});

test("protection moves between keyring and passphrase, and leaves no unused key in the keyring", async () => {
  const { ring, keys } = await place();
  const one = keys();
  await one.open(keyring);
  await one.renew(keyring);
  expect(ring.kept.size).toBe(1);
  await one.renew(passphrase("correct horse"));
  expect(ring.kept.size).toBe(0);
  expect(one.protection).toBe("passphrase");
  await one.renew(keyring);
  const two = keys();
  await two.open(keyring);
  expect(two.current().keyId).toBe(one.current().keyId);
});

test("a keyring that cannot be used changes nothing", async () => {
  const { path, ring, keys } = await place();
  const one = keys();
  ring.failure = "no secret service";
  await expect(one.open(keyring)).rejects.toThrow("no secret service");
  expect(existsSync(path)).toBe(false);
  await one.open(passphrase("correct horse"));
  const before = readFileSync(path);
  await expect(one.renew(keyring)).rejects.toThrow("no secret service");
  expect(readFileSync(path)).toEqual(before);
  expect(one.current().keyId).toHaveLength(32);
});

test("two processes that start at once agree on the keys", async () => {
  const { ring, keys } = await place();
  const both = [keys(), keys()];
  await Promise.all(both.map((one) => one.open(keyring)));
  expect(both[0]?.current().keyId).toBe(both[1]?.current().keyId);
  expect(ring.kept.size).toBe(1);
});

test("a passphrase of the environment opens them unasked; without one they stay locked", async () => {
  const { path, ring, keys } = await place();
  const withWords = (words: string) => new Keys(path, { ...host, env: { REPRISE_PASSPHRASE: words } }, ring, cost);
  const locked = keys();
  await locked.openUnasked("passphrase");
  expect(locked.isOpen).toBe(false);
  expect(existsSync(path)).toBe(false);
  const one = withWords("correct horse");
  await one.openUnasked("passphrase");
  expect(one.isOpen).toBe(true);
  // What protects them decides, not what is wanted now.
  const two = withWords("correct horse");
  await two.openUnasked("keyring");
  expect(two.current().keyId).toBe(one.current().keyId);
  await expect(withWords("wrong horse").openUnasked("passphrase")).rejects.toThrow("not the passphrase");
  expect(ring.kept.size).toBe(0);
});
