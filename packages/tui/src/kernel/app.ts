import type { World } from "../world.ts";
import type { Input } from "./input.ts";
import { type Beginning, type Frame, type Mounted, mount } from "./mounted-screen.ts";
import { painter } from "./painter.ts";
import { reasonOf } from "./reason-of.ts";
import type { Route } from "./route.ts";
import type { Go, Screen } from "./screen.ts";
import type { Terminal } from "./terminal.ts";
import type { Theme } from "./theme.ts";

export type { Beginning } from "./mounted-screen.ts";

export type Mount = <State, Message extends { readonly type: string }, Task>(
  screen: Screen<State, Message, Task>,
  beginning: Beginning<State, Task>,
) => void;

interface AppParts {
  readonly world: World;
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** Opens what is asked for, by calling `mount` once. */
  readonly open: (route: Route, mount: Mount, world: World) => void;
  /** Stops this process and comes back when it goes on. */
  readonly suspend: () => Promise<void>;
}

/** Runs screens on a terminal until the person leaves. */
export class App {
  readonly #parts: AppParts;
  readonly #frame: Omit<Frame, "go">;
  readonly #stack: Mounted[] = [];
  readonly #painter = painter(() => this.#paint());
  readonly #ended = Promise.withResolvers<number>();
  /** Where screens wanted to go while another program had the terminal. */
  readonly #waiting: (() => void)[] = [];
  #isOutside = false;
  #isClosed = false;

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.#frame = {
      ...{ world: parts.world, theme: parts.theme },
      size: () => parts.terminal.size,
      changed: () => this.#painter.soon(),
      broke: (error) => this.fail(error),
    };
    this.#ended.promise.catch(() => {}); // told by `run`
  }

  /** Another program has the terminal: what is pressed, Ctrl-C too, is meant for that one. */
  get isOutside(): boolean {
    return this.#isOutside;
  }

  /** Resolves with the exit code. Throws what a screen threw, with the terminal given back before. */
  async run(...openings: readonly Route[]): Promise<number> {
    this.#parts.terminal.enter((input) => this.#input(input));
    try {
      for (const route of openings) this.#open(route);
      return await this.#ended.promise;
    } finally {
      this.close();
    }
  }

  /** Gives the terminal back and keeps what must be kept; for every way the program may end. */
  close(): void {
    this.#isClosed = true;
    this.#painter.close();
    for (const mounted of this.#stack.splice(0).reverse()) {
      try {
        mounted.close();
      } catch (error) {
        this.#ended.reject(error); // the others are still closed
      }
    }
    this.#parts.terminal.leave();
  }

  /** The person or the system wants it to end; the terminal is free when this returns. */
  end(code: number): void {
    this.close();
    this.#ended.resolve(code);
  }

  /** Something broke; the terminal is free when this returns, and `run` throws it. */
  fail(error: unknown): void {
    this.#ended.reject(error);
    this.close();
  }

  suspend(): void {
    this.#go({ suspend: true });
  }

  /** After somebody else wrote to the terminal or changed its mode. */
  refresh(): void {
    if (this.#isClosed || this.#isOutside) return;
    this.#parts.terminal.leave();
    this.#parts.terminal.enter((input) => this.#input(input));
    this.#painter.now();
  }

  #input(input: Input): void {
    if (input.type === "key" && input.key === "ctrl+z") return this.#go({ suspend: true });
    this.#stack.at(-1)?.handle(input);
    this.#painter.now();
  }

  #open(route: Route): void {
    try {
      this.#parts.open(
        route,
        (screen, beginning) => {
          const go = (to: Go) => this.#goFrom(mounted, to);
          const mounted: Mounted = mount(screen, beginning, { ...this.#frame, go });
          this.#stack.push(mounted);
        },
        this.#parts.world,
      );
    } catch (error) {
      return this.fail(error);
    }
    // Before its tasks: the first of them may keep the machine busy for a while.
    this.#paint();
    this.#stack.at(-1)?.begin();
  }

  /** It is the screen itself that goes: what stands above it goes with it. Nobody's terminal is taken away for that. */
  #goFrom(screen: Mounted, go: Go): void {
    if (this.#isClosed || !this.#stack.includes(screen)) return;
    if (this.#isOutside) {
      this.#waiting.push(() => this.#goFrom(screen, go));
      return;
    }
    while (this.#stack.at(-1) !== screen) this.#leaveTop();
    this.#go(go);
  }

  #go(go: Go): void {
    if (this.#isClosed) return;
    if ("to" in go) this.#open(go.to);
    else if ("instead" in go) {
      const problem = this.#leaveTop();
      this.#open(go.instead);
      this.#tellOf(problem);
    } else if ("back" in go) this.#back();
    else if ("quit" in go) this.#answered(() => this.end(go.quit));
    else if ("suspend" in go) void this.#away(() => this.#parts.suspend());
    else void this.#away(() => go.outside(this.#parts.world));
  }

  #back(): void {
    if (this.#stack.length <= 1) return this.#answered(() => this.end(0));
    const problem = this.#leaveTop();
    this.#stack.at(-1)?.handle({ type: "returned" });
    this.#tellOf(problem);
    this.#painter.now();
  }

  /** Whoever leaves at once leaves no answer of the terminal's behind, to be typed into the shell. */
  #answered(then: () => void): void {
    const answered = this.#parts.terminal.answered();
    if (answered) void answered.then(then);
    else then();
  }

  /** What could not be kept is no reason to end everything else. */
  #leaveTop(): unknown {
    try {
      this.#stack.pop()?.close();
      return null;
    } catch (error) {
      return error;
    }
  }

  #tellOf(problem: unknown): void {
    if (problem)
      this.#stack.at(-1)?.handle({ type: "failed", reason: reasonOf(problem) } as { type: string });
  }

  async #away(act: () => Promise<void>): Promise<void> {
    if (this.#isOutside) return;
    const { terminal } = this.#parts;
    this.#isOutside = true;
    const answered = terminal.answered();
    if (answered) await answered;
    if (this.#isClosed) return;
    terminal.leave();
    let problem: unknown = null;
    try {
      await act();
    } catch (error) {
      problem = error;
    }
    this.#isOutside = false;
    if (this.#isClosed) return;
    terminal.enter((input) => this.#input(input));
    this.#tellOf(problem);
    this.#stack.at(-1)?.handle({ type: "returned" });
    for (const go of this.#waiting.splice(0)) go();
    this.#painter.now();
  }

  #paint(): void {
    const top = this.#stack.at(-1);
    if (!top || this.#isOutside || this.#isClosed) return;
    try {
      this.#parts.terminal.show(top.view(this.#parts.terminal.size));
    } catch (error) {
      this.fail(error);
    }
  }
}
