import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { memoryKeyring } from "../../../test/secrets/memory-keyring.ts";
import { nodeHost } from "../../host/node-host.ts";
import { Keys } from "../cipher/keys.ts";
import { sealingWith } from "./sealing.ts";

test("a passphrase of the environment unlocks; without it, and with a wrong one, nothing can be written", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const sealingOf = (words?: string) => {
    const host = { ...nodeHost(), env: { REPRISE_PASSPHRASE: words } };
    const keys = new Keys(join(scratch.root, "keys.json"), host, memoryKeyring(), { n: 1024, r: 8, p: 1 });
    return sealingWith(keys, host);
  };
  const choice = { isEncrypted: true, key: "passphrase" } as const;
  expect(await sealingOf("correct horse").prepare(choice)).toBeNull();
  const again = sealingOf("correct horse");
  expect(await again.prepare(choice)).toBeNull();
  expect(again.linesNow(choice).seal("text", 1)).not.toContain("text");
  for (const [words, reason] of [
    [undefined, "locked, so nothing is saved"],
    ["wrong horse", "This is not the passphrase of your saved sessions"],
  ] as const) {
    const locked = sealingOf(words);
    expect(await locked.prepare(choice)).toContain(reason);
    expect(() => locked.linesNow(choice)).toThrow("nothing is saved");
  }
});
