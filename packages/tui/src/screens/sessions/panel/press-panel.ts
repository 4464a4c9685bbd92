import { targetOption } from "../../../kernel/click-zones.ts";
import type { Input } from "../../../kernel/input.ts";
import { actionFor } from "../../../kernel/keys.ts";
import type { Step } from "../../../kernel/screen.ts";
import { topWithin } from "../../../widgets/scroll.ts";
import type { Task } from "../messages.ts";
import type { Panel, State } from "../state.ts";
import { chooseOption, countTask } from "./filter.ts";
import { filterOptions } from "./filter-options.ts";
import { keysOfPanel, type PanelAction } from "./keys.ts";
import { chooseAgent } from "./new-session.ts";
import { chooseTidy, pressInField, tidyOptions } from "./tidy.ts";

/** An open panel gets the keys. */
export function pressInPanel(state: State, panel: Panel, input: Input): Step<State, Task> {
  if (panel.kind === "tidy" && panel.field) return pressInField(state, panel, panel.field, input);
  if (input.type === "wheel") return { state: { ...state, panel: movedIn(panel, Math.sign(input.lines), state) } };
  if (input.type === "click") return clicked(state, panel, targetOption(input.target));
  const action = input.type === "key" ? actionFor(keysOfPanel[panel.kind], input.key) : null;
  switch (action) {
    case "up":
      return { state: { ...state, panel: movedIn(panel, -1, state) } };
    case "down":
      return { state: { ...state, panel: movedIn(panel, 1, state) } };
    case "close":
      return { state: { ...state, panel: null } };
    case "choose":
    case "try":
      return taken(state, panel, action);
    case null:
      return { state };
  }
}

/** A filter stays open for the next click. */
function clicked(state: State, panel: Panel, option: number | null): Step<State, Task> {
  if (option === null || panel.kind === "warnings") return { state };
  return taken(state, { ...panel, chosen: option }, panel.kind === "filter" ? "try" : "choose");
}

function taken(state: State, panel: Panel, how: Extract<PanelAction, "choose" | "try">): Step<State, Task> {
  if (panel.kind === "agents") return chooseAgent(state, panel);
  if (panel.kind === "tidy") return chooseTidy({ ...state, panel }, panel);
  const option = panel.kind === "filter" ? filterOptions(state.here.agents)[panel.chosen] : undefined;
  if (!option) return { state: { ...state, panel: null } };
  const { state: next, tasks = [] } = chooseOption({ ...state, panel }, option);
  return how === "choose"
    ? { state: { ...next, panel: null }, tasks }
    : { state: next, tasks: [...tasks, countTask(next)] };
}

function movedIn(panel: Panel, by: number, { warnings, here }: State): Panel {
  if (panel.kind === "warnings") return { ...panel, top: within(panel.top + by, warnings.length) };
  const count = countIn(panel, here.agents);
  return { ...panel, chosen: within(panel.chosen + by, count) };
}

function countIn(panel: Panel, agents: State["here"]["agents"]): number {
  if (panel.kind === "tidy") return tidyOptions.length;
  return panel.kind === "agents" ? panel.choices.length : filterOptions(agents).length;
}

function within(place: number, count: number): number {
  return topWithin(place, count, 1);
}
