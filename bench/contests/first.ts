import { forgetCodexState } from "../measure/codex.ts";
import { run } from "../measure/command.ts";
import { contest, figure, figureOf } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { bareNode, Cache, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow, timeRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index, list, listCommand, search, searchCommand, searchPage } from "./ours.ts";
import { codexList, fts, grep, withCodex } from "./peers.ts";

/** Nothing is indexed: how long until the sessions are listed, until the first answers, and until all text is in the index. */
export async function firstContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const cache = new Cache();
  const before = () => cache.renew();
  const firstHits: number[] = [];
  const page = async () => {
    const { wallMs, firstByteMs } = await searchPage(corpus, cache, "usual");
    firstHits.push(firstByteMs);
    return wallMs;
  };
  const contenders = [
    { name: "first list", before, run: () => list(corpus, cache) },
    { name: "first search", before, run: () => search(corpus, cache, "usual") },
    { name: "first page", before, run: page },
    { name: "index", before, run: () => index(corpus, cache) },
    { name: "FTS5 by hand, filled", before, run: () => fts(corpus, cache, "fill") },
    { name: "grep -rlF", run: () => grep(corpus, "usual") },
    { name: "node -e 0", run: async () => (await run(bareNode())).wallMs },
    {
      name: "Codex's first start + list",
      before: () => forgetCodexState(corpus),
      run: () => withCodex(corpus, codexList),
    },
  ];
  try {
    const figures = await contest(contenders, {
      ...arena,
      samples: arena.fewSamples,
      beforeRound: () => readIntoPageCache(corpus),
    });
    const of = (name: string) => figure(figures, name);
    const codex = of("Codex's first start + list");
    const what = `of ${corpus.totals.sessionCount} sessions (${Math.round(corpus.totals.sizeBytes / 1e6)} MB), nothing indexed`;
    cache.renew();
    const listed = await usageOf(listCommand(corpus, cache), corpus);
    cache.renew();
    const searched = await usageOf(searchCommand(corpus, cache, "usual"), corpus);
    const firstHit = figureOf("first hit", firstHits.slice(arena.warmUps));
    return [
      ratioRow({
        what: `first \`list\` ${what}`,
        ours: of("first list"),
        peer: codex,
        most: 0.08,
      }),
      ratioRow({
        what: `first \`search\` ${what}: all hits`,
        ours: of("first search"),
        peer: of("grep -rlF"),
        most: 1.5,
      }),
      timeRow({ what: "its first hit", ours: firstHit, peer: of("node -e 0"), mostMs: 60 }),
      ratioRow({ what: "all text indexed, from nothing (`reindex`)", ours: of("index"), peer: codex, most: 0.25 }),
      ratioRow({ what: "the same", ours: of("index"), peer: of("FTS5 by hand, filled") }),
      memoryRow("memory of that first `list`", listed.peakBytes),
      memoryRow("memory of that first `search`", searched.peakBytes, 150),
    ];
  } finally {
    cache.remove();
  }
}
