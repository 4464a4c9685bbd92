import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bundleScript, makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { Keys } from "../../src/workbench/cipher/keys.ts";
import { plainLines } from "../../src/workbench/cipher/reseal-file.ts";
import { newSealedLines } from "../../src/workbench/cipher/sealed-lines.ts";
import { memoryKeyring } from "./memory-keyring.ts";

const program = new URL("./rotate-forever.ts", import.meta.url);
const killCount = 10;

test("killed at any time while the key is rotated, everything opens with the old or the new passphrase", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const path = join(scratch.root, "keys.json");
  const cost = { n: 1024, r: 8, p: 1 };
  const first = new Keys(path, nodeHost(), memoryKeyring(), cost);
  await first.open({ kind: "passphrase", passphrase: "first passphrase" });
  const paths = Array.from({ length: 5 }, (_, index) => join(scratch.root, `${index}.jsonl`));
  const texts = Array.from({ length: 300 }, (_, index) => `line ${index} ${"x".repeat(500)}`);
  for (const file of paths) {
    const lines = newSealedLines(first.current());
    writeFileSync(file, `${[lines.header, ...texts.map((text, at) => lines.seal(text, at + 1))].join("\n")}\n`);
  }
  const opened = { "first passphrase": 0, "second passphrase": 0 };
  for (let kill = 0; kill < killCount; kill += 1) {
    const child = spawn(process.execPath, [bundleScript(program), scratch.root], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await pause(3 + ((kill * 37) % 120));
    child.kill("SIGKILL");
    await once(child, "exit");
    const keys = new Keys(path, nodeHost(), memoryKeyring(), cost);
    for (const passphrase of ["first passphrase", "second passphrase"] as const) {
      await keys.open({ kind: "passphrase", passphrase }).catch(() => {});
      if (!keys.isOpen) continue;
      opened[passphrase] += 1;
      break;
    }
    for (const file of paths) expect(plainLines(readFileSync(file, "utf8"), file, keys)).toEqual(texts);
  }
  expect(opened["first passphrase"] + opened["second passphrase"]).toBe(killCount);
}, 300_000);
