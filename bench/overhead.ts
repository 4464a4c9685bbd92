/** What journalling costs: a turn of 2,000 deltas by a bare client of the app server, and by Reprise. `node bench/overhead.ts` */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { nodeHost } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import { followed } from "@reprise/model";
import { codex, startAppServer, startMachine } from "@reprise/testkit";
import { JournalWriter } from "../packages/core/src/journal/journal-writer.ts";
import { Log } from "../packages/core/src/log/log.ts";

const deltas = 2000;
const pairs = Number(process.argv[2] ?? 5);
const text = "word ".repeat(deltas);

const machine = await startMachine("overhead", codex);
const { scratch, model, home, env } = machine;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** From the start of the process to the end of the turn, as a client without any memory would do it. */
async function bare(): Promise<void> {
  model.push([{ text, chunks: deltas }]);
  const server = await startAppServer({ home, cwd: scratch.workspace });
  const started = (await server.request("thread/start", { cwd: scratch.workspace })) as {
    thread: { id: string };
  };
  await server.request("turn/start", { threadId: started.thread.id, input: [{ type: "text", text: "go" }] });
  await server.waitFor("turn/completed");
  await server.closeInput();
  await server.exited;
}

async function ours(): Promise<void> {
  model.push([{ text, chunks: deltas }]);
  const runner = await openRunner(nodeHost(env));
  const wish = {
    agent: "codex",
    cwd: scratch.workspace,
    settings: {},
    prompt: "go",
    canAnswer: false,
  } as const;
  for await (const _ of followed(runner.run(wish)));
  runner.close();
}

/** One record that must survive a power cut. */
function appendMs(): number {
  const folder = mkdtempSync(join(tmpdir(), "reprise-append-"));
  const host = nodeHost();
  const writer = new JournalWriter({
    log: (tail) => new Log({ path: join(folder, "j.jsonl"), tail }),
    now: host.now,
    process: { pid: 1, startTicks: null, boot: null },
    lastSeq: 0,
    lastEpoch: 0,
    redacts: false,
    onHealth: () => undefined,
  });
  const times = Array.from({ length: 200 }, (_, index) => {
    const start = performance.now();
    writer.append({ type: "item-completed", item: `item-${index}`, kind: "reply" });
    return performance.now() - start;
  });
  writer.close();
  rmSync(folder, { recursive: true });
  return median(times);
}

await bare();
await ours();
const times = { bare: [] as number[], ours: [] as number[] };
for (let pair = 0; pair < pairs; pair += 1) {
  // In turns, so that neither always pays for what the other has left to be cleared away.
  const isBareFirst = pair % 2 === 0;
  if (isBareFirst) times.bare.push(await timed(bare));
  times.ours.push(await timed(ours));
  if (!isBareFirst) times.bare.push(await timed(bare));
}
const ratio = median(times.ours.map((value, index) => value / (times.bare[index] ?? 1)));
console.log(
  `a turn of ${deltas} deltas: bare client ${median(times.bare).toFixed(0)} ms, Reprise ${median(times.ours).toFixed(0)} ms, median ratio of pairs ${ratio.toFixed(3)} (bar 1.05)`,
);
console.log(`a durable record: ${appendMs().toFixed(2)} ms at the median (bar 2 ms)`);
await machine.close();
