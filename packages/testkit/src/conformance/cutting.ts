import type { Depth, RolloutRef } from "@reprise/core";
import { SessionError } from "@reprise/model";
import { expect } from "vitest";
import { transcriptOf } from "../transcript-of.ts";
import { check } from "./check.ts";
import {
  damageKinds,
  decodeAll,
  factsOf,
  folded,
  foldFrom,
  inSmallReads,
  withoutAbout,
  withoutTexts,
} from "./decoding.ts";
import type { SourceSuite, Stage } from "./source.ts";

const smallRead = 1000;

/** Partial reads: from a position, up to a position, or none. */
export function describeCutting(stage: () => Stage, suite: SourceSuite): void {
  const eachRollout = (test: (rollout: RolloutRef, stage: Stage) => Promise<void>) => async () => {
    for (const rollout of stage().rollouts) await test(rollout, stage());
  };
  const promise = (text: string, test: (rollout: RolloutRef, stage: Stage) => Promise<void>) =>
    check(text, suite.skips?.lines, eachRollout(test));

  promise("goes on from every position as if it had not stopped", async (rollout, at) => {
    await cutEverywhere("outline", rollout, at);
    await cutEverywhere("full", rollout, at);
  });

  promise("tells a beginning of the whole when it reads less", async (rollout, { source, host }) => {
    const pieces = await decodeAll(source, rollout, inSmallReads(host, smallRead), { depth: "full" });
    const whole = withoutAbout(factsOf(pieces));
    for (const { position, isTail } of pieces) {
      if (isTail) continue;
      const less = await decodeAll(source, rollout, host, { depth: "full", toByte: position.byteOffset });
      const part = withoutAbout(factsOf(less));
      expect(part).toEqual(whole.slice(0, part.length));
    }
  });

  promise("reads a turn alone as in the whole", async (rollout, { source, host, rollouts }) => {
    const { turns } = await transcriptOf(rollout, source, host, { all: rollouts });
    for (const turn of turns) {
      const window = { from: turn.number, to: turn.number };
      expect((await transcriptOf(rollout, source, host, { all: rollouts, window })).turns).toEqual([turn]);
    }
  });

  promise("makes damage of a file that cannot be opened", async (rollout, { source, host }) => {
    const refuse = (path: string): never => {
      throw new SessionError("unreadable", `${path} cannot be read (EACCES).`);
    };
    const locked = { ...host, files: { ...host.files, open: refuse, text: refuse } };
    expect(damageKinds(await decodeAll(source, rollout, locked, { depth: "outline" }))).toEqual(["unreadable"]);
  });
}

async function cutEverywhere(depth: Depth, rollout: RolloutRef, { source, host }: Stage): Promise<void> {
  const pieces = await decodeAll(source, rollout, inSmallReads(host, smallRead), { depth });
  const compared = depth === "full" ? withoutAbout : withoutTexts;
  let before = { byteOffset: 0, line: 1 };
  for (const [index, { position, isTail }] of pieces.entries()) {
    expect(position.byteOffset).toBeGreaterThanOrEqual(before.byteOffset);
    expect(position.line).toBeGreaterThanOrEqual(before.line);
    before = position;
    if (isTail) continue;
    const from = JSON.parse(JSON.stringify(position)) as typeof position;
    const rest = await decodeAll(source, rollout, host, { depth, from });
    const first = pieces.slice(0, index + 1);
    expect(compared([...factsOf(first), ...factsOf(rest)])).toEqual(compared(factsOf(pieces)));
    expect(foldFrom(first, position, rest)).toEqual(folded(pieces));
  }
}
