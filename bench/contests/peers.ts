import { type Needle, needles } from "../corpus/needles.ts";
import type { Corpus } from "../corpus/prepare.ts";
import { type CodexServer, startCodex } from "../measure/codex.ts";
import { run } from "../measure/command.ts";

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

export async function grep(corpus: Corpus, needle: Needle): Promise<number> {
  const args = ["-rlF", needles[needle].text, `${corpus.codexHome}/sessions`];
  const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" };
  const ended = await run({ program: "grep", args, cwd: corpus.home, env });
  const found = ended.stdout.trimEnd().split("\n").length;
  if (found !== corpus.totals.holding[needle]) throw new Error(`grep finds ${needle} in ${found} files.`);
  return ended.wallMs;
}
