import { App } from "../../src/kernel/app.ts";
import type { Input } from "../../src/kernel/input.ts";
import type { Route } from "../../src/kernel/route.ts";
import type { Go, Picture, Screen, Step } from "../../src/kernel/screen.ts";
import type { Terminal } from "../../src/kernel/terminal.ts";
import { bareTheme } from "../../src/kernel/theme.ts";
import type { World } from "../../src/world.ts";
import { testWorld } from "./world.ts";

export class FakeTerminal implements Terminal {
  readonly size = { columns: 80, rows: 24 };
  readonly pictures: Picture[] = [];
  readonly calls: string[] = [];
  press: (input: Input) => void = () => {};
  enter(onInput: (input: Input) => void) {
    this.calls.push("enter");
    this.press = onInput;
  }
  pending: Promise<void> | null = null;
  answered() {
    return this.pending;
  }
  leave(_isForGood = false) {
    this.calls.push("leave");
    this.press = () => {};
  }
  show(picture: Picture) {
    this.pictures.push(picture);
  }
  write() {}
  isBehind = false;
  toggleMouse() {
    this.calls.push("mouse");
    return false;
  }
  key(key: string) {
    this.press({ type: "key", key, text: null });
  }
}

export interface State {
  readonly text: string;
}
export type Message = { readonly type: "told"; readonly text: string };
export type Task = "stream" | "break" | "throw";

export const route: Route = { screen: "sessions" };

/** A key that names a `Go` navigates there; other keys report their action. */
export function setUp(
  more: Partial<Screen<State, Message, Task>> = {},
  ways: Readonly<Record<string, Go>> = {},
  given: Partial<World> = {},
) {
  const terminal = new FakeTerminal();
  const left: string[] = [];
  const screen: Screen<State, Message, Task> = {
    name: "test",
    keys: [],
    update(state, event): Step<State, Task> {
      if (event.type === "told") return { state: { text: event.text } };
      if (event.type === "failed") return { state: { text: `failed: ${event.reason}` } };
      if (event.type === "returned") return { state: { text: `${state.text} returned` } };
      if (event.type !== "key") return { state };
      if (event.key === "x") throw new Error("the reducer broke");
      if (event.key === "t") return { state, tasks: ["throw"] };
      if (event.key === "m") return { state, tasks: ["break"] };
      const go = ways[event.key];
      return { state: { text: event.key }, ...(go ? { go } : {}) };
    },
    view: ({ text }) => ({ lines: [text] }),
    perform: async (task, _world, tell) => {
      if (task === "throw") throw new Error("the task broke");
      if (task === "break") tell({ type: "told", text: "from a task" });
    },
    leave: ({ text }) => void left.push(text),
    ...more,
  };
  const suspensions: number[] = [];
  const app = new App({
    world: testWorld(given),
    terminal,
    theme: bareTheme,
    open: (_opening, mount) => mount(screen, { state: { text: "begun" }, tasks: ["stream"] }),
    suspend: async () => void suspensions.push(1),
  });
  return { app, terminal, left, suspensions, shown: () => terminal.pictures.at(-1)?.lines.join("\n") };
}

export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
