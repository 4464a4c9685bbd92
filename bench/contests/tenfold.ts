import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { installed } from "../measure/programs.ts";
import { Cache, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index, search, searchCommand } from "./ours.ts";
import { grepLike, namesOfFiles } from "./peers.ts";

/** The same number of sessions with ten times the text: the index must not grow slower with it, as grep does. */
export async function tenfoldContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("tenfold");
  const [cold, warm] = [new Cache(), new Cache()];
  const programs = grepLike.filter((name) => installed(name) !== null);
  try {
    const indexMs = await index(corpus, warm);
    arena.say(`tenfold indexed: ${indexMs.toFixed(0)} ms`);
    const contenders = [
      { name: "first search", before: () => cold.renew(), run: () => search(corpus, cold, "usual") },
      { name: "search", run: () => search(corpus, warm, "usual") },
      ...programs.map((name) => ({ name, run: () => namesOfFiles(name, corpus, "usual") })),
    ];
    const figures = await contest(contenders, { ...arena, beforeRound: () => readIntoPageCache(corpus) });
    const size = `${(corpus.totals.sizeBytes / 1e9).toFixed(1)} GB`;
    cold.renew();
    const first = await usageOf(searchCommand(corpus, cold, "usual"), corpus);
    const { peakBytes } = await usageOf(searchCommand(corpus, warm, "usual"), corpus);
    const rows = (what: string, name: string, most: number) =>
      programs.map((program) =>
        ratioRow({
          what,
          ours: figure(figures, name),
          peer: figure(figures, program),
          ...(program === "grep" && { most }),
        }),
      );
    return [
      ...rows(`first \`search\` in ${size}, nothing indexed: all hits`, "first search", 0.6),
      ...rows(`warm \`search\` of a word in ${size}`, "search", 0.2),
      memoryRow("memory of that first `search`", first.peakBytes, 200),
      memoryRow("memory of that warm `search`", peakBytes),
    ];
  } finally {
    cold.remove();
    warm.remove();
  }
}
