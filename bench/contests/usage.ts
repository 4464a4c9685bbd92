import { run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { ccusage } from "../measure/programs.ts";
import { Cache, reprise } from "../measure/reprise.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index } from "./ours.ts";
import { ccusageDaily } from "./peers.ts";

/** Tokens of each day, against ccusage, which reads every file each time. */
export async function usageContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const program = await ccusage(arena.say);
  if (program === null) return [];
  const [cold, warm] = [new Cache(), new Cache()];
  const usage = async (cache: Cache) => (await run(reprise(corpus, cache, "usage", "--all", "--json"))).wallMs;
  try {
    await index(corpus, warm);
    const figures = await contest(
      [
        { name: "usage, nothing indexed", before: () => cold.renew(), run: () => usage(cold) },
        { name: "usage", run: () => usage(warm) },
        { name: "ccusage codex daily", run: () => ccusageDaily(program, corpus) },
      ],
      { ...arena, samples: arena.fewSamples, beforeRound: () => readIntoPageCache(corpus) },
    );
    const peer = figure(figures, "ccusage codex daily");
    return [
      ratioRow({ what: "`usage`, nothing indexed", ours: figure(figures, "usage, nothing indexed"), peer }),
      ratioRow({ what: "`usage`, counted before", ours: figure(figures, "usage"), peer }),
    ];
  } finally {
    cold.remove();
    warm.remove();
  }
}
