import { run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, reprise, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { checkList, list, listCommand } from "./ours.ts";
import { codexResume, withCodex } from "./peers.ts";

/** One session of 1 GB: its last turn, the list, all of it; against Codex and a session of a twentieth of that. */
export async function largeContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("large");
  const fifty = arena.corpus("resume");
  const [cold, warm] = [new Cache(), new Cache()];
  const show = (cache: Cache) =>
    reprise(corpus, cache, "show", `codex:${corpus.totals.first.thread}`, "--last", "1", "--json");
  const showLast = async (cache: Cache) => checkLast(corpus.totals.turnCount, await run(show(cache)));
  const contenders = [
    { name: "show --last 1, nothing indexed", before: () => cold.renew(), run: () => showLast(cold) },
    { name: "show --last 1, warm", run: () => showLast(warm) },
    { name: "warm list", run: () => list(corpus, warm) },
    {
      name: "Codex's start + full resume of 50 MB",
      run: () => withCodex(fifty, (server) => codexResume(server, fifty, { excludeTurns: false })),
    },
    {
      name: "Codex's start + resume of 50 MB without turns",
      run: () => withCodex(fifty, (server) => codexResume(server, fifty, { excludeTurns: true })),
    },
  ];
  try {
    await list(corpus, warm);
    const figures = await contest(contenders, {
      ...arena,
      samples: arena.fewSamples,
      beforeRound: () => readIntoPageCache(corpus),
    });
    const full = figure(figures, "Codex's start + full resume of 50 MB");
    const without = figure(figures, "Codex's start + resume of 50 MB without turns");
    const size = `${(corpus.totals.sizeBytes / 1e9).toFixed(2)} GB`;
    const ours = figure(figures, "show --last 1, nothing indexed");
    const oursWarm = figure(figures, "show --last 1, warm");
    return [
      ratioRow({ what: `last turn of a session of ${size}, nothing indexed`, ours, peer: full, most: 1 }),
      ratioRow({ what: "the same, indexed", ours: oursWarm, peer: full, most: 1 }),
      ratioRow({ what: "the same, indexed", ours: oursWarm, peer: without }),
      ...(await memoryRows(arena, cold, size)),
    ];
  } finally {
    cold.remove();
    warm.remove();
  }
}

async function memoryRows(arena: Arena, cache: Cache, size: string): Promise<Row[]> {
  const corpus = arena.corpus("large");
  const thread = `codex:${corpus.totals.first.thread}`;
  cache.renew();
  const last = await usageOf(reprise(corpus, cache, "show", thread, "--last", "1", "--json"), corpus);
  const listed = await usageOf(listCommand(corpus, cache), corpus);
  checkList(corpus, listed);
  const exported = await usageOf(reprise(corpus, cache, "export", thread, "--format", "markdown"), corpus);
  const written = `${(exported.stdoutBytes / 1e6).toFixed(0)} MB in ${(exported.wallMs / 1000).toFixed(1)} s`;
  return [
    memoryRow(`${size}: memory of \`show --last 1\`, nothing indexed`, last.peakBytes, 150),
    memoryRow(`${size}: memory of \`list\` after it`, listed.peakBytes, 150),
    memoryRow(`${size}: memory of \`export --format markdown\` (${written})`, exported.peakBytes, 200),
  ];
}

function checkLast(turnCount: number, ended: { stdout: string; wallMs: number }): number {
  const { turns } = JSON.parse(ended.stdout) as { turns: { number: number }[] };
  if (turns.length !== 1 || turns[0]?.number !== turnCount)
    throw new Error(`show gives turn ${turns[0]?.number} of ${turnCount}.`);
  return ended.wallMs;
}
