import { run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { bareNode, Cache, reprise } from "../measure/reprise.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { list } from "./ours.ts";

/** What starting costs, against a Node that does nothing. */
export async function startContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("twenty");
  const cache = new Cache();
  const version = reprise(corpus, cache, "--version");
  try {
    await list(corpus, cache);
    const contenders = [
      { name: "--version", run: async () => (await run(version)).wallMs },
      { name: "list of 20", run: () => list(corpus, cache) },
      { name: "node -e 0", run: async () => (await run(bareNode())).wallMs },
    ];
    const samples = arena.samples * 3; // short runs scatter most
    const figures = await contest(contenders, { ...arena, samples });
    const peer = figure(figures, "node -e 0");
    return [
      ratioRow({ what: "`reprise --version`", ours: figure(figures, "--version"), peer, most: 1.6 }),
      ratioRow({ what: "warm `list` of 20 sessions", ours: figure(figures, "list of 20"), peer, most: 2.5 }),
    ];
  } finally {
    cache.remove();
  }
}
