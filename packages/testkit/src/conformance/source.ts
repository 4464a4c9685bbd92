import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type AgentSource, existingHomes, type Host, nodeHost, type RolloutRef } from "@reprise/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import { describeAnyBytes } from "./any-bytes.ts";
import { describeCutting } from "./cutting.ts";
import { describeLocating } from "./locating.ts";
import { describeReading } from "./reading.ts";

/** A recorded home, and what a source must find in it. */
export interface SourceCase {
  readonly name: string;
  /** Copied before it is read; the original is never touched. */
  readonly home: string;
  /** Paths below the home, one per rollout; rollouts of one store repeat its path. */
  readonly rollouts: readonly string[];
}

export interface SourceSuite {
  readonly cases: readonly SourceCase[];
  /** The environment that points the agent to its home. */
  readonly environment: (home: string) => Record<string, string>;
  /** Promises this source cannot keep, each with the reason. */
  readonly skips?: {
    /** Its rollouts cannot be found without opening the store. */
    readonly opensNothing?: string;
    /** Its store has no lines, so bytes cannot be cut, damaged or read from the middle. */
    readonly lines?: string;
  };
}

/** A copy of a case's home that tests may change. */
export interface Stage {
  readonly source: AgentSource;
  readonly home: string;
  readonly host: Host;
  readonly rollouts: readonly RolloutRef[];
}

/** The promises of every agent source, checked on recorded homes. */
export function describeSource(name: string, source: AgentSource, suite: SourceSuite): void {
  describe(`${name} source`, () => {
    for (const one of suite.cases) describe(one.name, () => describeCase(source, suite, one));
    it("finds no home where none is", () => {
      const host = nodeHost({ HOME: "/nowhere", ...suite.environment("/nowhere/home") });
      expect(existingHomes(source.homes({ ...host, homeFolder: "/nowhere" }), host)).toEqual([]);
    });
    describeAnyBytes(source, suite);
  });
}

function describeCase(source: AgentSource, suite: SourceSuite, one: SourceCase): void {
  let scratch: Scratch;
  let stage: Stage;
  beforeAll(async () => {
    scratch = await makeScratch("conformance");
    const home = join(scratch.root, "agent-home");
    await cp(one.home, home, { recursive: true, preserveTimestamps: true });
    const host = nodeHost({ HOME: scratch.home, ...suite.environment(home) });
    stage = { source, home, host, rollouts: source.locate(home, host).rollouts };
  });
  afterAll(() => scratch.remove());
  describeLocating(() => stage, suite, one);
  describeReading(() => stage);
  describeCutting(() => stage, suite);
}
