import type { Input } from "../kernel/input.ts";
import { graphemesIn } from "../text/graphemes.ts";

/** A one-line input, such as a search. */
export interface Field {
  readonly text: string;
  /** In characters of the text. */
  readonly cursor: number;
}

export const emptyField: Field = { text: "", cursor: 0 };

/** Null if the input is not for a field. */
export function editField({ text, cursor }: Field, input: Input): Field | null {
  if (input.type === "paste") return insert(text, cursor, input.text.replaceAll("\n", " "));
  if (input.type !== "key") return null;
  switch (input.key) {
    case "left":
      return { text, cursor: before(text, cursor) };
    case "right":
      return { text, cursor: after(text, cursor) };
    case "home":
    case "ctrl+a":
      return { text, cursor: 0 };
    case "end":
    case "ctrl+e":
      return { text, cursor: text.length };
    case "backspace": {
      const start = before(text, cursor);
      return { text: text.slice(0, start) + text.slice(cursor), cursor: start };
    }
    case "delete":
      return { text: text.slice(0, cursor) + text.slice(after(text, cursor)), cursor };
    case "ctrl+u":
      return { text: text.slice(cursor), cursor: 0 };
    case "ctrl+w": {
      const start = text.slice(0, cursor).trimEnd().lastIndexOf(" ") + 1;
      return { text: text.slice(0, start) + text.slice(cursor), cursor: start };
    }
  }
  return input.text === null ? null : insert(text, cursor, input.text);
}

function insert(text: string, cursor: number, more: string): Field {
  return { text: text.slice(0, cursor) + more + text.slice(cursor), cursor: cursor + more.length };
}

/** Whole graphemes, not half an emoji. */
function before(text: string, cursor: number): number {
  return graphemesIn(text.slice(0, cursor)).containing(cursor - 1)?.index ?? 0;
}

function after(text: string, cursor: number): number {
  const next = graphemesIn(text).containing(cursor);
  return next ? next.index + next.segment.length : text.length;
}
