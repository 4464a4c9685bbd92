/** Plays the scripted day until it is killed. Prints the number of every milestone that was acknowledged. */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeHost } from "../../../src/host/node-host.ts";
import { Keys } from "../../../src/workbench/cipher/keys.ts";
import { usualOptions } from "../../../src/workbench/options/option-fields.ts";
import { FileWorkspaceStore } from "../../../src/workbench/store/file-workspace-store.ts";
import { sealingWith } from "../../../src/workbench/store/sealing.ts";
import { settingsFrom } from "../../../src/workbench/store/store-settings.ts";
import { systemTimers } from "../../../src/workbench/store/timers.ts";
import { memoryKeyring } from "../../secrets/memory-keyring.ts";
import { lastNumber, milestone, streamed } from "./scripted-day.ts";

const { root, isEncrypted, rotates } = JSON.parse(process.argv[2] ?? "{}") as {
  root: string;
  isEncrypted: boolean;
  rotates: boolean;
};
const host = nodeHost(process.env);
const keyPath = join(process.env.REPRISE_STATE ?? "", "workspaces", "keys.json");
const keys = new Keys(keyPath, host, memoryKeyring(), { n: 2, r: 8, p: 1 });
const options = { ...usualOptions, encrypt: isEncrypted, key: "passphrase" } as const;
const settings = settingsFrom({ path: "", options, problems: [], savingRefusal: null, hasKey: true });
const store = new FileWorkspaceStore({
  host,
  appVersion: "1.0.0",
  settings: () => settings,
  sealing: sealingWith(keys, host),
  // A day in a second.
  timers: { after: (ms, act, how) => systemTimers.after(ms / 50, act, how) },
});
if (isEncrypted) await keys.open({ kind: "passphrase", passphrase: "correct horse" });
const unheard = { saved: () => {}, failed: () => {}, saving: () => {}, found: () => {} };
const workspace = await store.open(root, unheard);
writeSync(1, `opened ${workspace.saving().state}\n`);
let number: number | null = null;
for (let step = 0; ; step += 1) {
  const { state } = workspace.saving();
  if (state === "read-only") {
    number = null;
    await sleep(5);
    continue;
  }
  if (state !== "on") await sleep(5);
  number ??= lastNumber(workspace.state) + 1;
  const first = number;
  number += 1 + (step % 3);
  for (let one = first; one < number; one += 1) workspace.saveSoon(streamed(one));
  const numbers = Array.from({ length: number - first }, (_, index) => first + index);
  await Promise.all(numbers.map((one) => workspace.save(milestone(one))));
  if (workspace.saving().state === "on") writeSync(1, `${number - 1}\n`);
  if (rotates && step % 40 === 39) await store.rotateKeys();
}
