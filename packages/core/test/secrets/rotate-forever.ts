import { readdirSync } from "node:fs";
import { join } from "node:path";
import { nodeHost } from "../../src/host/node-host.ts";
import { Keys } from "../../src/workbench/cipher/keys.ts";
import { rotateKey } from "../../src/workbench/cipher/rotate-key.ts";
import { memoryKeyring } from "./memory-keyring.ts";

/** Rotates the keys of a folder until it is killed; between the passphrases that the test tries. */
const [, , folder = ""] = process.argv;
const host = nodeHost();
const keys = new Keys(join(folder, "keys.json"), host, memoryKeyring(), { n: 1024, r: 8, p: 1 });
const passphrases = ["first passphrase", "second passphrase"];
for (const passphrase of passphrases) await keys.open({ kind: "passphrase", passphrase }).catch(() => {});
const files = {
  list: () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(folder, name)),
  hold: (_: string, act: () => void) => act(),
};
console.log("ready");
for (let round = 0; ; round += 1) {
  const passphrase = passphrases[round % 2] ?? "";
  const { left } = await rotateKey(keys, files, host, { kind: "passphrase", passphrase });
  if (left.length > 0) console.log(JSON.stringify(left));
}
