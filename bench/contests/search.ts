import { heldQueries, heldSessions, openFileLibrary } from "@reprise/testkit";
import { type Needle, needles } from "../corpus/needles.ts";
import { contest, figure, figureOf } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache } from "../measure/reprise.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { search } from "./ours.ts";
import { codexSearch, grep, withCodex } from "./peers.ts";

const others: readonly Needle[] = ["rare", "frequent", "cjk", "camel"];
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
  const ofAll = (needle: Needle) => [
    { name: `search ${needle}`, run: () => search(corpus, cache, needle) },
    { name: `grep -rlF ${needle}`, run: () => grep(corpus, needle) },
  ];
  try {
    await search(corpus, cache, "usual");
    const figures = await contest(
      [
        ...ofAll("usual"),
        { name: "search part", run: () => search(corpus, cache, "usual", part) },
        { name: "Codex's start + thread/search", run: askCodex },
        ...others.flatMap(ofAll),
      ],
      { ...arena, beforeRound: () => readIntoPageCache(corpus) },
    );
    const what = (needle: Needle) =>
      `warm \`search\` of a word in ${corpus.totals.holding[needle]} of ${corpus.totals.sessionCount} sessions`;
    const ours = figure(figures, "search usual");
    const request = figureOf("the thread/search request alone", requests.slice(arena.warmUps));
    return [
      ratioRow({ what: what("usual"), ours, peer: figure(figures, "grep -rlF usual"), most: 0.8 }),
      ratioRow({
        what: what("usual"),
        ours,
        peer: figure(figures, "Codex's start + thread/search"),
        most: 0.1,
      }),
      ratioRow({ what: what("usual"), ours, peer: request }),
      ratioRow({
        what: `${what("usual")}, by a part from its middle`,
        ours: figure(figures, "search part"),
        peer: figure(figures, "grep -rlF usual"),
      }),
      ...others.map((needle) =>
        ratioRow({
          what: `${what(needle)} (${needle})`,
          ours: figure(figures, `search ${needle}`),
          peer: figure(figures, `grep -rlF ${needle}`),
        }),
      ),
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
