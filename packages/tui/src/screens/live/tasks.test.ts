import type { Consent, Runner } from "@reprise/model";
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
    const restore = async function* (_plan: unknown, consent: Consent) {
      if (how === "the screen has gone") screen.abort();
      else for (const message of told) if (message.type === "hold") message.hold.abort();
      answers.push(await consent.mayGoOn?.(1), await consent.acceptsDrift([]));
      yield* [];
    };
    const world = testWorld({ runs: { restore } as unknown as Runner });
    const task = { type: "restore", beginning: restoreBeginning() } as const;
    await perform(task, world, (message) => told.push(message), screen.signal);
    expect(answers).toEqual([false, false]);
    expect(told.map(({ type }) => type)).toEqual(["hold", "run-over"]);
  },
);
