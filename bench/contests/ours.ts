import { type Needle, needles } from "../corpus/needles.ts";
import type { Corpus } from "../corpus/prepare.ts";
import { type Command, type Ended, run } from "../measure/command.ts";
import { type Cache, reprise } from "../measure/reprise.ts";

/** A figure of a wrong answer is worth nothing: each of these throws when the answer is not the known one. */

export async function list(corpus: Corpus, cache: Cache): Promise<number> {
  const ended = await run(listCommand(corpus, cache));
  checkList(corpus, ended);
  return ended.wallMs;
}

export function listCommand(corpus: Corpus, cache: Cache): Command {
  return reprise(corpus, cache, "list", "--all", "--json", "--limit", "20");
}

export function checkList({ totals }: Corpus, { stdout }: Ended): void {
  const page = JSON.parse(stdout) as { total: number; sessions: unknown[] };
  if (page.total !== totals.sessionCount)
    throw new Error(`list counts ${page.total} of ${totals.sessionCount} sessions.`);
}

/** Makes everything searchable, as the process behind a first search does. */
export async function index(corpus: Corpus, cache: Cache): Promise<number> {
  return (await run(reprise(corpus, cache, "reindex"))).wallMs;
}

/** `text`: what is typed, if not the word itself. */
export async function search(
  corpus: Corpus,
  cache: Cache,
  needle: Needle,
  text: string = needles[needle].text,
): Promise<number> {
  const ended = await run(reprise(corpus, cache, "search", "--all", "--json", text));
  checkHits(corpus, needle, ended);
  return ended.wallMs;
}

/** As a person sees it: fifty hits as text, and how long until the first of them. */
export async function searchPage(corpus: Corpus, cache: Cache, needle: Needle): Promise<Ended> {
  const ended = await run(reprise(corpus, cache, "search", "--all", needles[needle].text));
  const shown = ended.stdout.split(needles[needle].text).length - 1;
  if (shown < Math.min(50, corpus.totals.holding[needle])) throw new Error(`search shows ${needle} ${shown} times.`);
  return ended;
}

export function checkHits(corpus: Corpus, needle: Needle, ended: Ended): void {
  const lines = ended.stdout.trimEnd().split("\n");
  const sessions = new Set(lines.map((line) => (JSON.parse(line) as { session: string }).session));
  const holding = corpus.totals.holding[needle];
  if (sessions.size !== holding) throw new Error(`search finds ${needle} in ${sessions.size} of ${holding} sessions.`);
}

export function searchCommand(corpus: Corpus, cache: Cache, needle: Needle): Command {
  return reprise(corpus, cache, "search", "--all", "--json", needles[needle].text);
}
