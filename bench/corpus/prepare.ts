import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type CorpusName, type CorpusSpec, corpusSpec, type Scale } from "./corpora.ts";
import { type Needle, needleNames } from "./needles.ts";
import { writeSessions } from "./write.ts";

/** Raise it when the generator writes something else for the same seed: old corpora are then made again. */
const generatorVersion = 2;
const seed = 20261115;

export interface Corpus {
  readonly name: CorpusName;
  /** The HOME that holds `.codex`. */
  readonly home: string;
  readonly codexHome: string;
  readonly totals: Totals;
}

export interface Totals {
  readonly sessionCount: number;
  readonly turnCount: number;
  readonly itemCount: number;
  readonly lineCount: number;
  readonly sizeBytes: number;
  /** How many sessions hold each of the planted words. */
  readonly holding: Readonly<Record<Needle, number>>;
  /** Its path is relative to the Codex home. */
  readonly first: { readonly thread: string; readonly path: string; readonly cwd: string };
}

export function benchFolder(): string {
  return process.env.REPRISE_BENCH_DIR ?? join(tmpdir(), "reprise-bench");
}

/** The corpus on disk; written when it is not there as this version and seed would make it. */
export function prepareCorpus(name: CorpusName, scale: Scale, say: (text: string) => void): Corpus {
  const folder = join(benchFolder(), "corpora", scale, name);
  const stamp = JSON.stringify({ generatorVersion, seed });
  const stampPath = join(folder, "stamp.json");
  const known = readTotals(stampPath, stamp);
  const place = { name, home: join(folder, "home"), codexHome: join(folder, "home/.codex") };
  if (known) return { ...place, totals: known };
  const spec = corpusSpec(name, scale);
  say(`writing corpus ${name}: ${spec.sessionCount} session(s)`);
  const partial = `${folder}.partial`;
  for (const path of [folder, partial]) rmSync(path, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const totals = totalsOf(join(partial, "home/.codex"), spec);
  writeFileSync(join(partial, "stamp.json"), JSON.stringify({ stamp, totals }));
  renameSync(partial, folder);
  say(`wrote ${Math.round(totals.sizeBytes / 1e6)} MB to ${folder}`);
  return { ...place, totals };
}

function totalsOf(codexHome: string, spec: CorpusSpec): Totals {
  const holding = Object.fromEntries(needleNames.map((needle) => [needle, 0])) as Record<Needle, number>;
  const sums = { sessionCount: 0, turnCount: 0, itemCount: 0, lineCount: 0, sizeBytes: 0 };
  let first: Totals["first"] | null = null;
  for (const { path, truth } of writeSessions(codexHome, spec, seed)) {
    first ??= { thread: truth.thread, path: relative(codexHome, path), cwd: truth.cwd };
    sums.sessionCount += 1;
    for (const sum of ["turnCount", "itemCount", "lineCount", "sizeBytes"] as const) sums[sum] += truth[sum];
    for (const needle of truth.needles) holding[needle] += 1;
  }
  if (!first) throw new Error(`Corpus ${spec.name} would be empty.`);
  return { ...sums, holding, first };
}

function readTotals(path: string, stamp: string): Totals | null {
  if (!existsSync(path)) return null;
  const known = JSON.parse(readFileSync(path, "utf8")) as { stamp: string; totals: Totals };
  return known.stamp === stamp ? known.totals : null;
}
