import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codex, locateBinary, makeScratch, startModel } from "@reprise/testkit";
import type { Corpus } from "../corpus/prepare.ts";
import { type Command, run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { bareNode, Cache, reprise } from "../measure/reprise.ts";
import { MeasuredTerminal } from "../measure/terminal.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { search } from "./ours.ts";

const keys = { up: "\x1b[A", down: "\x1b[B", pageUp: "\x1b[5~", pageDown: "\x1b[6~" };
const presses = 10_000;
/** Memory is looked at after so many presses, and again at the end: by then everything that is kept is there. */
const settledAfter = 2_000;
const deltas = 2_000;
/** As fast as the fastest models tell their words. */
const deltaMs = 5;

/** The terminal app, in a terminal: its first picture, its keys, its memory, and a stream. */
export async function appContest(arena: Arena): Promise<Row[]> {
  return [...(await listRows(arena)), ...(await viewerRows(arena)), ...(await streamRows())];
}

function app(corpus: Corpus, cache: Cache): Command {
  const { env, ...command } = reprise(corpus, cache, "--all");
  const { NO_COLOR: _, ...colored } = env;
  return { ...command, env: colored };
}

async function listRows(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const cache = new Cache();
  const { sessionCount } = corpus.totals;
  try {
    await search(corpus, cache, "usual");
    const firstPaint = async () => {
      const terminal = new MeasuredTerminal(app(corpus, cache));
      const ms = await terminal.untilShown(/Showing 1–\d+ of/);
      await terminal.end();
      return ms;
    };
    const contenders = [
      { name: "first picture", run: firstPaint },
      { name: "node -e 0", run: async () => (await run(bareNode())).wallMs },
    ];
    const figures = await contest(contenders, { ...arena, samples: arena.samples * 2 });
    const [ours, peer] = [figure(figures, "first picture"), figure(figures, "node -e 0")];
    const terminal = new MeasuredTerminal(app(corpus, cache));
    await terminal.untilShown(/Showing 1–\d+ of/);
    const pressed = await pressOften(terminal, [keys.down, keys.up]).finally(() => terminal.end());
    return [
      {
        ...ratioRow({ what: `first picture of the list of ${sessionCount}`, ours, peer }),
        bar: "≤ 2.50 × node -e 0 + 150 ms",
        isReached: ours.medianMs <= 2.5 * peer.medianMs + 150,
      },
      ...keyRows("the list", pressed),
    ];
  } finally {
    cache.remove();
  }
}

async function viewerRows(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("large");
  const cache = new Cache();
  const terminal = new MeasuredTerminal(app(corpus, cache));
  try {
    await terminal.untilShown(/Showing 1–1 of/);
    terminal.type("\r");
    const rowCount = /1m\D*[\d,]+–[\d,]+ \/ (\S+) · turn/;
    await terminal.untilShown(rowCount);
    await wait(2_000);
    const told = rowCount.exec(terminal.written)?.[1] ?? "?";
    const size = `${(corpus.totals.sizeBytes / 1e9).toFixed(2)} GB, ${told} rows`;
    return keyRows(`the viewer (${size})`, await pressOften(terminal, [keys.pageUp, keys.pageDown]));
  } finally {
    await terminal.end();
    cache.remove();
  }
}

interface Pressed {
  readonly times: readonly number[];
  readonly unanswered: number;
  readonly settledBytes: number;
  readonly mostBytes: number;
  readonly endBytes: number;
}

/** A hundred steps one way, and back: never over an end, where a key changes nothing. */
function keyAt(press: number, [there, back]: readonly [string, string]): string {
  const step = press % 200;
  if (step % 5 === 4) return step % 10 === 4 ? keys.up : keys.down;
  return step < 100 ? there : back;
}

async function pressOften(terminal: MeasuredTerminal, ways: readonly [string, string]): Promise<Pressed> {
  const times: number[] = [];
  let [unanswered, settledBytes, mostBytes] = [0, 0, 0];
  for (let press = 0; press < presses; press += 1) {
    const ms = await terminal.press(keyAt(press, ways));
    if (ms === null) unanswered += 1;
    else times.push(ms);
    if (press % 100 === 0) mostBytes = Math.max(mostBytes, terminal.residentBytes());
    if (press === settledAfter) settledBytes = terminal.residentBytes();
    if (unanswered > presses / 100)
      throw new Error(`${unanswered} of ${press + 1} keys changed nothing on the screen.`);
  }
  return { times, unanswered, settledBytes, mostBytes, endBytes: terminal.residentBytes() };
}

function keyRows(where: string, { times, unanswered, settledBytes, mostBytes, endBytes }: Pressed): Row[] {
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  const [half, most, worst] = [share(0.5), share(0.99), share(1)];
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    {
      what: `key to screen in ${where}, ${presses} presses`,
      bar: "p50 ≤ 5 ms, p99 ≤ 16 ms",
      ours: `p50 ${half.toFixed(1)} ms, p99 ${most.toFixed(1)} ms, longest ${worst.toFixed(0)} ms`,
      peer: unanswered === 0 ? "–" : `${unanswered} without a change`,
      ratio: "–",
      isReached: half <= 5 && most <= 16,
    },
    memoryRow(`memory of ${where}, the most in ${presses} presses`, mostBytes, 120),
    {
      what: `memory of ${where} after ${presses} presses`,
      bar: `≤ 1.05 × after ${settledAfter}`,
      ours: megabytes(endBytes),
      peer: `after ${settledAfter}: ${megabytes(settledBytes)}`,
      ratio: `${(endBytes / settledBytes).toFixed(2)} ×`,
      isReached: endBytes <= 1.05 * settledBytes,
    },
  ];
}

/** The real Codex against a scripted model. */
async function streamRows(): Promise<Row[]> {
  const scratch = await makeScratch("bench-stream");
  const model = await startModel("responses");
  const home = await codex.prepareHome({ home: scratch.home, model });
  const env = {
    ...home.env,
    REPRISE_STATE: join(scratch.root, "state"),
    REPRISE_CACHE: join(scratch.root, "cache"),
    REPRISE_CODEX_BIN: locateBinary("codex").command,
  };
  model.push([{ text: `${"word ".repeat(deltas)} the-end`, chunks: deltas, paceMs: deltaMs }]);
  const { program } = reprise({ home: "", codexHome: "" } as Corpus, { folder: "" } as Cache);
  const terminal = new MeasuredTerminal({ program, args: [], cwd: scratch.workspace, env });
  try {
    await terminal.untilShown("No sessions");
    terminal.type("n");
    await terminal.untilShown("Say what");
    terminal.type("go");
    await wait(300);
    terminal.type("\r");
    await terminal.untilShown("word");
    const [beginMs, beginCpuMs] = [performance.now(), terminal.processorMs()];
    await terminal.untilShown("the-end");
    const [wallMs, cpuMs] = [performance.now() - beginMs, terminal.processorMs() - beginCpuMs];
    const used = cpuMs / wallMs;
    return [
      {
        what: `a stream of ${deltas} deltas in ${(wallMs / 1000).toFixed(1)} s, the real Codex: time on a processor`,
        bar: "≤ 30 % of one core",
        ours: `${(used * 100).toFixed(0)} %, ${cpuMs.toFixed(0)} ms`,
        peer: "–",
        ratio: "–",
        isReached: used <= 0.3,
      },
      memoryRow("memory of the app after it", terminal.residentBytes(), 120),
    ];
  } finally {
    await terminal.end();
    await model.close();
    await scratch.remove();
  }
}
