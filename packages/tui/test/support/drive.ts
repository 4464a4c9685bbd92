import { stripVTControlCharacters } from "node:util";
import type { Beginning } from "../../src/kernel/app.ts";
import { readZones, targetKey, zoneAt } from "../../src/kernel/click-zones.ts";
import type { Input } from "../../src/kernel/input.ts";
import type { Failed, Go, Picture, Returned, Screen, Size, Step } from "../../src/kernel/screen.ts";
import { bareTheme, makeTheme, type Theme } from "../../src/kernel/theme.ts";
import { widthOf } from "../../src/text/width.ts";

/** A screen in a test: keys in, pictures out, tasks and ways out remembered, nothing performed. */
export class Driven<State, Message extends { readonly type: string }, Task> {
  readonly #screen: Screen<State, Message, Task>;
  state: State;
  size: Size;
  readonly tasks: Task[] = [];
  readonly went: Go[] = [];
  #lastClick: string | null = null;

  constructor(
    screen: Screen<State, Message, Task>,
    beginning: Beginning<State, Task>,
    size: Size = { columns: 80, rows: 24 },
  ) {
    this.#screen = screen;
    this.size = size;
    this.state = beginning.state;
    this.tasks.push(...beginning.tasks);
  }

  /** `enter`, `ctrl+c`, `a`; a word in quotes is typed letter by letter. */
  press(...keys: readonly string[]): this {
    for (const key of keys) {
      if (key.startsWith('"')) for (const letter of key.slice(1, -1)) this.tell(keyOf(letter));
      else this.tell(keyOf(key));
    }
    return this;
  }

  tell(event: Input | Message | Returned | Failed): this {
    if (event.type === "key") this.#lastClick = null;
    const step: Step<State, Task> = this.#screen.update(this.state, event, this.size);
    this.state = step.state;
    this.tasks.push(...(step.tasks ?? []));
    if (step.go) this.went.push(step.go);
    return this;
  }

  wheel(lines: number, row = 0, column = 0): this {
    return this.tell({ type: "wheel", lines, row, column });
  }

  /** Clicks on the first cell of this text, as it stands on the screen. */
  click(text: string): this {
    const { picture, zones } = readZones(this.picture(makeTheme({ hasColor: false })), widthOf);
    const lines = picture.lines.map((line) => stripVTControlCharacters(line));
    const row = lines.findIndex((line) => line.includes(text));
    if (row === -1) throw new Error(`Not on the screen: ${text}\n${lines.join("\n")}`);
    const column = widthOf(lines[row]?.slice(0, lines[row]?.indexOf(text)) ?? "");
    const target = zoneAt(zones, row, column);
    const isAgain = target !== null && target === this.#lastClick;
    const key = target === null ? null : targetKey(target);
    if (key !== null) return this.press(key);
    this.tell({ type: "click", row, column, target, isAgain });
    this.#lastClick = target;
    return this;
  }

  resize(columns: number, rows: number): this {
    this.size = { columns, rows };
    return this.tell({ type: "resize" });
  }

  picture(theme: Theme): Picture {
    return this.#screen.view(this.state, this.size, theme);
  }

  /** The same without what is dim: keys that do not count yet are not in it. */
  get bright(): string {
    const { picture } = readZones(this.picture(makeTheme({ hasColor: true })), widthOf);
    return stripVTControlCharacters(picture.lines.join("\n").replace(dim, ""));
  }

  /** What stands on the screen, without colours and without spaces at the ends of lines. */
  get text(): string {
    return this.#screen
      .view(this.state, this.size, bareTheme)
      .lines.map((line) => line.trimEnd())
      .join("\n");
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: as the theme writes it
const dim = /\x1b\[2m.*?\x1b\[22m/g;

function keyOf(key: string): Input {
  const isLetter = [...key].length === 1;
  return { type: "key", key, text: isLetter ? key : key === "space" ? " " : null };
}
