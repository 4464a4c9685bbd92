import { forgetCodexState } from "../measure/codex.ts";
import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { list, listCommand, search, searchCommand } from "./ours.ts";
import { codexList, withCodex } from "./peers.ts";

/** Nothing is indexed: how long until the sessions are listed, and until all are searchable. */
export async function firstContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const cache = new Cache();
  const before = () => cache.renew();
  const contenders = [
    { name: "first list", before, run: () => list(corpus, cache) },
    { name: "first search", before, run: () => search(corpus, cache, "usual") },
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
    const peer = figure(figures, "Codex's first start + list");
    const what = `of ${corpus.totals.sessionCount} sessions (${Math.round(corpus.totals.sizeBytes / 1e6)} MB), nothing indexed`;
    cache.renew();
    const listed = await usageOf(listCommand(corpus, cache), corpus);
    cache.renew();
    const searched = await usageOf(searchCommand(corpus, cache, "usual"), corpus);
    return [
      ratioRow({ what: `first \`list\` ${what}`, ours: figure(figures, "first list"), peer, most: 0.1 }),
      ratioRow({
        what: `first \`search\` ${what}: all text is searchable then`,
        ours: figure(figures, "first search"),
        peer,
        most: 0.25,
      }),
      memoryRow("memory of that first `list`", listed.peakBytes),
      memoryRow("memory of that first `search`", searched.peakBytes),
    ];
  } finally {
    cache.remove();
  }
}
