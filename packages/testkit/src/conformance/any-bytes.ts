import { readFile } from "node:fs/promises";
import { type AgentSource, type Decoded, nodeHost, type RolloutRef } from "@reprise/core";
import fc from "fast-check";
import { beforeAll, expect } from "vitest";
import { memoryHost } from "../host/memory-host.ts";
import { anyDamage, damagedLine } from "./bytes.ts";
import { check } from "./check.ts";
import { damageKinds, decodeAll, factsOf, textsOf } from "./decoding.ts";
import type { SourceSuite } from "./source.ts";

interface Recorded {
  readonly rollout: RolloutRef;
  readonly bytes: Buffer;
}

/** However a file is damaged, it is read to its end, and its intact parts are reported. */
export function describeAnyBytes(source: AgentSource, suite: SourceSuite): void {
  const recorded: Recorded[] = [];
  beforeAll(async () => {
    for (const { home } of suite.skips?.lines === undefined ? suite.cases : []) {
      const { rollouts } = source.locate(home, nodeHost({ HOME: "/nowhere", ...suite.environment(home) }));
      for (const rollout of rollouts) recorded.push({ rollout, bytes: await readFile(rollout.path) });
    }
  });
  const oneOf = (accepts: (path: string) => boolean) =>
    fc.nat().map((number) => {
      const accepted = recorded.filter(({ rollout }) => accepts(rollout.path));
      return accepted[number % accepted.length] as Recorded;
    });

  check("says that an empty file is empty", suite.skips?.lines, async () => {
    for (const { rollout } of recorded) {
      const pieces = await decodeAll(source, rollout, memoryHost({ [rollout.path]: "" }), {
        depth: "outline",
      });
      expect(damageKinds(pieces)).toEqual(["empty-file"]);
    }
  });

  check("reads any bytes to their end and locates what is wrong with them", suite.skips?.lines, () =>
    fc.assert(
      fc.asyncProperty(
        oneOf(() => true),
        fc.array(anyDamage, { minLength: 1, maxLength: 4 }),
        async ({ rollout, bytes }, damages) => {
          const damaged = damages.reduce((now, damage) => damage(now), bytes);
          const host = memoryHost({ [rollout.path]: damaged });
          for (const depth of ["outline", "full"] as const) {
            expectLocated(await decodeAll(source, rollout, host, { depth }), rollout, damaged);
          }
        },
      ),
      { numRuns: 150 },
    ),
  );

  // Files that are one document, or compressed, have no lines to damage.
  check("keeps the text of every line beside a damaged one", suite.skips?.lines, () =>
    fc.assert(
      fc.asyncProperty(
        oneOf((path) => path.endsWith(".jsonl")),
        fc.nat(),
        damagedLine,
        async ({ rollout, bytes }, number, damage) => {
          const lines = bytes.toString("latin1").split("\n").slice(0, -1);
          const hit = number % lines.length;
          const changed = lines.map((line, index) => `${index === hit ? damage(line) : line}\n`).join("");
          const read = async (content: Buffer) =>
            factsOf(await decodeAll(source, rollout, memoryHost({ [rollout.path]: content }), { depth: "full" }));
          const shown = textsOf(await read(Buffer.from(changed, "latin1")));
          const expected = textsOf(await read(bytes), { butLine: hit + 1 });
          expect(expected.filter((text) => !isReadableIn(shown, text))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    ),
  );
}

/** Unchanged, or inside a record shown verbatim. */
function isReadableIn(texts: readonly string[], text: string): boolean {
  const inside = JSON.stringify(text).slice(1, -1);
  return texts.some((shown) => shown.includes(text) || shown.includes(inside));
}

function expectLocated(pieces: readonly Decoded[], rollout: RolloutRef, bytes: Buffer): void {
  const lineCount = bytes.toString("latin1").split("\n").length;
  for (const fact of factsOf(pieces)) {
    if (fact.type !== "damage") continue;
    const { file, line, byteOffset, detail } = fact.damage;
    expect(file).toBe(rollout.path);
    expect(line >= 1 && line <= lineCount, `line ${line} of ${lineCount}`).toBe(true);
    expect(byteOffset >= 0 && byteOffset <= bytes.length, `byte ${byteOffset} of ${bytes.length}`).toBe(true);
    expect(detail).not.toBe("");
  }
}
