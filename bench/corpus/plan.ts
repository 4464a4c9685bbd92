import { type Needle, needles } from "./needles.ts";
import { type Patch, patch } from "./patch.ts";
import { cjkSentence, promptText, sentences } from "./prose.ts";
import type { Random } from "./random.ts";
import type { Speaker } from "./speaker.ts";
import { type Command, command } from "./work.ts";

type Range = readonly [least: number, most: number];

/** How much there is in a turn. */
export interface Shape {
  readonly steps: Range;
  readonly outputBytes: Range;
  readonly sealedChars: Range;
  readonly replySentences: Range;
  readonly patchShare: number;
  readonly patchLines: Range;
  /** Turns that fail or are stopped. */
  readonly badShare: number;
}

export interface Step {
  readonly reasoning: string;
  readonly sealed: string;
  readonly commentary: string | null;
  readonly command: Command;
}

export interface TurnPlan {
  readonly isFirst: boolean;
  readonly prompt: string;
  readonly steps: readonly Step[];
  readonly patch: Patch | null;
  readonly reply: string;
  /** `aborted`: a person stopped it. `killed`: its process died. */
  readonly end: "completed" | "failed" | "aborted" | "killed";
  /** Only of a turn that was aborted or killed. */
  readonly lastCommand: Command;
}

export interface TurnWish {
  readonly isFirst: boolean;
  readonly mayBeKilled: boolean;
  readonly isCjk: boolean;
  readonly planted: readonly Needle[];
}

export function planTurn(speaker: Speaker, shape: Shape, wish: TurnWish): TurnPlan {
  const { random } = speaker;
  const end = drawEnd(random, shape, wish.mayBeKilled);
  const steps = Array.from({ length: within(random, shape.steps) }, () => planStep(speaker, shape));
  const hasPatch = random.chance(shape.patchShare);
  const turn: TurnPlan = {
    isFirst: wish.isFirst,
    prompt: promptText(speaker, wish.isCjk),
    steps,
    patch: end === "completed" && hasPatch ? patch(speaker, within(random, shape.patchLines)) : null,
    reply: (wish.isCjk ? `${cjkSentence(random)}\n` : "") + sentences(speaker, ...shape.replySentences),
    end,
    lastCommand: command(speaker, random.between(20, 200)),
  };
  return wish.planted.reduce((planted, needle) => plant(random, planted, needles[needle].text), turn);
}

function planStep(speaker: Speaker, shape: Shape): Step {
  const { random } = speaker;
  return {
    reasoning: `**${sentences(speaker, 1, 1).slice(0, 60)}**\n\n${sentences(speaker, 1, 3)}`,
    sealed: sealedText(random, within(random, shape.sealedChars)),
    commentary: random.chance(0.25) ? sentences(speaker, 1, 2) : null,
    command: command(speaker, within(random, shape.outputBytes)),
  };
}

/** Puts a word where it will be written and read: in the output, the reply or the prompt. */
function plant(random: Random, turn: TurnPlan, text: string): TurnPlan {
  const [first, ...more] = turn.steps;
  const draw = random.below(3);
  if (draw === 0 && first) {
    const found = { ...first.command, output: `${first.command.output}found ${text} here\n` };
    return { ...turn, steps: [{ ...first, command: found }, ...more] };
  }
  if (draw === 1 && turn.end === "completed") return { ...turn, reply: `${turn.reply} See ${text} again.` };
  return { ...turn, prompt: `${turn.prompt} Mind ${text} too.` };
}

function drawEnd(random: Random, shape: Shape, mayBeKilled: boolean): TurnPlan["end"] {
  if (!random.chance(shape.badShare)) return "completed";
  return random.pick(mayBeKilled ? (["failed", "aborted", "killed"] as const) : (["failed", "aborted"] as const));
}

export function within(random: Random, [least, most]: Range): number {
  return random.between(least, most);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
let pool = "";

/** What only the model's side can read. */
function sealedText(random: Random, length: number): string {
  while (pool.length < 40_000) pool += alphabet[(pool.length * 7919 + (pool.length >> 3) * 104_729) % 64];
  const from = random.below(pool.length - length);
  return `gAAAAA${random.hex(16)}${pool.slice(from, from + length)}`;
}
