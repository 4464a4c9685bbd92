import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { ended, request } from "../../test/support/plans.ts";
import { asked, newThread, replayPlan, replaySteps, restored, restoring } from "../../test/support/replays.ts";
import { run } from "../../test/support/run.ts";
import type { Stage, Step } from "../../test/support/script.ts";

const plans = { "codex:a": replayPlan() };
const enter = (stage: Stage) => stage.key("enter");
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

describe("--step", () => {
  const stepwise = [1, 2, 3].flatMap((number) => [asked(number, enter), restoring(number)]);

  test("asks for Enter before each segment", async () => {
    const steps = [...newThread, ...stepwise, restored, ended()];
    const ran = await run("replay codex:a --step", { keys: "enter nothing", script: { plans, steps } });
    expect([ran.code, ran.keyboard.isOpen]).toEqual([0, false]);
    expect(ran.stderr.match(/^Segment \d of 3 \(about 1,900 tokens\): Enter sends it, Esc cancels $/gm)).toHaveLength(
      3,
    );
    expect(ran.stderr).toContain("33%\nSegment 2 of 3");
  });

  test.each(["escape", "interrupt"])("%s cancels before the segment, with one line", async (key) => {
    const cancel = asked(2, (stage) => stage.key(key));
    const steps = [...newThread, asked(1, enter), restoring(1), cancel];
    const ran = await run("replay codex:a --step", { keys: "enter nothing", script: { plans, steps } });
    expect([ran.code, ran.runner.interruptCount, ran.keyboard.isOpen]).toEqual([1, 0, false]);
    expect(lastLine(ran.stderr)).toBe("Replay cancelled after 1 of 3 segments.");
    expect(ran.stderr.match(/cancelled/g)).toHaveLength(1);
    expect(ran.stderr).not.toContain("To continue");
  });

  test("other keys, and an Enter that was pressed before, send nothing", async () => {
    const early: Step = async (stage) => {
      stage.key("enter");
      await new Promise((resolve) => setTimeout(resolve, 5));
      return null;
    };
    const wrong = asked(1, (stage) => {
      stage.key("escape");
      stage.key("x");
    });
    const ran = await run("replay codex:a --step", {
      keys: "enter nothing",
      script: { plans, steps: [...newThread, early, wrong] },
    });
    expect(lastLine(ran.stderr)).toBe("Replay cancelled after 0 of 3 segments.");
  });

  test("a terminal that is gone sends nothing", async () => {
    const ran = await run("replay codex:a --step", {
      keys: "enter",
      script: { plans, steps: [...newThread, asked(1, () => {})] },
    });
    expect([ran.code, lastLine(ran.stderr)]).toEqual([1, "Replay cancelled after 0 of 3 segments."]);
  });

  test("without it nothing is asked between two segments", async () => {
    const steps = [...newThread, asked(1, () => {}), restoring(1), asked(2, () => {}), restored, ended()];
    const ran = await run("replay codex:a", { keys: "enter nothing", script: { plans, steps } });
    expect([ran.code, ran.stderr.includes("Segment 1")]).toEqual([0, false]);
  });
});

describe("Esc and Ctrl-C while it advances by itself", () => {
  const cancelled = { type: "restore-cancelled", doneCount: 2, totalCount: 3 } as const;
  /** As a real runner: finishes the current segment, then stops. */
  const stopped: Step = async (stage) => {
    await stage.interrupted();
    return cancelled;
  };

  test.each(["escape", "interrupt"])("%s stops before the next segment, in one line", async (key) => {
    const steps = [...newThread, restoring(1), restoring(2), pressing(key), stopped];
    const ran = await run("replay codex:a", { keys: "enter nothing", script: { plans, steps } });
    expect([ran.code, ran.runner.interruptCount, ran.keyboard.isOpen]).toEqual([1, 1, false]);
    expect(ran.stderr).toMatch(/66%\nReplay cancelled after 2 of 3 segments\.\n$/);
  });

  test("a second one ends what is under way", async () => {
    const ends: Step = async (stage) => {
      await stage.interrupted();
      stage.key("escape");
      await new Promise((resolve) => stage.signal.addEventListener("abort", resolve));
      throw new Error("aborted");
    };
    const steps = [...newThread, restoring(1), pressing("escape"), ends];
    const ran = await run("replay codex:a", { keys: "enter nothing", script: { plans, steps } });
    expect([ran.code, lastLine(ran.stderr)]).toEqual([1, "Replay cancelled after 1 of 3 segments."]);
  });

  test("after the last segment it keeps the prompt from being sent", async () => {
    const steps = [...newThread, restoring(3), pressing("escape"), stopping, restored, ended("cancelled")];
    const ran = await run("replay codex:a go", { keys: "enter nothing", script: { plans, steps } });
    expect([ran.code, ran.runner.interruptCount]).toEqual([1, 1]);
    expect(ran.stderr).toContain("Run cancelled.\nTo continue: reprise resume codex:new\n");
  });

  test("SIGINT does the same where there is no terminal, and says nothing else", async () => {
    const press: Step = ({ press }) => {
      press("SIGINT");
      return null;
    };
    const steps = [...newThread, restoring(1), press, stopped];
    const ran = await run("replay codex:a --yes", { script: { plans, steps } });
    expect([ran.code, ran.runner.interruptCount, ran.stderr]).toEqual([
      1,
      1,
      "Restoring: [###———————] 33%\nReplay cancelled after 2 of 3 segments.\n",
    ]);
    const json = await run("replay codex:a --yes --json", { script: { plans, steps } });
    expect([json.code, eventLines(json.stdout).slice(-2)]).toEqual([
      1,
      [cancelled, { type: "done", session: "codex:new", thread: "new", state: "cancelled" }],
    ]);
  });

  test("once all is told, keys are the agent's questions again", async () => {
    const steps: Step[] = [
      ...replaySteps.slice(0, -1),
      { type: "request", request: request() },
      async (stage) => {
        await stage.answer("r1");
        return ended();
      },
    ];
    const ran = await run("replay codex:a go", { keys: "enter nothing y", script: { plans, steps } });
    expect([ran.code, ran.runner.answers]).toEqual([0, [{ request: "r1", answer: { decision: "once" } }]]);
  });

  const stopping: Step = async (stage) => {
    await stage.interrupted();
    return null;
  };

  function pressing(key: string): Step {
    return (stage) => {
      stage.key(key);
      return null;
    };
  }
});

test("Esc between Enter and the first segment sends nothing", async () => {
  const ran = await run("replay codex:a --step", {
    keys: "enter nothing",
    script: { plans, steps: [asked(1, (stage) => stage.key("escape"))] },
  });
  expect([ran.code, lastLine(ran.stderr)]).toEqual([1, "Replay cancelled after 0 of 3 segments."]);
});
