/**
 * Screens on a terminal: one is open, others wait below it.
 *
 * - what a screen is: screen.ts; an open one: mounted-screen.ts; which there are: route.ts
 * - bytes to keys, clicks and pastes: read-input.ts, input.ts, keyboard.ts; keys to actions: keys.ts; clicks to targets: click-zones.ts
 * - lines to the terminal: painter.ts, realign.ts, terminal.ts; colours: theme.ts, background.ts
 * - delays in which keys still count: after-delay.ts; errors as words: reason-of.ts; the steps of the demo: tour.ts
 */

import type { EndReason } from "@reprise/model";
import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import type { World } from "../world.ts";
import { readZones, targetKey, type Zone, zoneAt } from "./click-zones.ts";
import type { Input } from "./input.ts";
import { type Beginning, type Frame, type Mounted, mount } from "./mounted-screen.ts";
import { painter } from "./painter.ts";
import { reasonOf } from "./reason-of.ts";
import type { Route } from "./route.ts";
import type { Go, Picture, Returned, Screen, Size } from "./screen.ts";
import type { Terminal } from "./terminal.ts";
import type { Theme } from "./theme.ts";
import { Tour } from "./tour.ts";

export type { Beginning } from "./mounted-screen.ts";

export type Mount = <State, Message extends { readonly type: string }, Task>(
  screen: Screen<State, Message, Task>,
  beginning: Beginning<State, Task>,
) => void;

interface AppParts {
  readonly world: World;
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** Opens the route by calling `mount` once. */
  readonly open: (route: Route, mount: Mount, world: World) => void;
  /** Stops this process; resolves when it is continued. */
  readonly suspend: () => Promise<void>;
}

/** After another program has given the terminal back. */
const againMs = 1000;

