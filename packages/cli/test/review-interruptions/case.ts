import { setTimeout as sleep } from "node:timers/promises";
import { type Reply, until } from "@reprise/testkit";
import { type Ended, endOf, isAlive } from "../live-stage.ts";
import { cartPatch, freely, ReviewStage, target } from "../review/review-stage.ts";

/** How a run is cut off. */
export const kinds = ["program", "agent", "connection", "cancel", "server"] as const;
export type Kind = (typeof kinds)[number];

export interface Case {
  readonly kind: Kind;
  /** From 0 (the start) to 1 (just before the end). */
  readonly at: number;
}

export interface Result extends Case {
  readonly outcome: "completed" | "explained" | "wrong";
  readonly detail: string;
}

/** Against hanging only. */
const patience = { timeoutMs: 120_000 };
type Action = Extract<Reply, readonly unknown[]>[number];

/** Two commands, an edit and a summary. */
const work: readonly (readonly Action[])[] = [
  [{ text: "I read the comments first.", chunks: 6, paceMs: 15 }, shell("cat src/cart.ts src/tax.ts")],
  [{ reasoning: "Money should be integers." }, { custom: { name: "apply_patch", input: cartPatch } }],
  [{ text: "Now the test.", chunks: 3, paceMs: 15 }, shell("sleep 0.3; echo tested")],
  [{ text: "1: changed. 2: it is the rate of the state, unchanged.", chunks: 10, paceMs: 15 }],
];

function shell(cmd: string): Action {
  return { call: { name: "exec_command", arguments: { cmd } } };
}

/** A run that is left alone. */
export interface WholeRun {
  /** Of `--json`. */
  readonly lineCount: number;
  /** From one line to the next, on average. */
  readonly gapMs: number;
}

export async function wholeRun(): Promise<WholeRun> {
  const stage = await opened();
  try {
    stage.live.model.push(...work);
    const startedAt = performance.now();
    const { code, stderr, events } = await stage.fresh();
    if (code !== 0) throw new Error(stderr);
    const gapMs = (performance.now() - startedAt) / events.length;
    return { lineCount: events.length, gapMs };
  } finally {
    await stage.close();
  }
}

/** How often the model has the prompt of the run, and that of its resume. */
function promptCounts({ live }: ReviewStage): readonly number[] {
  const last = JSON.stringify(live.model.requests.at(-1)?.body ?? "");
  return ["Review comments (JSONL", "Updated review comments (JSONL"].map((head) => last.split(head).length - 1);
}

/** A run that is cut off, then resumed once. */
export async function interrupted(one: Case, whole: WholeRun): Promise<Result> {
  const stage = await opened();
  try {
    const before = await cutOff(stage, one, whole);
    return { ...one, ...(await resumed(stage, before)) };
  } catch (error) {
    return { ...one, outcome: "wrong", detail: (error as Error).message };
  } finally {
    await stage.close();
  }
}

async function opened(): Promise<ReviewStage> {
  const stage = await ReviewStage.open("interruption");
  stage.fillPullRequest();
  return stage;
}

async function cutOff(stage: ReviewStage, { kind, at }: Case, { lineCount, gapMs }: WholeRun): Promise<Ended> {
  const { live } = stage;
  const isByModel = kind === "connection" || kind === "server";
  live.model.push(...(isByModel ? broken(kind, at) : endless()));
  const program = live.start(stage.checkout, "review", target, "--run", "--fresh", "--json", ...freely);
  if (isByModel) return endOf(program);
  const moment = 1 + at * (lineCount - 4);
  const line = Math.floor(moment);
  await until(() => program.lines.length >= line || !isAlive(program.pid), {
    ...patience,
    what: `line ${line} of ${lineCount}`,
  });
  await sleep((moment - line) * gapMs);
  const [run] = live.runs();
  if (run?.process == null) throw new Error("The run has no process.");
  if (kind === "program") process.kill(run.process.pid, "SIGKILL");
  if (kind === "cancel") process.kill(run.process.pid, "SIGINT");
  if (kind === "agent") {
    const agent = await until(() => live.runs()[0]?.agentProcess ?? null, { ...patience, what: "its agent" });
    process.kill(agent.pid, "SIGKILL");
  }
  return endOf(program);
}

/** Never comes to its end by itself. */
function endless(): Reply[] {
  return work.map((reply, index) => (index === work.length - 1 ? [...reply, { hang: true }] : reply));
}

/** The model fails at this point of its replies. */
function broken(kind: "connection" | "server", at: number): Reply[] {
  const points = work.flatMap((reply, index) => reply.map((_, action) => ({ index, action })));
  const { index, action } = points[Math.floor(at * points.length)] ?? { index: 0, action: 0 };
  const reply = work[index] ?? [];
  const whole = work.slice(0, index);
  if (kind === "connection") return [...whole, [...reply.slice(0, action), { drop: true }]];
  return [...whole, [{ http: failures[Math.floor(at * 97) % failures.length] ?? { status: 500 } }]];
}

const limit = {
  type: "usage_limit_reached",
  message: "The usage limit has been reached",
  resets_in_seconds: 60,
};
const failures = [
  { status: 500, body: { error: { message: "Internal error" } } },
  { status: 429, body: { error: limit } },
  { status: 503, body: { error: { message: "Overloaded" } } },
];

async function resumed(stage: ReviewStage, before: Ended): Promise<Pick<Result, "outcome" | "detail">> {
  if (before.code === 0) return { outcome: "wrong", detail: "it was not interrupted" };
  const { live } = stage;
  const [first] = live.runs();
  const any = "review comments";
  live.model.push(
    { match: any, times: 1, actions: [shell("git diff --stat")] },
    { match: any, actions: [{ text: "1: changed. 2: unchanged.", chunks: 2 }] },
  );
  const ended = await stage.review("--run", "--resume", "--yes", "--json", ...freely);
  const done = ended.events.at(-1);
  if (ended.code !== 0 || done?.state !== "completed") {
    const detail = JSON.stringify(done ?? null).slice(0, 500);
    const reason = ended.stderr.trim() || (done as { failure?: unknown } | undefined)?.failure;
    return {
      outcome: reason ? "explained" : "wrong",
      detail: `${ended.code}: ${ended.stderr.trim()} ${detail}`,
    };
  }
  return problemOf(stage, first?.isPersisted ? String(first.thread) : null, String(done.thread));
}

/** What must hold of a run that was resumed. */
async function problemOf(
  stage: ReviewStage,
  thread: string | null,
  now: string,
): Promise<Pick<Result, "outcome" | "detail">> {
  const runs = stage.live.runs();
  const counts = promptCounts(stage);
  const problems = [
    thread !== null && counts[0] !== 1 ? `the prompt is ${counts[0]} times in the history` : null,
    counts.some((times) => times > 1) ? `a prompt was sent twice: ${counts}` : null,
    thread !== null && now !== thread ? `another thread than ${thread}` : null,
    thread !== null && !stage.live.journals().includes('"text":"session resumed"') ? "no mark" : null,
    runs.some(({ status }) => status !== "completed") && thread !== null ? "a run is not completed" : null,
    stage.posted().length > 0 ? "something was posted" : null,
    (await stage.report()).run === null ? "no report" : null,
  ].filter((problem) => problem !== null);
  if (problems.length > 0) return { outcome: "wrong", detail: problems.join(", ") };
  return { outcome: "completed", detail: thread === null ? "sent anew" : "in its thread" };
}
