import { usualWish } from "@reprise/model";
import { claude, disposeAll, sampleOf, startMachine } from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import type { ClaudeSession } from "../decoding/claude/claude-session.ts";
import { placeClaude } from "./claude-cases.ts";
import { type ChainShape, chainShapes } from "./claude-chain-shapes.ts";

describe("the parents that lines of Claude Code name", () => {
  afterEach(disposeAll);

  test("all messages are in the request of a plain resume, or the plan is a replay", async () => {
    const machine = await startMachine("chains", claude, { script: [] });
    onTestFinished(machine.close);
    const { scratch, model, home } = machine;
    const look = async (shape: ChainShape, index: number) => {
      const thread = `11111111-1111-4111-8111-${String(index).padStart(12, "0")}`;
      const write = (session: ClaudeSession) => {
        shape.write(session);
        return { line: 0, byteOffset: 0 };
      };
      await placeClaude({ write }, { home: scratch.home, cwd: scratch.workspace, thread });
      const mode = await plannedMode(`claude:${thread}`, machine.env);
      const prompt = `continue ${shape.name}`;
      const { code } = await home.spawnTurn({ prompt, cwd: scratch.workspace, resume: thread }).exited;
      const requests = model.requests.map(({ body }) => JSON.stringify(body));
      const request = requests.findLast((body) => body.includes(prompt)) ?? "";
      const takenCount = shape.tells.filter((text) => request.includes(text)).length;
      return { name: shape.name, mode, code, takenCount };
    };
    const shapes = sampleOf(chainShapes, 4);
    const seen = await Promise.all(shapes.map(look));
    expect(seen).toEqual(
      shapes.map(({ name, tells, takenCount = tells.length }) => {
        return { name, mode: takenCount === tells.length ? "resume" : "replay", code: 0, takenCount };
      }),
    );
  });
});

async function plannedMode(session: string, env: Record<string, string>) {
  const runner = await openRunner(nodeHost(env));
  try {
    const modes = ["resume", "replay", "handoff"] as const;
    const plan = await runner.plan(session, {
      ...usualWish,
      modes,
      prompt: "continue",
      otherwise: "current",
    });
    return plan.mode;
  } finally {
    runner.close();
  }
}
