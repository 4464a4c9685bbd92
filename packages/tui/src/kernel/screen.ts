import type { World } from "../world.ts";
import type { Input } from "./input.ts";
import type { KeyTable } from "./keys.ts";
import type { Route } from "./route.ts";
import type { Theme } from "./theme.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What stands on the terminal: at most `rows` lines, none wider than `columns`. */
export interface Picture {
  readonly lines: readonly string[];
  /** Where the terminal's own cursor is; null hides it. */
  readonly cursor?: { readonly row: number; readonly column: number } | null | undefined;
}

/** Where to go after a step. */
export type Go =
  | { readonly to: Route }
  /** In place of this screen. */
  | { readonly instead: Route }
  | { readonly back: true }
  | { readonly quit: number }
  | { readonly suspend: true }
  /** The terminal is another program's until it resolves; then the screen gets `returned`. */
  | { readonly outside: (world: World) => Promise<void> };

/** Told to a screen when the one above it has gone, or when the person comes back from outside. */
export interface Returned {
  readonly type: "returned";
}

export interface Step<State, Task> {
  readonly state: State;
  readonly tasks?: readonly Task[] | undefined;
  readonly go?: Go | undefined;
}

/**
 * A screen: `update` and `view` are pure, `perform` is where things happen. A task tells messages until it resolves;
 * its signal ends with the screen. What a task throws is told as `{ type: "failed", reason }`.
 */
export interface Screen<State, Message extends { readonly type: string }, Task> {
  readonly name: string;
  /** For the help overlay, in the words of the footer. */
  readonly keys: KeyTable<string>;
  update(state: State, event: Input | Message | Returned | Failed, size: Size): Step<State, Task>;
  view(state: State, size: Size, theme: Theme): Picture;
  perform(task: Task, world: World, tell: (message: Message) => void, signal: AbortSignal): Promise<void>;
  /** A draft or anything else that must be on disk before the screen goes; called once, also when the program ends. */
  readonly leave?: ((state: State, world: World) => void) | undefined;
}

export interface Failed {
  readonly type: "failed";
  readonly reason: string;
}
