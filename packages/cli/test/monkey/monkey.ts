import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type PtyProgram, until } from "@reprise/testkit";
import { modesLeftOn } from "../modes-left-on.ts";
import { someKey } from "./keyboard.ts";
import { type Random, randomBy } from "./random.ts";

export interface MonkeyWalk {
  readonly seed: number;
  readonly keyCount: number;
  /** The program once more: whoever mashes keys leaves it now and then. */
  readonly open: () => PtyProgram;
  /** A key is left out where this says so of what stands on the screen. */
  readonly isForbidden?: (key: string, screen: string) => boolean;
  readonly onKeys?: (walked: number) => void | Promise<void>;
}

const settleMs = 120;

/** What went wrong, with the last keys before it; nothing where nothing did. */
export async function walk(given: MonkeyWalk): Promise<readonly string[]> {
  const random = randomBy(given.seed);
  const problems: string[] = [];
  let pty = await opened(given);
  let hasEnded = watch(pty);
  const recent: string[] = [];
  const blame = (what: string) =>
    problems.push(
      `seed ${given.seed}: ${what}\nlast keys: ${JSON.stringify(recent.slice(-40).join(""))}\n${pty.text()}`,
    );
  for (let walked = 0; walked < given.keyCount && problems.length === 0; ) {
    if (hasEnded()) {
      const problem = await endingOf(pty);
      if (problem !== null) blame(problem);
      pty = await opened(given);
      hasEnded = watch(pty);
      recent.push("\n(opened again)\n");
    }
    // What is forbidden depends on the screen: the keys before must have had their effect.
    if (given.isForbidden) await sleep(settleMs);
    const burst = burstOf(random, pty, given);
    recent.push(...burst);
    walked += Math.max(1, burst.length);
    if (!hasEnded()) pty.type(burst.join(""));
    if (random.below(40) === 0 && !hasEnded()) pty.resize(20 + random.below(120), 4 + random.below(40));
    await sleep(random.one([0, 0, 5, 15, 40, 40, 350, 1100]) * (random.below(6) === 0 ? 1 : 0.3));
    await given.onKeys?.(walked);
  }
  if (problems.length === 0) {
    const problem = await leftBy(pty, hasEnded);
    if (problem !== null) blame(problem);
  }
  return problems;
}

/** Before the terminal is the program's, Ctrl-C is the system's. */
async function opened({ open }: MonkeyWalk): Promise<PtyProgram> {
  const pty = open();
  await until(() => pty.raw().includes("\x1b[?1049h"), { what: "the app" });
  return pty;
}

function burstOf(random: Random, pty: PtyProgram, { isForbidden }: MonkeyWalk): string[] {
  const screen = isForbidden ? pty.text() : "";
  const count = random.one([1, 1, 1, 2, 5, 12]);
  const burst = Array.from({ length: count }, () => someKey(random));
  return isForbidden ? burst.slice(0, 1).filter((key) => !isForbidden(key, screen)) : burst;
}

function watch(pty: PtyProgram): () => boolean {
  let hasEnded = false;
  void pty.exited.then(() => {
    hasEnded = true;
  });
  return () => hasEnded;
}

/** It may end only because it was told to, and leaves the terminal as it was. */
async function endingOf(pty: PtyProgram): Promise<string | null> {
  const { code, signal } = await pty.exited;
  // Ctrl-C after it has given the terminal back is the system's again.
  if (code !== 0 || (signal && signal !== constants.signals.SIGINT))
    return `it ended with ${code}, signal ${signal ?? 0}`;
  const left = modesLeftOn(pty.raw());
  return left.length === 0 ? null : `modes were left on: ${left.join(", ")}`;
}

/** From wherever it is, Esc and Ctrl-C lead out: it does not hang. */
async function leftBy(pty: PtyProgram, hasEnded: () => boolean): Promise<string | null> {
  const out = async () => {
    if (hasEnded()) return true;
    // Each of them counts when it comes twice in a row.
    for (const key of ["escape", "escape", "ctrl+c", "ctrl+c"] as const) {
      if (hasEnded()) return true;
      pty.press(key);
      await sleep(60);
    }
    return hasEnded();
  };
  try {
    await until(out, { what: "the end of the program" });
  } catch {
    return "it cannot be left by Esc and Ctrl-C";
  }
  return endingOf(pty);
}
