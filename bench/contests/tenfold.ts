import { contest, figure, figureOf } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { search, searchCommand } from "./ours.ts";
import { grep } from "./peers.ts";

/** The same number of sessions with ten times the text: the index must not grow slower with it, as grep does. */
export async function tenfoldContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("tenfold");
  const cache = new Cache();
  try {
    const indexMs = await search(corpus, cache, "usual");
    arena.say(`tenfold indexed: ${indexMs.toFixed(0)} ms`);
    const contenders = [
      { name: "search", run: () => search(corpus, cache, "usual") },
      { name: "grep -rlF", run: () => grep(corpus, "usual") },
    ];
    const figures = await contest(contenders, { ...arena, beforeRound: () => readIntoPageCache(corpus) });
    const size = `${(corpus.totals.sizeBytes / 1e9).toFixed(1)} GB`;
    const { peakBytes } = await usageOf(searchCommand(corpus, cache, "usual"), corpus);
    const peer = figure(figures, "grep -rlF");
    return [
      ratioRow({
        what: `warm \`search\` of a word in ${size}`,
        ours: figure(figures, "search"),
        peer,
        most: 0.1,
      }),
      ratioRow({
        what: `first \`search\` in ${size}, nothing indexed`,
        ours: figureOf("first search", [indexMs]),
        peer,
      }),
      memoryRow("memory of that warm `search`", peakBytes),
    ];
  } finally {
    cache.remove();
  }
}
