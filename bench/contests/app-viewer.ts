import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Corpus } from "../corpus/prepare.ts";
import { run } from "../measure/command.ts";
import { figureOf } from "../measure/contest.ts";
import { openByHand, openLess } from "../measure/pagers.ts";
import { type Pressable, pressOften } from "../measure/press.ts";
import { app, Cache, reprise } from "../measure/reprise.ts";
import { MeasuredTerminal } from "../measure/terminal.ts";
import { keyRows } from "../report/key-rows.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const rowCount = /1m\D*[\d,]+–[\d,]+ \/ (\S+) · turn/;

/** The viewer of one session of 1 GB, beside its export shown by hand and by `less`. */
export async function appViewerRows(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("large");
  const cache = new Cache();
  const ours = new MeasuredTerminal(app(corpus, cache));
  const opened: Pressable[] = [{ name: "ours", terminal: ours }];
  try {
    await ours.untilShown(/Showing 1–1 of/);
    const enteredAt = performance.now();
    ours.type("\r");
    await ours.untilShown(rowCount);
    const oursMs = performance.now() - enteredAt;
    const told = rowCount.exec(ours.written)?.[1] ?? "?";
    const text = await exportOf(corpus, cache);
    const byHand = openByHand("view", text);
    opened.push({ name: "by hand", terminal: byHand });
    const peers = [figureOf("by hand", [await byHand.untilShown("Showing")])];
    const less = openLess(text);
    if (less) opened.push({ name: "less", terminal: less, hasApplicationKeys: true });
    if (less) peers.push(figureOf("less", [await less.untilShown("ready")]));
    await wait(2_000);
    const [pressed, ...others] = await pressOften(opened, ["pageUp", "pageDown"]);
    const size = `${(corpus.totals.sizeBytes / 1e9).toFixed(2)} GB, ${told} rows`;
    const what = (peer: number) =>
      peer > 0
        ? "the same"
        : `from Enter to the last rows of a session of ${size}; a peer from its start to those of its export`;
    return [
      ...peers.map((peer, index) => ratioRow({ what: what(index), ours: figureOf("ours", [oursMs]), peer })),
      ...(pressed ? keyRows(`the viewer (${size})`, pressed, others) : []),
    ];
  } finally {
    for (const { terminal } of opened) await terminal.end();
    cache.remove();
  }
}

async function exportOf(corpus: Corpus, cache: Cache): Promise<string> {
  const path = join(cache.folder, "export.md");
  const thread = `codex:${corpus.totals.first.thread}`;
  await run(reprise(corpus, cache, "export", thread, "--format", "markdown", "--output", path));
  return path;
}
