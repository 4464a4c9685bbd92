import type { World } from "../world.ts";
import type { Input } from "./input.ts";
import type { Opening } from "./opening.ts";
import type { Go, Picture, Screen, Size, Step } from "./screen.ts";
import type { Terminal } from "./terminal.ts";
import type { Theme } from "./theme.ts";

/** A screen that has been opened, without its types. */
interface Mounted {
  readonly name: string;
  handle(event: { readonly type: string }): void;
  view(size: Size): Picture;
  /** Ends its tasks; what must be kept is kept. */
  close(): void;
}

/** What a screen begins with. */
export interface Beginning<State, Task> {
  readonly state: State;
  readonly tasks: readonly Task[];
}

export type Mount = <State, Message extends { readonly type: string }, Task>(
  screen: Screen<State, Message, Task>,
  beginning: Beginning<State, Task>,
) => void;

export interface AppParts {
  readonly world: World;
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** Opens what is asked for, by calling `mount` once. */
  readonly open: (opening: Opening, mount: Mount, world: World) => void;
  /** Stops this process and comes back when it goes on. */
  readonly suspend: () => Promise<void>;
}

/** Runs screens on a terminal until the person leaves; resolves with the exit code. */
export class App {
  readonly #parts: AppParts;
  readonly #stack: Mounted[] = [];
  #end: (code: number) => void = () => {};
  #isDrawing = false;
  #isOutside = false;

  constructor(parts: AppParts) {
    this.#parts = parts;
  }

  async run(...openings: readonly Opening[]): Promise<number> {
    const { terminal } = this.#parts;
    const ended = new Promise<number>((resolve) => {
      this.#end = resolve;
    });
    terminal.enter((input) => this.#input(input));
    try {
      for (const opening of openings) this.#open(opening);
      return await ended;
    } finally {
      this.close();
    }
  }

  /** Gives the terminal back and keeps what must be kept; for every way the program may end. */
  close(): void {
    for (const mounted of this.#stack.splice(0).reverse()) mounted.close();
    this.#parts.terminal.leave();
  }

  #input(input: Input): void {
    if (input.type === "key" && input.key === "ctrl+z") return this.#go({ suspend: true });
    this.#stack.at(-1)?.handle(input);
  }

  #open(opening: Opening): void {
    this.#parts.open(
      opening,
      (screen, beginning) => this.#stack.push(this.#mount(screen, beginning)),
      this.#parts.world,
    );
    this.#draw();
  }

  #mount<State, Message extends { readonly type: string }, Task>(
    screen: Screen<State, Message, Task>,
    beginning: Beginning<State, Task>,
  ): Mounted {
    const { world, terminal, theme } = this.#parts;
    const ending = new AbortController();
    let { state } = beginning;
    const apply = (step: Step<State, Task>) => {
      state = step.state;
      for (const task of step.tasks ?? []) start(task);
      this.#draw();
      if (step.go) this.#go(step.go);
    };
    const handle = (event: { readonly type: string }) => {
      if (!ending.signal.aborted) apply(screen.update(state, event as Message, terminal.size));
    };
    const start = (task: Task) => {
      const failed = (error: unknown) => {
        if (!ending.signal.aborted) handle({ type: "failed", reason: reasonOf(error) } as { type: string });
      };
      screen.perform(task, world, handle, ending.signal).catch(failed);
    };
    for (const task of beginning.tasks) start(task);
    return {
      name: screen.name,
      handle,
      view: (size) => screen.view(state, size, theme),
      close: () => {
        if (ending.signal.aborted) return;
        screen.leave?.(state, world);
        ending.abort();
      },
    };
  }

  #go(go: Go): void {
    if ("to" in go) this.#open(go.to);
    else if ("instead" in go) {
      this.#stack.pop()?.close();
      this.#open(go.instead);
    } else if ("back" in go) this.#back();
    else if ("quit" in go) this.#quit(go.quit);
    else if ("suspend" in go) void this.#away(() => this.#parts.suspend());
    else void this.#away(() => go.outside(this.#parts.world));
  }

  #back(): void {
    this.#stack.pop()?.close();
    if (this.#stack.length === 0) return this.#quit(0);
    this.#stack.at(-1)?.handle({ type: "returned" });
    this.#draw();
  }

  #quit(code: number): void {
    this.#end(code);
  }

  async #away(act: () => Promise<void>): Promise<void> {
    const { terminal } = this.#parts;
    this.#isOutside = true;
    terminal.leave();
    let problem: unknown = null;
    try {
      await act();
    } catch (error) {
      problem = error;
    }
    this.#isOutside = false;
    terminal.enter((input) => this.#input(input));
    const top = this.#stack.at(-1);
    if (problem) top?.handle({ type: "failed", reason: reasonOf(problem) } as { type: string });
    top?.handle({ type: "returned" });
    this.#draw();
  }

  /** Once for all that happened in the same moment. */
  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      const top = this.#stack.at(-1);
      if (top && !this.#isOutside) this.#parts.terminal.show(top.view(this.#parts.terminal.size));
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
