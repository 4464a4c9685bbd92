import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleScript } from "@reprise/testkit";
import type { Corpus } from "../corpus/prepare.ts";
import { type Command, run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { bareNode, Cache, node, reprise, usageOf } from "../measure/reprise.ts";
import { memoryRow, type Row, timeRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const program = () => bundleScript(new URL("./play-project.ts", import.meta.url));
/** As many turns as fill a screen many times over. */
const screen = 20;

/** A project of 100 rounds of 5 MB each: its last turns in a process of its own, then all of them. */
export async function projectPlaybackContest(arena: Arena): Promise<Row[]> {
  const corpus = arena.corpus("rounds");
  const cache = new Cache();
  const project = writeProject(corpus, join(cache.folder, "work"));
  const play = (last: number | "all"): Command => ({
    ...reprise(corpus, cache),
    program: node,
    args: [program(), project, String(last)],
  });
  try {
    const total = await turnsOf(await run(play(screen)), screen);
    const contenders = [
      { name: "first screen", run: async () => checked(await run(play(screen)), screen) },
      { name: "node -e 0", run: async () => (await run(bareNode())).wallMs },
    ];
    const figures = await contest(contenders, { ...arena, beforeRound: () => readIntoPageCache(corpus) });
    const rounds = `${corpus.totals.sessionCount} rounds, ${Math.round(corpus.totals.sizeBytes / 1e6)} MB`;
    const first = await usageOf(play(screen), corpus);
    const all = await usageOf(play("all"), corpus);
    checked(all, total);
    const seconds = (all.wallMs / 1000).toFixed(1);
    return [
      timeRow({
        what: `last ${screen} turns of a project of ${rounds}, from the start of the process`,
        ours: figure(figures, "first screen"),
        peer: figure(figures, "node -e 0"),
        mostMs: 300,
      }),
      memoryRow("memory of that", first.peakBytes, 150),
      memoryRow(`memory of all its ${total} turns, in ${seconds} s`, all.peakBytes),
    ];
  } finally {
    cache.remove();
  }
}

function checked(ended: { readonly stdout: string; readonly wallMs: number }, count: number): number {
  turnsOf(ended, count);
  return ended.wallMs;
}

/** How many turns the project has. */
function turnsOf({ stdout }: { readonly stdout: string }, expected: number): number {
  const { turnCount, count } = JSON.parse(stdout) as { turnCount: number; count: number };
  if (count !== expected) throw new Error(`The playback gives ${count} turns in place of ${expected}.`);
  return turnCount;
}

/** A project whose rounds are the sessions of the corpus. */
function writeProject({ codexHome }: Corpus, workspace: string): string {
  const folder = join(workspace, ".reprise/projects/2026/11/17/1");
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(join(codexHome, "sessions"), { recursive: true, encoding: "utf8" });
  const threads = names.flatMap((name) => /([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(name)?.[1] ?? []).toSorted();
  const at = "2026-11-17T15:00:00.000Z";
  const line = (type: string, fields: object) => `${JSON.stringify({ v: 1, at, type, ...fields })}\n`;
  const started = { user_message: "A long one", user_prompt_file: "MAIN.md", agent: "codex", settings: {} };
  const rounds = threads.map((thread, index) => {
    const number = index + 1;
    const ended = { outcome: { type: "completed", message: null }, tokens: 1000, commits: [], files: [] };
    return [
      line("round_started", { current: number, total: threads.length, number, git_commit: null }),
      line("round_configured", { thread_id: thread, rollout_path: null, number, agent: "codex" }),
      line("round_finished", { ...ended, number }),
    ].join("");
  });
  writeFileSync(join(folder, "rounds.jsonl"), line("project_started", started) + rounds.join(""));
  writeFileSync(join(folder, "MAIN.md"), "---\nstatus: open\n---\n");
  return folder;
}
