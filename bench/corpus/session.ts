import { uuid7 } from "./ids.ts";
import { type Needle, needlesOf } from "./needles.ts";
import { tellHeader } from "./opening-lines.ts";
import { planTurn, type Shape, type TurnPlan } from "./plan.ts";
import { sentences } from "./prose.ts";
import { Random } from "./random.ts";
import { Rollout, type Setting } from "./rollout.ts";
import { Speaker } from "./speaker.ts";
import { tellTurn } from "./turn.ts";
import { nameWord } from "./vocabulary.ts";

/** What a reader must find in a session. */
export interface Truth {
  readonly thread: string;
  readonly cwd: string;
  readonly source: string;
  readonly firstPrompt: string;
  readonly needles: readonly Needle[];
  state: "completed" | "failed" | "interrupted";
  turnCount: number;
  itemCount: number;
  /** Of the items, those that tell of a failure; Codex itself does not count them. */
  noticeCount: number;
  messageCount: number;
  toolCount: number;
  lineCount: number;
  sizeBytes: number;
  lastAtMs: number;
}

export interface SessionWish {
  readonly seed: number;
  readonly number: number;
  readonly shape: Shape;
  /** How often a session has one turn, two, three, … */
  readonly turnWeights: readonly number[];
  /** Goes on with turns until it is as large; for a single large session. */
  readonly untilBytes?: number;
}

const endOfTime = Date.UTC(2026, 10, 14, 18);
const spanMs = 400 * 24 * 3600 * 1000;

/** Gives the text piece by piece, and at its end what it holds. */
export function* writeSession(wish: SessionWish): Generator<string, Truth> {
  const random = new Random(wish.seed, wish.number);
  const project = random.below(projects.length);
  const speaker = Speaker.of(project, random);
  const setting = drawSetting(random, project);
  const rollout = new Rollout(setting, random);
  const turnCount = wish.untilBytes ? Number.POSITIVE_INFINITY : drawWeighted(random, wish.turnWeights) + 1;
  const planted = needlesOf(wish.number);
  const plantedIn = random.below(Math.min(turnCount, 4));
  const isCjk = random.chance(0.1);
  let truth: Truth | null = null;
  let sizeBytes = 0;
  for (let index = 0; index < turnCount && sizeBytes < (wish.untilBytes ?? Number.POSITIVE_INFINITY); index += 1) {
    const isFirst = index === 0;
    const mayBeKilled = index === turnCount - 1;
    const plan = planTurn(speaker, wish.shape, {
      isFirst,
      mayBeKilled,
      isCjk,
      planted: index === plantedIn ? planted : [],
    });
    if (isFirst) tellHeader(rollout, instructions);
    else rollout.wait(10_000, 1_800_000);
    tellTurn(rollout, plan);
    const piece = rollout.take();
    sizeBytes += Buffer.byteLength(piece);
    yield piece;
    truth ??= emptyTruth(setting, plan, planted);
    countTurn(truth, plan);
    Object.assign(truth, { lineCount: rollout.ordinal, sizeBytes, lastAtMs: rollout.atMs });
  }
  if (!truth) throw new Error("A session has at least one turn.");
  return truth;
}

/** As long as instructions that a team writes itself; the same in every session, as they are. */
const instructions = sentences(Speaker.of(0, new Random(3, 3)), 22, 22);

const projects = Array.from({ length: 40 }, (_, index) => {
  const random = new Random(5, index);
  return `/srv/${nameWord(random)}-${nameWord(random)}`;
});

function drawSetting(random: Random, project: number): Setting {
  const startedAtMs = endOfTime - Math.floor((random.bits() / 0x1_0000_0000) * spanMs);
  return {
    thread: uuid7(random, startedAtMs),
    cwd: projects[project] ?? "/",
    model: random.pick(["gpt-5.5", "gpt-5.5", "gpt-5.6-sol"]),
    source: random.pick(["cli", "cli", "vscode", "exec"] as const),
    startedAtMs,
  };
}

function emptyTruth({ thread, cwd, source }: Setting, { prompt }: TurnPlan, planted: readonly Needle[]): Truth {
  const counts = {
    turnCount: 0,
    itemCount: 0,
    noticeCount: 0,
    messageCount: 0,
    toolCount: 0,
    lineCount: 0,
    sizeBytes: 0,
    lastAtMs: 0,
  };
  return { thread, cwd, source, firstPrompt: prompt, needles: planted, state: "completed", ...counts };
}

function countTurn(truth: Truth, plan: TurnPlan): void {
  const isDone = plan.end === "completed";
  const isStopped = plan.end === "aborted" || plan.end === "killed";
  const commentaries = plan.steps.filter((step) => step.commentary !== null).length;
  const messages = 1 + commentaries + (isDone ? 1 : 0);
  const tools = plan.steps.length + (plan.patch ? 1 : 0) + (isStopped ? 1 : 0);
  truth.turnCount += 1;
  truth.messageCount += messages;
  truth.toolCount += tools;
  const notices = plan.end === "failed" ? 1 : 0;
  truth.noticeCount += notices;
  truth.itemCount += messages + tools + plan.steps.length + notices;
  truth.state = isDone ? "completed" : plan.end === "failed" ? "failed" : "interrupted";
}

function drawWeighted(random: Random, weights: readonly number[]): number {
  let draw = random.below(weights.reduce((sum, weight) => sum + weight, 0));
  for (const [index, weight] of weights.entries()) {
    if (draw < weight) return index;
    draw -= weight;
  }
  return 0;
}
