import { type TourPlace, tourWords } from "@reprise/model";
import { apart } from "../text/fit.ts";
import { clickable, keyTarget } from "./click-zones.ts";
import type { Picture, Size } from "./screen.ts";
import type { Theme } from "./theme.ts";

/** With fewer rows the screen needs all of them. */
const fewestRows = 16;
const hides = "F3 hides this";

/** The line below every screen of the demo that says what to do next, until the person hides it. */
export class Tour {
  readonly #theme: Theme;
  #isShown: boolean;
  #isDone = false;

  constructor(isDemo: boolean, theme: Theme) {
    this.#isShown = isDemo;
    this.#theme = theme;
  }

  /** Whether it was shown until now. */
  end(): boolean {
    const wasShown = this.#isShown;
    this.#isShown = false;
    return wasShown;
  }

  /** What is left for the screen. */
  sizeFor({ columns, rows }: Size): Size {
    return { columns, rows: this.#hasRoom(rows) ? rows - 1 : rows };
  }

  below(picture: Picture, place: TourPlace, { columns, rows }: Size): Picture {
    if (!this.#hasRoom(rows)) return picture;
    this.#isDone ||= place === "continued";
    const words = tourWords(place, "app", this.#isDone);
    const line = apart(words, hides, columns);
    const theme = this.#theme;
    const painted = line.endsWith(hides)
      ? theme("highlight", line.slice(0, -hides.length)) + clickable(keyTarget("f3"), theme("highlight", hides), theme)
      : theme("highlight", line);
    const lines = Array.from({ length: rows - 1 }, (_, row) => picture.lines[row] ?? "");
    return { ...picture, lines: [...lines, painted] };
  }

  #hasRoom(rows: number): boolean {
    return this.#isShown && rows >= fewestRows;
  }
}
