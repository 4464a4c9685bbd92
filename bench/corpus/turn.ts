import {
  modelOutput,
  tellCallOutput,
  tellCommandCall,
  tellCommandEnd,
  tellPatchCall,
  tellPatchEnd,
  tellPrompt,
  tellReasoning,
  tellReply,
} from "./item-lines.ts";
import { tellEnvironment, tellSettings, tellTurnContext } from "./opening-lines.ts";
import type { Step, TurnPlan } from "./plan.ts";
import type { Rollout } from "./rollout.ts";
import { tellTurnAborted, tellTurnEnd, tellTurnFailure, tellTurnStart, tellUsage } from "./turn-lines.ts";

/** Writes a turn as Codex does it, one line after the other. */
export function tellTurn(rollout: Rollout, plan: TurnPlan): void {
  const startedAtMs = rollout.atMs;
  tellTurnStart(rollout);
  if (plan.isFirst) tellEnvironment(rollout);
  tellTurnContext(rollout);
  if (plan.isFirst) tellSettings(rollout);
  tellPrompt(rollout, plan.prompt);
  for (const step of plan.steps) tellStep(rollout, step);
  if (plan.end === "failed") return tellTurnFailure(rollout, startedAtMs);
  if (plan.end !== "completed") return tellUnfinished(rollout, plan, startedAtMs);
  if (plan.patch) {
    const call = tellPatchCall(rollout, plan.patch);
    const usage = tellUsage(rollout);
    tellPatchEnd(rollout, call, plan.patch);
    usage.tellCount();
  }
  rollout.wait(400, 9000);
  tellReply(rollout, plan.reply);
  tellUsage(rollout).tellCount();
  tellTurnEnd(rollout, startedAtMs, plan.reply);
}

function tellStep(rollout: Rollout, step: Step): void {
  rollout.wait(300, 6000);
  tellReasoning(rollout, step.reasoning, step.sealed);
  if (step.commentary !== null) tellReply(rollout, step.commentary, "commentary");
  const call = tellCommandCall(rollout, step.command.script);
  const usage = tellUsage(rollout);
  tellCommandEnd(rollout, call, step.command, step.command.exitCode === 0 ? "completed" : "failed");
  tellCallOutput(rollout, call, modelOutput(rollout, step.command), "function_call");
  usage.tellCount();
}

/** A last command that was stopped, or during which the process died. */
function tellUnfinished(rollout: Rollout, plan: TurnPlan, startedAtMs: number): void {
  const call = tellCommandCall(rollout, plan.lastCommand.script);
  const usage = tellUsage(rollout);
  if (plan.end === "killed") return;
  rollout.wait(500, 20_000);
  tellCallOutput(rollout, call, "Wall time: 1.4 seconds\naborted by user", "function_call");
  usage.tellCount();
  tellTurnAborted(rollout, startedAtMs);
  rollout.wait(100, 500);
  tellCommandEnd(rollout, call, { ...plan.lastCommand, exitCode: -1 }, "failed");
}
