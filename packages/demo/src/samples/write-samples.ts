import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtInAgents, type NativeWriter, nodeHost, type PortableItem } from "@reprise/core";
import { type Agent, noSettings, type SessionId, type ThreadId, type Timestamp } from "@reprise/model";
import { newId } from "../agent/new-id.ts";
import { TurnRecords } from "../agent/records.ts";
import { findRollout, Rollout } from "../agent/rollout.ts";
import { type ThreadSettings, usualSettings } from "../agent/settings.ts";
import { forkThread } from "../agent/thread.ts";
import { writeProject } from "../sample-project.ts";
import type { Scratch } from "../scratch.ts";
import { deliveryFee, forecast, longWork, manyScripts, rounding } from "./histories.ts";
import { writeRounds } from "./write-rounds.ts";

/** Sessions that the demo walkthrough names. */
export interface Samples {
  readonly completed: SessionId;
  readonly interrupted: SessionId;
}

const [minute, hour] = [60_000, 3_600_000];
const day = 24 * hour;

/** Both projects, and sessions of the agents whose files we can write, from a minute to some weeks old. */
export async function writeSamples(scratch: Scratch, now: Date): Promise<Samples> {
  const { workspace, otherWorkspace, env } = scratch;
  writeProject(workspace);
  mkdirSync(otherWorkspace);
  writeFileSync(join(otherWorkspace, "forecast.mjs"), "export const today = () => new Date();\n");
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const write = (agent: Agent, cwd: string, at: Date, history: readonly PortableItem[]) =>
    written(agent, cwd, at, history, scratch);
  await write("codex", workspace, ago(20 * day), longWork(ago(20 * day), 300));
  await write("claude", workspace, ago(3 * day), rounding(ago(3 * day)));
  await write("gemini", workspace, ago(2 * day), manyScripts(ago(2 * day)));
  await write("codex", otherWorkspace, ago(26 * hour), forecast(ago(26 * hour)));
  const damaged = await write("codex", workspace, ago(7 * hour), rounding(ago(7 * hour)));
  const completed = await write("codex", workspace, ago(5 * hour), deliveryFee(ago(5 * hour)));
  const home = env.CODEX_HOME ?? "";
  damage(home, damaged);
  const fork = writeFork({ home, cwd: workspace, at: ago(4 * hour) }, completed);
  const failed = writeFailed({ home, cwd: workspace, at: ago(2 * hour) });
  writeRounds(workspace, "Delivery fees depend on the total, and the checks say how.", [
    { thread: completed, at: ago(5 * hour) },
    { thread: fork, at: ago(4 * hour) },
  ]);
  const interrupted = writeInterrupted({ home, cwd: workspace, at: ago(40 * minute) });
  for (const [thread, ms] of [
    [fork, 4 * hour],
    [failed, 2 * hour],
    [interrupted, 40 * minute],
  ] as const)
    utimesSync(findRollout(home, thread) ?? "", ago(ms), ago(ms));
  return { completed: idOf(completed), interrupted: idOf(interrupted) };
}

async function written(
  agent: Agent,
  cwd: string,
  at: Date,
  history: readonly PortableItem[],
  { env }: Scratch,
): Promise<ThreadId> {
  const host = nodeHost(env);
  const writer = (await builtInAgents.find((one) => one.agent === agent)?.acting())?.writer as NativeWriter;
  const thread = writer.newThread({ ...host, now: () => at.toISOString() as Timestamp });
  const isCodex = agent === "codex";
  const { path } = await writer.write(
    history,
    {
      thread,
      home: null,
      cwd,
      settings: { ...noSettings, ...(isCodex ? usualSettings : {}), cwd },
      at: at.toISOString() as Timestamp,
      title: "From the demo",
      program: null,
      env,
      signal: new AbortController().signal,
    },
    host,
  );
  const end = new Date(history.at(-1)?.at ?? at);
  // About what such a history costs: the whole conversation with every call of the model.
  if (isCodex)
    new TurnRecords(
      Rollout.open(path, () => end),
      thread,
      "",
    ).usage(4_200 * history.length);
  utimesSync(path, end, end);
  return thread;
}

/** A line cut in two, as a full disk leaves it; and the rest of the file after it. */
function damage(home: string, thread: string): void {
  const path = findRollout(home, thread) ?? "";
  const lines = readFileSync(path, "utf8").split("\n");
  const [half] = lines.splice(4, 1);
  writeFileSync(path, [...lines.slice(0, 4), (half ?? "").slice(0, 60), ""].join("\n"));
  appendFileSync(path, lines.slice(4).join("\n"));
}

function idOf(thread: string): SessionId {
  return `codex:${thread}` as SessionId;
}

interface SampleContext {
  readonly home: string;
  readonly cwd: string;
  readonly at: Date;
}

/** A turn the provider refused, as the scripted agent would have left it. */
function writeFailed({ home, cwd, at }: SampleContext): string {
  const { thread, turn, settings } = newTurn({ home, cwd, at });
  turn.begin(settings);
  turn.prompt(newId(at), "Translate all messages of the shop into Dutch.");
  turn.reply(`msg_${newId(at)}`, "I begin with the messages of the cart.");
  const message = "The usage limit of this account is reached.";
  turn.usage(6_100);
  turn.end("I begin with the messages of the cart.", { message, reason: "usageLimitExceeded" });
  return thread;
}

/** A command was running when everything ended: its call is there, and nothing after it. */
function writeInterrupted({ home, cwd, at }: SampleContext): string {
  const { thread, turn, settings } = newTurn({ home, cwd, at });
  turn.begin(settings);
  turn.prompt(newId(at), "Measure how long the checks take, ten times.");
  turn.reply(`msg_${newId(at)}`, "I run them ten times and take the median.");
  turn.usage(7_300);
  turn.command(newId(at), "for i in 1 2 3 4 5 6 7 8 9 10; do time node test.mjs; done");
  return thread;
}

/** Continues another session from its end, in a copy. */
function writeFork({ home, cwd, at }: SampleContext, from: string): string {
  const { id, rollout, settings } = forkThread({ threadId: from }, { home, cwd, clock: ticking(at) });
  const turn = new TurnRecords(rollout, id, newId(at));
  turn.begin(settings);
  turn.prompt(newId(at), "And if delivery were free from 30 euros on?");
  const reply = "Then one number changes: `5000` becomes `3000`. Two of the checks name the old one.";
  turn.reply(`msg_${newId(at)}`, reply);
  turn.usage(31_000);
  turn.end(reply, null);
  return id;
}

function newTurn({ home, cwd, at }: SampleContext) {
  const settings: ThreadSettings = { ...usualSettings, cwd };
  const thread = newId(at);
  const header = { thread, cwd, provider: settings.provider };
  const rollout = Rollout.create(home, header, ticking(at));
  return { thread, settings, turn: new TurnRecords(rollout, thread, newId(at)) };
}

/** Each call is a second later. */
function ticking(at: Date): () => Date {
  let atMs = at.getTime();
  return () => {
    atMs += 1_000;
    return new Date(atMs);
  };
}
