import type { Input } from "../../../kernel/input.ts";
import type { Failed, Go, Returned, Size, Step } from "../../../kernel/screen.ts";
import { restoreScreen } from "../../restore/index.ts";
import type { Message as PlanMessage } from "../../restore/state.ts";
import type { State, Task } from "../state.ts";

/** The event for the plan. Only its Enter starts anything. */
export function inPlan(state: State, event: Input | PlanMessage | Returned | Failed, size: Size): Step<State, Task> {
  if (state.plan === null) return { state };
  const step = restoreScreen.update(state.plan, event, size);
  const tasks: Task[] = (step.tasks ?? []).map((task) => ({ type: "plan", task }));
  const next = { ...state, plan: step.state };
  if (!step.go) return { state: next, tasks };
  const gone = followed(next, step.go);
  return { ...gone, tasks: [...tasks, ...(gone.tasks ?? [])] };
}

function followed(state: State, go: Go): Step<State, Task> {
  const closed = { ...state, plan: null };
  if ("back" in go || "escape" in go) return { state: { ...closed, note: "Nothing was started.", worked: [] } };
  if (!("instead" in go)) return { state, go };
  const route = go.instead;
  if (route.screen === "live" && route.begin.kind === "restore")
    return {
      state: { ...closed, starting: "resuming" },
      tasks: [{ type: "open-live", begin: { ...route.begin, isHosted: true } }],
    };
  // A brief is sent by the user, in a session of its own.
  return { state: { ...closed, worked: [] }, go: { to: route } };
}
