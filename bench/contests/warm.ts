import { join } from "node:path";
import { appendTurn, rememberFile } from "../corpus/append.ts";
import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, usageOf } from "../measure/reprise.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index, list, listCommand } from "./ours.ts";
import { codexList, codexListAsBegun, withCodex } from "./peers.ts";

/** Everything is indexed, text too: listing again, and after one session has gone on. */
export async function warmContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const cache = new Cache();
  const grown = join(corpus.codexHome, corpus.totals.first.path);
  const restore = rememberFile(grown);
  try {
    await index(corpus, cache);
    const contenders = [
      { name: "warm list", run: () => list(corpus, cache) },
      { name: "list after an append", before: () => appendTurn(grown), run: () => list(corpus, cache) },
      { name: "Codex's start + list", run: () => withCodex(corpus, codexList) },
      { name: "Codex's start + list in order of creation", run: () => withCodex(corpus, codexListAsBegun) },
    ];
    const figures = await contest(contenders, { ...arena, beforeRound: () => readIntoPageCache(corpus) });
    const warm = figure(figures, "warm list");
    const appended = appendTurn(grown);
    const { bytesRead } = await usageOf(listCommand(corpus, cache), corpus);
    return [
      ratioRow({
        what: `warm \`list\` of ${corpus.totals.sessionCount}`,
        ours: warm,
        peer: figure(figures, "Codex's start + list"),
        most: 0.65,
      }),
      ratioRow({
        what: "the same against Codex's default order",
        ours: warm,
        peer: figure(figures, "Codex's start + list in order of creation"),
        most: 0.9,
      }),
      ratioRow({
        what: "`list` after one session has grown by a turn",
        ours: figure(figures, "list after an append"),
        peer: warm,
        most: 1.3,
      }),
      bytesRow(appended, bytesRead),
    ];
  } finally {
    restore();
    cache.remove();
  }
}

/** A line that was already there may be looked at again, to see that the file is still the same one. */
function bytesRow(appended: number, bytesRead: number): Row {
  const isReached = bytesRead >= appended && bytesRead <= appended + 4096;
  return {
    what: "bytes read of all sessions' files in that `list`",
    bar: "only the new ones",
    ours: `${bytesRead} read`,
    peer: `${appended} appended`,
    ratio: `${(bytesRead / appended).toFixed(2)} ×`,
    isReached,
  };
}
