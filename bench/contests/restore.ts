import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { locateBinary } from "@reprise/testkit";
import { build } from "esbuild";
import { benchFolder, type Corpus } from "../corpus/prepare.ts";
import { preparedHome } from "../measure/codex.ts";
import { type Command, type Ended, run } from "../measure/command.ts";
import { contest, figure, figureOf } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, node, reprise, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow, timeRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { list } from "./ours.ts";
import { codexResume, withCodex } from "./peers.ts";

const planReplay = fileURLToPath(new URL("plan-replay.ts", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** One session of 50 MB: planning its replay, and telling it to a new thread; against Codex resuming the same one. */
export async function restoreContest(arena: Arena): Promise<Row[]> {
  const corpus = copyOf(arena.corpus("resume"));
  const cache = new Cache();
  const program = await builtPlan(cache);
  const starts: number[] = [];
  const before = () => forgetNew(corpus);
  const contenders = [
    {
      name: "plan",
      before,
      run: async () => {
        const { startMs, planMs } = await planned(program, corpus, cache);
        starts.push(startMs);
        return planMs;
      },
    },
    { name: "replay", before, run: async () => checkReplay(await run(await replay(corpus, cache))) },
    {
      name: "Codex's start + full resume of it",
      before,
      run: () => withCodex(corpus, (server) => codexResume(server, corpus, { excludeTurns: false })),
    },
  ];
  try {
    await list(corpus, cache);
    const figures = await contest(contenders, { ...arena, beforeRound: () => readIntoPageCache(corpus) });
    const size = `${(corpus.totals.sizeBytes / 1e6).toFixed(0)} MB`;
    forgetNew(corpus);
    const used = await usageOf(await replay(corpus, cache), corpus);
    checkReplay(used);
    return [
      timeRow({
        what: `planning a replay of a session of ${size}, inside one process through core`,
        ours: figure(figures, "plan"),
        peer: figureOf("that process's own start", starts.slice(arena.warmUps)),
        mostMs: 200,
      }),
      ratioRow({
        what: `\`replay\` of it by inject, ${(used.bytesRead / 1e6).toFixed(0)} MB of it read`,
        ours: figure(figures, "replay"),
        peer: figure(figures, "Codex's start + full resume of it"),
        most: 3,
      }),
      memoryRow("memory of that `replay`", used.peakBytes, 250),
    ];
  } finally {
    cache.remove();
    rmSync(join(corpus.home, ".."), { recursive: true, force: true });
  }
}

/** Replays add sessions; the corpus is to stay as it is. */
function copyOf(corpus: Corpus): Corpus {
  const home = join(mkdtempSync(join(benchFolder(), "restore-")), "home");
  const codexHome = join(home, ".codex");
  cpSync(join(corpus.codexHome, "sessions"), join(codexHome, "sessions"), { recursive: true });
  return { ...corpus, home, codexHome };
}

function forgetNew({ codexHome, totals }: Corpus): void {
  const sessions = join(codexHome, "sessions");
  for (const entry of readdirSync(sessions, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path !== join(codexHome, totals.first.path)) rmSync(path);
  }
}

async function replay(corpus: Corpus, cache: Cache): Promise<Command> {
  const session = `codex:${corpus.totals.first.thread}`;
  const words = ["--cwd", corpus.home, "--current", "--yes", "--json"];
  const command = reprise(corpus, cache, "replay", session, ...words);
  const { env } = await preparedHome(corpus);
  return { ...command, env: { ...env, ...command.env, REPRISE_CODEX_BIN: locateBinary("codex").command } };
}

function checkReplay({ stdout, wallMs }: Ended): number {
  const events = stdout.trimEnd().split("\n");
  const [done, restored] = [events.at(-1) ?? "", events.find((line) => line.includes('"type":"restored"'))];
  const { via, itemCount, sentTokens } = JSON.parse(restored ?? "{}") as Record<string, unknown>;
  if ((JSON.parse(done) as { state?: string }).state !== "completed" || via !== "inject" || sentTokens !== 0)
    throw new Error(`The replay ended as ${done}.`);
  if (!(Number(itemCount) > 10)) throw new Error(`The replay told ${itemCount} items.`);
  return wallMs;
}

/** Bundled as the CLI is: to load the sources takes longer than to plan. */
async function builtPlan({ folder }: Cache): Promise<string> {
  const outdir = join(folder, "plan");
  await build({
    absWorkingDir: root,
    entryPoints: [planReplay],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    logLevel: "error",
  });
  return join(outdir, "plan-replay.mjs");
}

async function planned(program: string, corpus: Corpus, cache: Cache): Promise<{ startMs: number; planMs: number }> {
  const { env, cwd } = reprise(corpus, cache);
  const args = [program, `codex:${corpus.totals.first.thread}`, corpus.home];
  const { stdout } = await run({
    program: node,
    args,
    cwd,
    env: { ...env, REPRISE_CODEX_BIN: locateBinary("codex").command },
  });
  const plan = JSON.parse(stdout) as { startMs: number; planMs: number; mode: string; tokens: number };
  if (plan.mode !== "replay" || plan.tokens === 0) throw new Error(`The plan is ${stdout}.`);
  return plan;
}