/** Runs screens on a terminal until the user quits. */
export class App {
  readonly #parts: AppParts;
  readonly #frame: Omit<Frame, "go">;
  readonly #stack: Mounted[] = [];
  readonly #tour: Tour;
  readonly #painter = painter(() => this.#paint());
  readonly #ended = Promise.withResolvers<number>();
  /** Navigation requested while another program has the terminal. */
  readonly #waiting: (() => void)[] = [];
  #isOutside = false;
  #isClosed = false;
  /** Ends as soon as the terminal has answered: what is typed meanwhile does nothing more. */
  #isEnding = false;
  /** Of the picture that is shown. */
  #zones: readonly Zone[] = [];
  /** Its lines as the screen returned them. */
  #lines: readonly string[] = [];
  /** Something other than input has changed the screen since. */
  #isStale = false;
  #lastClick: { readonly target: string | null; readonly row: number } | null = null;
  /** In place of the last line, until the next input. */
  #note: string | null = null;
  #wayBack: string | null = null;
  /** When another program gave the terminal back, in milliseconds. */
  #backAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.#tour = new Tour(parts.world.isDemo, parts.theme);
    this.#frame = {
      world: parts.world,
      theme: parts.theme,
      size: () => this.#size(),
      changed: () => {
        this.#isStale = true;
        this.#painter.soon();
      },
      broke: (error) => this.fail(error),
    };
    this.#ended.promise.catch(() => {}); // reported by `run`
  }

  /** Printed after the person has quit; null if there is nothing to say. */
  get wayBack(): string | null {
    return this.#wayBack;
  }

  /** Another program has the terminal and gets all keys, Ctrl-C too. */
  get isOutside(): boolean {
    return this.#isOutside;
  }

  /** Resolves with the exit code. Restores the terminal, then throws what a screen threw. */
  async run(...openings: readonly Route[]): Promise<number> {
    this.#parts.terminal.enter((input) => this.#input(input));
    try {
      for (const route of openings) this.#open(route);
      return await this.#ended.promise;
    } finally {
      this.close();
    }
  }

  /** Restores the terminal and saves drafts; called however the program ends. A turn that runs is cut off, unless the person quit. */
  close(why: EndReason = "cut-off"): void {
    this.#isClosed = true;
    this.#painter.close();
    for (const mounted of this.#stack.splice(0).reverse()) {
      try {
        mounted.close(why);
      } catch (error) {
        this.#ended.reject(error); // the others are still closed
      }
    }
    this.#parts.terminal.leave(true);
  }

  /** Ends because the system says so, or the person; the terminal is restored when this returns. */
  end(code: number, why?: EndReason): void {
    if (why === "stopped") this.#wayBack = this.#stack.at(-1)?.wayBack() ?? null;
    this.close(why);
    this.#ended.resolve(code);
  }

  /** Ends on an error; the terminal is restored when this returns, and `run` throws the error. */
  fail(error: unknown): void {
    this.#ended.reject(error);
    this.close();
  }

  suspend(): void {
    this.#go({ suspend: true });
  }

  /** Call after another program wrote to the terminal or changed its mode. */
  refresh(): void {
    if (this.#isClosed || this.#isOutside) return;
    this.#parts.terminal.leave();
    this.#parts.terminal.enter((input) => this.#input(input));
    this.#painter.now();
  }

  #input(input: Input): void {
    // Read together with the key that left: it was not meant for this screen.
    if (this.#isOutside || this.#isEnding) return;
    // A second one, as some programs need it to quit, was meant for that program.
    if (input.type === "key" && input.key === "ctrl+c" && this.#now() - this.#backAt < againMs) return;
    if (input.type === "key" && input.key === "ctrl+z") return this.#go({ suspend: true });
    if (input.type === "key" && input.key === "f2") return this.#giveMouse();
    if (input.type !== "resize") this.#note = null;
    const isStale = this.#isStale;
    this.#handle(this.#found(input));
    this.#isStale = isStale;
    this.#painter.now();
  }

  /** What a click is on; a click on a key's label is that key. */
  #found(input: Input): Input {
    if (input.type !== "click") {
      if (input.type !== "resize") this.#lastClick = null;
      return input;
    }
    const { row } = input;
    const target = this.#isAsShown(row) ? zoneAt(this.#zones, row, input.column) : null;
    // Not if what was clicked has moved since: the pointer may be there by chance.
    const isAgain = target !== null && target === this.#lastClick?.target && row === this.#lastClick.row;
    this.#lastClick = { target, row };
    const key = target === null ? null : targetKey(target);
    if (key === null) return { ...input, target, isAgain };
    return { type: "key", key, text: Array.from(key).length === 1 ? key : null };
  }

  /** False if the line has changed and the person cannot have seen that: a click means what was there before. */
  #isAsShown(row: number): boolean {
    if (this.#parts.terminal.isBehind) return false;
    if (!this.#isStale) return true;
    try {
      return this.#picture()?.lines[row] === this.#lines[row];
    } catch {
      return false; // the next paint reports it
    }
  }

  /** What a screen may use: the steps of the demo have the last line. */
  #size(): Size {
    return this.#tour.sizeFor(this.#parts.terminal.size);
  }

  #handle(input: Input): void {
    const endsTour = input.type === "key" && input.key === "f3" && this.#tour.end();
    this.#stack.at(-1)?.handle(endsTour ? { type: "resize" } : input);
  }

  /** Gives the mouse to the terminal, so that it selects text, or takes it back. */
  #giveMouse(): void {
    const isOurs = this.#parts.terminal.toggleMouse();
    this.#note = isOurs
      ? "The mouse works in Reprise again. F2 gives it to the terminal."
      : "The mouse is the terminal's: select text as usual. F2 takes it back.";
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
    // Paint before starting tasks: the first may keep the machine busy for a while.
    this.#paint();
    this.#stack.at(-1)?.begin();
  }

  /** Navigates from this screen and closes those above it; waits while another program has the terminal. */
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
    } else if ("back" in go) this.#back(go);
    else if ("escape" in go) this.#escape();
    else if ("quit" in go) this.#answered(() => this.end(go.quit, "stopped"));
    else if ("suspend" in go) void this.#away(() => this.#parts.suspend());
    else
      void this.#away(async () => {
        await go.outside(this.#parts.world).finally(() => {
          this.#backAt = this.#now();
        });
      });
  }

  #back({ chosen, left }: Omit<Returned, "type"> = {}): void {
    if (this.#stack.length <= 1) return this.#answered(() => this.end(0, "stopped"));
    const problem = this.#leaveTop();
    const returned: Returned = { type: "returned", chosen, left };
    this.#stack.at(-1)?.handle(returned);
    this.#tellOf(problem);
    this.#painter.now();
  }

  #escape(): void {
    if (this.#stack.length > 1) return this.#back();
    this.#note = "q quits.";
    this.#painter.now();
  }

  /** Waits for pending terminal replies, so that they are not typed into the shell after a quick exit. */
  #answered(then: () => void): void {
    const answered = this.#parts.terminal.answered();
    this.#isEnding = true;
    if (answered) void answered.then(then);
    else then();
  }

  /** A failed save must not stop the rest from closing. */
  #leaveTop(): unknown {
    [this.#zones, this.#lines] = [[], []]; // of a picture that is gone
    this.#lastClick = null;
    try {
      this.#stack.pop()?.close();
      return null;
    } catch (error) {
      return error;
    }
  }

  #tellOf(problem: unknown): void {
    if (problem) this.#stack.at(-1)?.handle({ type: "failed", reason: reasonOf(problem) } as { type: string });
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

  #now(): number {
    return Date.parse(this.#parts.world.now());
  }

  #paint(): void {
    if (this.#isOutside || this.#isClosed) return;
    try {
      const { size } = this.#parts.terminal;
      const whole = this.#picture();
      if (whole === null) return;
      this.#isStale = false;
      const { picture, zones } = readZones(whole, widthOf);
      const note = this.#note;
      this.#lines = whole.lines;
      this.#zones = note === null ? zones : zones.filter(({ row }) => row < size.rows - 1);
      this.#parts.terminal.show(note === null ? picture : this.#noted(picture, note));
    } catch (error) {
      this.fail(error);
    }
  }

  #picture(): Picture | null {
    const top = this.#stack.at(-1);
    return top ? this.#tour.below(top.view(this.#size()), top.tour(), this.#parts.terminal.size) : null;
  }

  #noted(picture: Picture, note: string): Picture {
    const { columns, rows } = this.#parts.terminal.size;
    const lines = Array.from({ length: rows }, (_, row) => picture.lines[row] ?? "");
    lines[rows - 1] = this.#parts.theme("warn", cutTo(note, columns));
    return { ...picture, lines };
  }
}
