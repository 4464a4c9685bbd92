import { type PtyKey, type PtyProgram, startPty, until } from "@reprise/testkit";
import { readCells, type Screen, textOf, withNames } from "./read-cells.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Shot {
  readonly name: string;
  readonly screen: Screen;
}

interface StageOptions {
  readonly args: readonly string[];
  readonly size: Size;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly program: string;
  /** What is called otherwise in every run, and what it is to be called. */
  readonly names?: ReadonlyMap<string, string>;
}

/** The built program in a terminal, and the pictures that were taken of it. */
export class Stage {
  readonly shots: Shot[] = [];
  readonly pty: PtyProgram;
  readonly #size: Size;
  readonly #names: Map<string, string>;

  constructor({ program, args, size, cwd, env, names }: StageOptions) {
    this.pty = startPty({ command: program, args, cwd, env, ...size });
    this.#size = size;
    this.#names = new Map(names);
  }

  get isLarge(): boolean {
    return this.#size.rows > 30;
  }

  rename(from: string, to: string): void {
    this.#names.set(from, to);
  }

  /** Waits for the text, and for the screen to be still: what streams is taken as it is. */
  async shoot(name: string, text: string | RegExp, { isMoving = false } = {}): Promise<void> {
    await this.pty.shows(text);
    if (!isMoving) await this.#still();
    const { columns, rows } = this.#size;
    const screen = await readCells(this.pty.raw(), columns, rows);
    this.shots.push({ name, screen: withNames(screen, this.#names) });
  }

  /** What was on the screen for a moment, at the first picture with that text. */
  async shootBack(name: string, text: string): Promise<void> {
    const { columns, rows } = this.#size;
    for (const piece of piecesOf(this.pty.raw())) {
      const screen = await readCells(piece, columns, rows);
      if (!textOf(screen).includes(text)) continue;
      this.shots.push({ name, screen: withNames(screen, this.#names) });
      return;
    }
    throw new Error(`The screen has never shown ${text}.`);
  }

  async press(...keys: readonly PtyKey[]): Promise<void> {
    for (const key of keys) this.pty.press(key);
    await this.#still();
  }

  async type(text: string): Promise<void> {
    this.pty.type(text);
    await this.#still();
  }

  async #still(): Promise<void> {
    let [seen, since] = ["", performance.now()];
    await until(
      () => {
        const now = this.pty.raw();
        if (now !== seen) [seen, since] = [now, performance.now()];
        return performance.now() - since > 350;
      },
      { what: "a screen that is still" },
    );
  }
}

/** Everything up to the end of each picture, which is told to the terminal as a whole. */
function* piecesOf(written: string): Generator<string> {
  const end = "\x1b[?2026l";
  for (let at = written.indexOf(end); at >= 0; at = written.indexOf(end, at + 1))
    yield written.slice(0, at + end.length);
}
