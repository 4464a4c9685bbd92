import { type EndReason, endedFor, type TourPlace } from "@reprise/model";
import type { World } from "../world.ts";
import { reasonOf } from "./reason-of.ts";
import type { Go, Picture, Screen, Size, Step } from "./screen.ts";
import type { Theme } from "./theme.ts";

/** An open screen, without its types. */
export interface Mounted {
  readonly name: string;
  begin(): void;
  handle(event: { readonly type: string }): void;
  view(size: Size): Picture;
  /** Printed when the person quits from here. */
  wayBack(): string | null;
  tour(): TourPlace;
  /** Ends its tasks, for a reason, and saves drafts. */
  close(why?: EndReason): void;
}

/** A screen's initial state and tasks. */
export interface Beginning<State, Task> {
  readonly state: State;
  readonly tasks: readonly Task[];
}

/** What a screen needs from the app. */
export interface Frame {
  readonly world: World;
  readonly theme: Theme;
  size(): Size;
  changed(): void;
  go(go: Go): void;
  /** A screen that throws cannot continue. */
  broke(error: unknown): void;
}

export function mount<State, Message extends { readonly type: string }, Task>(
  screen: Screen<State, Message, Task>,
  beginning: Beginning<State, Task>,
  frame: Frame,
): Mounted {
  const ending = new AbortController();
  let { state } = beginning;
  const apply = (step: Step<State, Task>) => {
    state = step.state;
    for (const task of step.tasks ?? []) start(task);
    frame.changed();
    if (step.go) frame.go(step.go);
  };
  const handle = (event: { readonly type: string }) => {
    if (ending.signal.aborted) return;
    let step: Step<State, Task>;
    try {
      step = screen.update(state, event as Message, frame.size());
    } catch (error) {
      return frame.broke(error);
    }
    apply(step);
  };
  const start = async (task: Task) => {
    try {
      await screen.perform(task, frame.world, handle, ending.signal);
    } catch (error) {
      handle({ type: "failed", reason: reasonOf(error) } as { type: string });
    }
  };
  return {
    name: screen.name,
    begin: () => {
      for (const task of beginning.tasks) void start(task);
    },
    handle,
    view: (size) => screen.view(state, size, frame.theme),
    wayBack: () => screen.wayBack?.(state) ?? null,
    tour: () => screen.tour?.(state) ?? "elsewhere",
    close: (why = "stopped") => {
      if (ending.signal.aborted) return;
      try {
        screen.leave?.(state, frame.world);
      } finally {
        ending.abort(endedFor(why));
      }
    },
  };
}
