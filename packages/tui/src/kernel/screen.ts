import type { SessionId, TourPlace } from "@reprise/model";
import type { World } from "../world.ts";
import type { Input } from "./input.ts";
import type { KeyTable } from "./keys.ts";
import type { Route } from "./route.ts";
import type { Theme } from "./theme.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A frame: at most `rows` lines, none wider than `columns`. */
export interface Picture {
  readonly lines: readonly string[];
  /** Position of the terminal's cursor; null hides it. */
  readonly cursor?: { readonly row: number; readonly column: number } | null | undefined;
}

/** Navigation after a step. */
export type Go =
  | { readonly to: Route }
  /** Replaces this screen. */
  | { readonly instead: Route }
  /** `chosen`: what the screen below is to open in its place. `left`: the session that was open here. */
  | { readonly back: true; readonly chosen?: Route | undefined; readonly left?: SessionId | undefined }
  /** Back by Esc, which never quits: the last screen stays and says how to. */
  | { readonly escape: true }
  | { readonly quit: number }
  | { readonly suspend: true }
  /** Another program has the terminal until it resolves; then the screen gets `returned`. */
  | { readonly outside: (world: World) => Promise<void> };

/** Sent to a screen when the one above it closes, or when another program gives the terminal back. */
export interface Returned {
  readonly type: "returned";
  readonly chosen?: Route | undefined;
  readonly left?: SessionId | undefined;
}

export interface Step<State, Task> {
  readonly state: State;
  readonly tasks?: readonly Task[] | undefined;
  readonly go?: Go | undefined;
}

/**
 * A screen: `update` and `view` are pure, `perform` has the side effects. A task sends messages until it
 * resolves; its signal aborts when the screen closes. An error it throws arrives as `{ type: "failed", reason
 * }`.
 */
export interface Screen<State, Message extends { readonly type: string }, Task> {
  readonly name: string;
  /** Shown in the help overlay. */
  readonly keys: KeyTable<string>;
  update(state: State, event: Input | Message | Returned | Failed, size: Size): Step<State, Task>;
  view(state: State, size: Size, theme: Theme): Picture;
  perform(task: Task, world: World, tell: (message: Message) => void, signal: AbortSignal): Promise<void>;
  /** Saves drafts and the like before the screen closes; called once, also when the program ends. */
  readonly leave?: ((state: State, world: World) => void) | undefined;
  /** Printed when the person quits from here: how to come back. */
  readonly wayBack?: ((state: State) => string | null) | undefined;
  /** Which step of the demo leads on from here. */
  readonly tour?: ((state: State) => TourPlace) | undefined;
}

export interface Failed {
  readonly type: "failed";
  readonly reason: string;
}
