import type { Controls } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import { problemOf } from "../problem.ts";

type Control = ContractValue<"controls-request">["calls"][number];
export type ControlResult = ContractValue<"control-result">;

/** Makes all calls at once, in order, then gives each result as it comes. */
export async function* makeCalls(
  controls: Controls,
  calls: readonly Control[],
  signal: AbortSignal,
): AsyncGenerator<ControlResult> {
  const left = new Map(calls.map((call, index) => [index, resultOf(index, make(controls, call))]));
  yield { call: null, prompt: null, error: null };
  const stopped = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  while (left.size > 0) {
    const result = await Promise.race([...left.values(), stopped]);
    if (result === null) return;
    left.delete(result.call ?? 0);
    yield result;
  }
}

async function make(controls: Controls, call: Control): Promise<string | null> {
  switch (call.do) {
    case "answer":
      await controls.answer(call.request, call.answer);
      return null;
    case "decide":
      await controls.decide(call.question, call.isYes);
      return null;
    case "steer":
      await controls.steer(call.text);
      return null;
    case "send":
      return controls.send(call.text, call.inputs);
    case "interrupt":
    case "close":
      await controls[call.do]();
      return null;
    case "end":
      await controls.end(call.why);
      return null;
  }
}

async function resultOf(call: number, made: Promise<string | null>): Promise<ControlResult> {
  try {
    return { call, prompt: await made, error: null };
  } catch (error) {
    return { call, prompt: null, error: errorOf(error) };
  }
}

/** Agents say in their own words why they do not take something: the person is told. */
function errorOf(error: unknown): NonNullable<ControlResult["error"]> {
  const known = problemOf(error)?.error;
  if (known) return known;
  const message = error instanceof Error && error.message !== "" ? error.message : String(error);
  return { code: "unexpected", message, candidates: [], resetsAt: null, issues: [], owner: null, turn: null };
}
