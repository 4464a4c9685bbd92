import { contest, figure } from "../measure/contest.ts";
import { Cache, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index, list, listCommand, search } from "./ours.ts";

const sizes = ["thousand", "many", "growth"] as const;

/** The same commands over ten and a hundred times as many sessions. */
export async function growthContest(arena: Arena): Promise<Row[]> {
  const places = sizes.map((name) => ({ name, corpus: arena.corpus(name), cold: new Cache(), warm: new Cache() }));
  try {
    for (const { corpus, warm } of places) await index(corpus, warm);
    const first = await contest(
      places.map(({ name, corpus, cold }) => ({ name, before: () => cold.renew(), run: () => list(corpus, cold) })),
      { ...arena, samples: 1, warmUps: 0 },
    );
    const warm = await contest(
      places.flatMap(({ name, corpus, warm: cache }) => [
        { name, run: () => list(corpus, cache) },
        { name: `search ${name}`, run: () => search(corpus, cache, "rare") },
      ]),
      arena,
    );
    const count = (index_: number) => places[index_]?.corpus.totals.sessionCount.toLocaleString("en") ?? "";
    const grown = (figures: typeof first, of: (name: string) => string, what: string, most?: number) =>
      [1, 2].map((step) => {
        const [before, after] = [sizes[step - 1], sizes[step]].map((name) => figure(figures, of(name ?? "")));
        if (!before || !after) throw new Error("A size is missing.");
        return ratioRow({
          what: `${what} of ${count(step)} sessions, against ${count(step - 1)}`,
          ours: after,
          peer: { ...before, name: `of ${count(step - 1)}` },
          ...(step === 2 && most !== undefined && { most }),
        });
      });
    const [, , largest] = places;
    largest?.cold.renew();
    const memory = largest && (await usageOf(listCommand(largest.corpus, largest.cold), largest.corpus));
    return [
      ...grown(first, (name) => name, "first `list`"),
      ...grown(warm, (name) => name, "warm `list`", 5),
      ...grown(warm, (name) => `search ${name}`, "warm `search` of the rare word"),
      ...(memory ? [memoryRow(`memory of the first \`list\` of ${count(2)}`, memory.peakBytes)] : []),
    ];
  } finally {
    for (const { cold, warm } of places) for (const cache of [cold, warm]) cache.remove();
  }
}
