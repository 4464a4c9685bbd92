import type { Runner } from "@reprise/model";
import { playedRun } from "@reprise/testkit";
import { expect, test } from "vitest";
import { restoreBeginning } from "../../../test/support/live.ts";
import { testWorld } from "../../../test/support/world.ts";
import type { LiveMessage } from "./state.ts";
import { perform } from "./tasks.ts";

test.each(["the screen has gone", "the run was ended"])(
  "a question that comes after %s is answered with no, and keeps nobody waiting",
  async (how) => {
    const screen = new AbortController();
    const answers: (boolean | undefined)[] = [];
    const told: LiveMessage[] = [];
    const restore: Runner["restore"] = async () =>
      playedRun(async function* (stage) {
        if (how === "the screen has gone") screen.abort();
        else for (const message of told) if (message.type === "hold") message.hold.abort();
        answers.push(await stage.ask({ kind: "segment", segment: 1, segmentCount: 2 }));
        answers.push(await stage.ask({ kind: "drift", drift: [] }));
        yield* [];
      });
    const world = testWorld({ runs: { restore } as unknown as Runner });
    const task = { type: "restore", beginning: restoreBeginning() } as const;
    await perform(task, world, (message) => told.push(message), screen.signal);
    expect(answers).toEqual([false, false]);
    const types = told.map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(["hold", "run-over"]);
  },
);
