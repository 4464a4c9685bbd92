import { join } from "node:path";
import type { Item, ReplayWay, SessionSummary, Wish } from "@reprise/model";
import { compareTrees, hashTree, planOf } from "@reprise/testkit";
import { nodeHost } from "../../../src/host/node-host.ts";
import { findRuns } from "../../../src/journal/find-runs.ts";
import { runVictim } from "../../run-victim.ts";
import { homeOf, makeStage, placeRecording, type Stage } from "../stage.ts";

export interface ReplayKillCase {
  readonly via: ReplayWay;
  readonly killAt: number;
  readonly who: "agent" | "reprise" | "both";
}

/** What must be true after any death; the empty list is the good answer. */
export interface ReplayCaseResult {
  readonly problems: readonly string[];
  /** How many moments there were; null when it died. */
  readonly momentCount: number | null;
}

const victim = new URL("./victim.ts", import.meta.url);

/** A recorded session is replayed to the real Codex; killed; begun again as a person would; looked at. */
export async function replayKillCase({ via, killAt, who }: ReplayKillCase): Promise<ReplayCaseResult> {
  const stage = await makeStage("codex", "responses");
  try {
    const home = homeOf("codex", stage);
    placeRecording("codex", "exec-tools", stage);
    stage.model.push(...Array.from({ length: 60 }, () => [{ delayMs: 20_000 }, { text: "never said" }]));
    const source = (await listed(stage))[0];
    if (!source) return { problems: ["the recording is not listed"], momentCount: null };
    const before = await hashTree(join(home, "sessions"));
    const settings = { cwd: stage.scratch.workspace };
    const wish: Partial<Wish> = { via, settings, otherwise: "current", segmentTokens: 40 };
    const out = await runVictim(victim, { session: source.id, wish, killAt, who }, stage.env);
    const problems = await goneOn(stage, source, wish);
    const changed = compareTrees(before, await hashTree(join(home, "sessions")));
    if (changed.some(({ change }) => change !== "added")) problems.push("the old files changed");
    const moments = /"moments":(\d+)/.exec(out)?.[1];
    return { problems, momentCount: moments === undefined ? null : Number(moments) };
  } finally {
    await stage.close();
  }
}

/** Until it is done: a death of the agent alone ends a replay too. */
async function goneOn(stage: Stage, source: SessionSummary, wish: Partial<Wish>): Promise<string[]> {
  const { runs } = await findRuns(stage.state, nodeHost(stage.env));
  if (runs.some(({ status }) => status === "running")) return ["the dead run is said to be running"];
  if (!runs[0]?.restore?.isDone) {
    const plan = planOf(await stage.plan(source.id, wish), "replay");
    if (runs[0] && plan.continues !== runs[0].run) return [`begun anew instead of gone on with ${runs[0].run}`];
    const events = await stage.restore(plan);
    const end = events.at(-1);
    if (end?.type !== "run-ended" || end.status !== "completed")
      return [`going on ended as ${JSON.stringify(end).slice(0, 600)}`];
  }
  return looked(stage, source, wish);
}

async function looked(stage: Stage, source: SessionSummary, { via }: Partial<Wish>): Promise<string[]> {
  // Of a thread that Codex was killed in before its first line an empty file is left, which is not ours to remove.
  const fresh = (await listed(stage)).filter(({ id, sizeBytes }) => id !== source.id && sizeBytes > 0);
  if (fresh.length !== 1) return [`${fresh.length} new sessions: ${fresh.map(({ id }) => id).join(" ")}`];
  const [session] = fresh;
  if (session?.lineage?.session !== source.id) return ["the new session has no lineage"];
  const old = sayings(await itemsOf(stage, source.id));
  const told = sayings(await itemsOf(stage, session.id));
  if (via !== "segments") return same(old, told);
  const numbers = told.flatMap((text) => [...text.matchAll(/: segment (\d+) of (\d+)\]/g)].map(([, n]) => Number(n)));
  const total = Number(/: segment \d+ of (\d+)\]/.exec(told.join("\n"))?.[1] ?? 0);
  const expected = Array.from({ length: total }, (_, index) => index + 1);
  const ends = told.filter((text) => text.includes(": end]")).length;
  const problems = same(expected.map(String), numbers.map(String));
  return ends === 1 ? problems : [...problems, `${ends} ends`];
}

function same(expected: readonly string[], found: readonly string[]): string[] {
  return JSON.stringify(expected) === JSON.stringify(found)
    ? []
    : [`told ${JSON.stringify(found).slice(0, 1500)} in place of ${JSON.stringify(expected).slice(0, 1500)}`];
}

function sayings(items: readonly Item[]): string[] {
  return items.flatMap((item) => {
    if (item.kind === "prompt" || item.kind === "reply") return [`${item.kind} ${item.text}`];
    return item.kind === "command" || item.kind === "edit" || item.kind === "tool" ? ["call"] : [];
  });
}

async function itemsOf(stage: Stage, id: string): Promise<Item[]> {
  const library = stage.library();
  const items: Item[] = [];
  for await (const turn of (await library.read((await library.find(id)).id)).turns) items.push(...turn.items);
  library.close();
  return items.filter((item) => !item.id.startsWith("journal:"));
}

async function listed(stage: Stage): Promise<readonly SessionSummary[]> {
  const library = stage.library();
  const { sessions } = await library.list({ scope: "all", includeEmpty: true, limit: 100 });
  library.close();
  return sessions;
}
