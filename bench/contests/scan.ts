import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Depth } from "@reprise/core";
import type { Corpus } from "../corpus/prepare.ts";
import { run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, node } from "../measure/reprise.ts";
import { type Row, speedRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { search } from "./ours.ts";

const scanFile = fileURLToPath(new URL("scan-file.ts", import.meta.url));

/** How fast one large file is read: what a list needs of it, all its text, and the text put into the index. */
export async function scanContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("large");
  const { sizeBytes } = corpus.totals;
  const cache = new Cache();
  const contenders = [
    { name: "outline", run: () => scan(corpus, "outline") },
    { name: "full", run: () => scan(corpus, "full") },
    { name: "index", before: () => cache.renew(), run: () => search(corpus, cache, "usual") },
    { name: "wc -l", run: () => countLines(corpus) },
  ];
  try {
    const figures = await contest(contenders, {
      ...arena,
      samples: arena.fewSamples,
      beforeRound: () => readIntoPageCache(corpus),
    });
    const peer = figure(figures, "wc -l");
    const of = (what: string, name: string, leastMbPerSecond?: number) =>
      speedRow({
        what,
        sizeBytes,
        ours: figure(figures, name),
        peer,
        ...(leastMbPerSecond ? { leastMbPerSecond } : {}),
      });
    return [
      of("scanning 1 GB without text, in one process through core", "outline", 800),
      of("decoding all its text, in one process through core", "full"),
      of("first `search` of it: scanned, decoded and its text indexed", "index", 60),
    ];
  } finally {
    cache.remove();
  }
}

async function scan(corpus: Corpus, depth: Depth): Promise<number> {
  const { path } = corpus.totals.first;
  const args = [
    "--disable-warning=ExperimentalWarning",
    scanFile,
    corpus.codexHome,
    join(corpus.codexHome, path),
    depth,
  ];
  const { stdout } = await run({
    program: node,
    args,
    cwd: corpus.home,
    env: { PATH: process.env.PATH ?? "" },
  });
  const { ms, itemCount } = JSON.parse(stdout) as { ms: number; itemCount: number };
  if (itemCount !== corpus.totals.itemCount)
    throw new Error(`Decoding as ${depth} tells ${itemCount} of ${corpus.totals.itemCount} items.`);
  return ms;
}

async function countLines(corpus: Corpus): Promise<number> {
  const args = ["-l", join(corpus.codexHome, corpus.totals.first.path)];
  const ended = await run({ program: "wc", args, cwd: corpus.home, env: { PATH: process.env.PATH ?? "" } });
  if (!ended.stdout.startsWith(String(corpus.totals.lineCount))) throw new Error(`wc counts ${ended.stdout}.`);
  return ended.wallMs;
}
