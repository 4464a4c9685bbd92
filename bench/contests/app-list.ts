import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../corpus/prepare.ts";
import { run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { openByHand } from "../measure/pagers.ts";
import { pressAtPace, pressOften } from "../measure/press.ts";
import { app, bareNode, Cache, reprise } from "../measure/reprise.ts";
import { MeasuredTerminal } from "../measure/terminal.ts";
import { keyRows, paceRow } from "../report/key-rows.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { index } from "./ours.ts";

const shown = /Showing 1–\d+ of/;

/** The list of every session, beside the same lines in a file that is shown by hand. */
export async function appListRows(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("many");
  const cache = new Cache();
  try {
    await index(corpus, cache);
    const lines = await linesOf(corpus, cache);
    const openApp = () => new MeasuredTerminal(app(corpus, cache));
    await leave(openApp()); // so that its code is compiled, as after any use
    const firstPicture = async (terminal: MeasuredTerminal) => {
      const ms = await terminal.untilShown(shown);
      await terminal.end();
      return ms;
    };
    const contenders = [
      { name: "first picture", run: () => firstPicture(openApp()) },
      { name: "by hand", run: () => firstPicture(openByHand("list", lines)) },
      { name: "node -e 0", run: async () => (await run(bareNode())).wallMs },
    ];
    const figures = await contest(contenders, { ...arena, samples: arena.samples * 2 });
    const [ours, byHand, bare] = contenders.map(({ name }) => figure(figures, name)) as Figures;
    const what = `first picture of the list of ${corpus.totals.sessionCount}`;
    return [
      ratioRow({ what, ours, peer: bare, most: 3.5 }),
      ratioRow({ what: "the same against its lines in a file, shown by hand", ours, peer: byHand }),
      ...(await keys(openApp(), openByHand("list", lines))),
    ];
  } finally {
    cache.remove();
  }
}

type Figures = [ReturnType<typeof figure>, ReturnType<typeof figure>, ReturnType<typeof figure>];

async function keys(ours: MeasuredTerminal, floor: MeasuredTerminal): Promise<Row[]> {
  const contestants = [
    { name: "ours", terminal: ours },
    { name: "by hand", terminal: floor },
  ];
  try {
    for (const { terminal } of contestants) await terminal.untilShown(shown);
    const pace = paceRow("the list with its preview", await pressAtPace(ours, 200));
    const [pressed, ...peers] = await pressOften(contestants, ["down", "up"]);
    return [pace, ...(pressed ? keyRows("the list", pressed, peers, 110) : [])];
  } finally {
    for (const { terminal } of contestants) await terminal.end();
  }
}

async function linesOf(corpus: Corpus, cache: Cache): Promise<string> {
  const listed = await run(reprise(corpus, cache, "list", "--all", "--limit", `${corpus.totals.sessionCount}`));
  const path = join(cache.folder, "list.txt");
  writeFileSync(path, listed.stdout);
  return path;
}

async function leave(terminal: MeasuredTerminal): Promise<void> {
  await terminal.untilShown(shown);
  terminal.type("q");
  await terminal.ended();
}
