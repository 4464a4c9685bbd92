import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Exec, SavedChange, Timestamp, WorkbenchEntry } from "@reprise/model";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { workspaceStoreOn } from "../../src/workbench.ts";
import { type Planted, planted } from "../secrets/planted.ts";

const window = 6;
const textOf = ({ before, secret, after }: Planted) => `Look:\n${before}${secret}${after}\nand so on.\n`;

const reply = (id: string, text: string, isComplete: boolean): WorkbenchEntry => ({
  id,
  at: null,
  item: { kind: "reply", text },
  isComplete,
  exec: null,
  diff: null,
});
const command = (id: string, status: Exec["status"]): Exec => ({
  id,
  header: "make",
  command: "make",
  cwd: null,
  status,
  exitCode: null,
  startedAt: null,
  endedAt: null,
  process: null,
  droppedCount: 0,
  isStale: false,
});
const banner = (number: number): SavedChange => ({
  type: "banner",
  banner: {
    text: `banner ${number}`,
    tone: "info",
    canRetry: false,
    isInSession: false,
    at: "2026-11-17T12:00:00.000Z" as Timestamp,
  },
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

test("of sixty planted secrets, said, printed and split, none is on disk, and what stands around them is", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const state = join(scratch.root, "state");
  const host = nodeHost({ HOME: scratch.root, REPRISE_STATE: state });
  const store = workspaceStoreOn(host, { version: "1.0.0" });
  const quiet = {
    saved: () => undefined,
    failed: () => undefined,
    saving: () => undefined,
    found: () => undefined,
  };
  const saved = await store.open(scratch.workspace, quiet);
  for (const [number, one] of planted.entries()) {
    const text = textOf(one);
    const middle = text.indexOf(one.secret) + Math.floor((one.secret.length * ((number % 9) + 1)) / 10);
    const [said, printed] = [`said ${number}`, `printed ${number}`];
    await saved.save([
      { type: "entry", entry: reply(`whole ${number}`, text, true) },
      { type: "entry", entry: reply(said, "", false) },
      { type: "exec", exec: command(printed, "running") },
      { type: "draft", draft: { text, cursor: 0, tokens: 1, inputs: [] } },
    ]);
    for (const piece of [text.slice(0, middle), text.slice(middle)]) {
      const coloured = `\u001b[32m${piece}\u001b[0m`;
      saved.saveSoon([
        { type: "text", entry: said, text: piece },
        { type: "output", exec: printed, text: piece, ansi: coloured, isWhole: false },
      ]);
      // Something else is saved between the two pieces.
      await saved.save([banner(number)]);
    }
    await saved.save([
      { type: "entry", entry: reply(said, text, true) },
      { type: "exec", exec: command(printed, "done") },
    ]);
  }
  await saved.close();
  const stored = filesBelow(state)
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
  for (const { kind, before, secret } of planted)
    for (const part of secret.split(/\s+|\\n/))
      for (let at = 0; at + window <= part.length; at += 1)
        expect(stored.includes(part.slice(at, at + window)), `${kind}: ${before}`).toBe(false);
  expect(stored.split("and so on.").length).toBeGreaterThan(3 * planted.length);
}, 120_000);
