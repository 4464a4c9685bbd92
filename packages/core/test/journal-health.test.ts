import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Controls, RestoreEvent } from "@reprise/model";
import { followed } from "@reprise/model";
import { codex, type Machine, startMachine } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { readJournal } from "../src/journal/read-journal.ts";
import { openRunner } from "../src/runner.ts";

let machine: Machine;
beforeAll(async () => {
  machine = await startMachine("journal-health", codex);
});
afterAll(() => machine.close());

/** A conversation of one turn. What `on` does happens before the next event; the run is closed when the disk is good. */
async function converse(state: string, on: (event: RestoreEvent) => void): Promise<RestoreEvent[]> {
  const runner = await openRunner(nodeHost({ ...machine.env, REPRISE_STATE: state }));
  const { workspace } = machine.scratch;
  const wish = { agent: "codex", cwd: workspace, settings: {}, prompt: "go", canAnswer: true } as const;
  const events: RestoreEvent[] = [];
  const held: Controls[] = [];
  machine.model.push([{ text: "Written although the disk takes nothing.", chunks: 5 }]);
  const { signal } = new AbortController();
  for await (const event of followed(runner.run({ ...wish, stays: true }), {
    onControls: (controls) => held.push(controls),
    signal,
  })) {
    events.push(event);
    on(event);
    if (event.type === "journal-health" && event.problem === null) held[0]?.close();
  }
  runner.close();
  return events;
}

const told = (events: readonly RestoreEvent[]) =>
  events.flatMap((event) =>
    event.type === "journal-health" || event.type === "turn-ended" || event.type === "run-ended"
      ? [event.type === "journal-health" ? event.problem : event.type]
      : [],
  );

/** The types of the records in the only journal there is; the torn tail of a full disk is closed, and no damage. */
async function journalled(state: string): Promise<string[]> {
  const names = readdirSync(state, { recursive: true, encoding: "utf8" });
  const [name = ""] = names.filter((one) => one.endsWith(".jsonl") && one.startsWith("runs"));
  const reading = readJournal(join(state, name), nodeHost());
  const types: string[] = [];
  for await (const { type } of reading.records) types.push(type);
  expect(reading.damage).toEqual([]);
  return types;
}

const whole = ["run-started", "prompt-sending", "turn-started", "turn-ended", "run-ended"];

describe("the health of a journal, with the real Codex", () => {
  it("a folder that cannot be written is told before the agent starts, and taken back between two turns", async () => {
    const state = join(machine.scratch.root, "blocked");
    mkdirSync(state);
    writeFileSync(join(state, "runs"), "a file where a folder must be");
    const events = await converse(state, ({ type }) => {
      if (type === "turn-ended") rmSync(join(state, "runs"));
    });
    const [problem, ...rest] = told(events);
    expect(problem).toContain(join(state, "runs"));
    expect(events.findIndex(({ type }) => type === "journal-health")).toBe(0);
    expect(rest).toEqual(["turn-ended", null, "run-ended"]);
    expect(await journalled(state)).toEqual(expect.arrayContaining(whole));
  });

  it.runIf(process.getuid?.() === 0)(
    "a disk that fills up in the middle of a turn is told once, and taken back when there is room again",
    async () => {
      const state = join(machine.scratch.root, "full");
      mkdirSync(state);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", state]);
      try {
        const filler = join(state, "filler");
        const events = await converse(state, ({ type }) => {
          if (type === "turn-started") fill(filler, state);
          if (type === "turn-ended") rmSync(filler);
        });
        const [problem, ...rest] = told(events);
        expect(problem).toMatch(new RegExp(`^ENOSPC: no space left on device.*${state}/runs/`));
        expect(rest).toEqual(["turn-ended", null, "run-ended"]);
        expect(await journalled(state)).toEqual(expect.arrayContaining(whole));
      } finally {
        execFileSync("umount", ["-l", state]);
      }
    },
  );
});

function fill(path: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(path, Buffer.alloc(bavail * bsize));
}
