import { heldQueries, heldSessions, openFileLibrary } from "@reprise/testkit";
import { type Needle, needles } from "../corpus/needles.ts";
import { contest, figure, figureOf } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { installed } from "../measure/programs.ts";
import { Cache } from "../measure/reprise.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index, search, searchPage } from "./ours.ts";
import { codexSearch, fts, grep, grepLike, namesOfFiles, withCodex } from "./peers.ts";

const bars: Readonly<Record<Needle, number | null>> = { usual: 0.8, rare: 0.7, frequent: 1.3, cjk: null, camel: null };
const words = Object.keys(bars) as Needle[];
/** A part of the usual word, from its middle. */
const part = needles.usual.text.slice(2, -2);

/** Everything is indexed: one word, from the start of the process to the last hit. */
export async function searchContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const cache = new Cache();
  const requests: number[] = [];
  const askCodex = () =>
    withCodex(corpus, async (server) => {
      const askedAt = performance.now();
      await codexSearch(server, "usual");
      requests.push(performance.now() - askedAt);
    });
  const others = grepLike.filter((name) => name !== "grep" && installed(name) !== null);
  try {
    await index(corpus, cache);
    await fts(corpus, cache, "fill");
    const figures = await contest(
      [
        ...words.flatMap((needle) => [
          { name: `search ${needle}`, run: () => search(corpus, cache, needle) },
          { name: `grep -rlF ${needle}`, run: () => grep(corpus, needle) },
        ]),
        { name: "search page", run: async () => (await searchPage(corpus, cache, "frequent")).wallMs },
        { name: "search part", run: () => search(corpus, cache, "usual", part) },
        { name: "Codex's start + thread/search", run: askCodex },
        ...others.map((name) => ({ name, run: () => namesOfFiles(name, corpus, "usual") })),
        { name: "FTS5 by hand", run: () => fts(corpus, cache, "find", "usual") },
      ],
      { ...arena, beforeRound: () => readIntoPageCache(corpus) },
    );
    const of = (name: string) => figure(figures, name);
    const what = (needle: Needle) =>
      `warm \`search\` of a word in ${corpus.totals.holding[needle]} of ${corpus.totals.sessionCount} sessions (${needle})`;
    const request = figureOf("the thread/search request alone", requests.slice(arena.warmUps));
    const usual = [of("Codex's start + thread/search"), request, ...[...others, "FTS5 by hand"].map(of)];
    return [
      ...words.map((needle) =>
        ratioRow({
          what: what(needle),
          ours: of(`search ${needle}`),
          peer: of(`grep -rlF ${needle}`),
          ...(bars[needle] !== null && { most: bars[needle] }),
        }),
      ),
      ratioRow({
        what: `${what("frequent")}: a page of 50 hits`,
        ours: of("search page"),
        peer: of("grep -rlF frequent"),
        most: 0.9,
      }),
      ...usual.map((peer) => ratioRow({ what: what("usual"), ours: of("search usual"), peer })),
      ratioRow({
        what: `${what("usual")}, by a part from its middle`,
        ours: of("search part"),
        peer: of("grep -rlF usual"),
      }),
      await recallRow(),
    ];
  } finally {
    cache.remove();
  }
}

/** The held queries of testkit: parts of words, accents, scripts without blanks, paths, error messages. */
async function recallRow(): Promise<Row> {
  const { library, dispose } = await openFileLibrary(heldSessions);
  let [foundCount, firstCount] = [0, 0];
  for (const [line, session] of heldQueries) {
    const found = await Array.fromAsync(library.search(line, { scope: "all" }));
    const sessions = [...new Set(found.map((hit) => hit.session))];
    if (sessions.some((one) => one === `codex:${session}`)) foundCount += 1;
    if (sessions[0] === `codex:${session}`) firstCount += 1;
  }
  await dispose();
  const all = heldQueries.length;
  return {
    what: "held queries: the session that is meant is found, and the first",
    bar: "all",
    ours: `${foundCount} found, ${firstCount} first`,
    peer: `${all} queries`,
    ratio: `${(firstCount / all).toFixed(2)} ×`,
    isReached: firstCount === all,
  };
}
