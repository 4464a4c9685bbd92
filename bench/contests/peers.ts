import { fileURLToPath } from "node:url";
import { type Needle, needles } from "../corpus/needles.ts";
import type { Corpus } from "../corpus/prepare.ts";
import { type CodexServer, startCodex } from "../measure/codex.ts";
import { run } from "../measure/command.ts";
import { searchPath } from "../measure/programs.ts";
import { type Cache, node } from "../measure/reprise.ts";

/** All that a person may have started; by itself Codex leaves out `exec`. */
const everySource = { modelProviders: [], sourceKinds: ["cli", "vscode", "exec"] };

/** Starts a server, asks it, and ends it; gives the time from the start to the answer. */
export async function withCodex(corpus: Corpus, ask: (server: CodexServer) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const server = await startCodex(corpus);
  try {
    await ask(server);
    return performance.now() - startedAt;
  } finally {
    await server.end();
  }
}

/** The same question as ours: the twenty that were used last. By itself Codex sorts by when they were begun. */
export async function codexList(server: CodexServer): Promise<void> {
  const params = { ...everySource, limit: 20, sortKey: "updated_at" };
  const { data } = (await server.request("thread/list", params)) as { data: unknown[] };
  if (data.length !== 20) throw new Error(`Codex lists ${data.length} threads on a page of 20.`);
}

export async function codexListAsBegun(server: CodexServer): Promise<void> {
  await server.request("thread/list", { ...everySource, limit: 20 });
}

export async function codexSearch(server: CodexServer, needle: Needle): Promise<void> {
  const { sourceKinds } = everySource;
  const params = { searchTerm: needles[needle].text, limit: 100, sourceKinds };
  const { data } = (await server.request("thread/search", params)) as { data: unknown[] };
  if (data.length === 0) throw new Error(`Codex finds ${needle} nowhere.`);
}

export async function codexResume(server: CodexServer, corpus: Corpus, how: { excludeTurns: boolean }): Promise<void> {
  const { thread, turnCount } = { ...corpus.totals.first, ...corpus.totals };
  const resumed = (await server.request("thread/resume", { threadId: thread, ...how })) as {
    thread: { turns: unknown[] };
  };
  const expected = how.excludeTurns ? 0 : turnCount;
  if (resumed.thread.turns.length !== expected)
    throw new Error(`Codex resumes ${resumed.thread.turns.length} of ${expected} turns.`);
}

/** Programs that name the files with a word, as `grep` does; those that are installed. */
export const grepLike = ["grep", "rg", "ugrep"] as const;
type GrepLike = (typeof grepLike)[number];

export const grep = (corpus: Corpus, needle: Needle) => namesOfFiles("grep", corpus, needle);

export async function namesOfFiles(program: GrepLike, corpus: Corpus, needle: Needle): Promise<number> {
  const args = [program === "rg" ? "-lF" : "-rlF", needles[needle].text, `${corpus.codexHome}/sessions`];
  const env = { PATH: searchPath, LANG: "C.UTF-8" };
  const ended = await run({ program, args, cwd: corpus.home, env });
  const found = ended.stdout.trimEnd().split("\n").length;
  if (found !== corpus.totals.holding[needle]) throw new Error(`${program} finds ${needle} in ${found} files.`);
  return ended.wallMs;
}

const ftsProgram = fileURLToPath(new URL("../peers/fts-by-hand.mjs", import.meta.url));

/** SQLite's own full-text search over the same files, by hand. */
export async function fts(corpus: Corpus, cache: Cache, ...words: ["fill"] | ["find", Needle]): Promise<number> {
  const [job, needle] = words;
  const place = [`${corpus.codexHome}/sessions`, `${cache.folder}/fts.db`];
  const args = [ftsProgram, job, ...place, ...(needle === undefined ? [] : [needles[needle].text])];
  const ended = await run({ program: node, args, cwd: corpus.home, env: { PATH: searchPath } });
  const found = ended.stdout.trimEnd().split("\n").length;
  if (needle !== undefined && found !== corpus.totals.holding[needle])
    throw new Error(`FTS by hand finds ${needle} in ${found} files.`);
  return ended.wallMs;
}

/** The day's tokens by ccusage, which reads every file. */
export async function ccusageDaily(program: string, corpus: Corpus): Promise<number> {
  const env = { PATH: searchPath, HOME: corpus.home, CODEX_HOME: corpus.codexHome };
  const ended = await run({ program, args: ["codex", "daily", "--offline", "--json"], cwd: corpus.home, env });
  if (!ended.stdout.includes("totals")) throw new Error("ccusage counts nothing.");
  return ended.wallMs;
}
