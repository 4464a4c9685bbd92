import {
  briefValue,
  changedLines,
  changesIn,
  count,
  exactLine,
  exactText,
  type Presented,
  safeLine,
} from "@reprise/model";

/** An item in one line. Safe to show. */
export interface ItemHead {
  /** What kind of thing it is. */
  readonly name: string;
  readonly text: string;
  /** `text` is a command, a path or an input. */
  readonly isCode: boolean;
}

const longest = 300;

export function itemHead({ tone, name, subject, blocks }: Presented): ItemHead {
  const files = changesIn(blocks);
  if (files.length > 0) {
    const { added, removed } = changedLines(files);
    const size = `${name} of ${count(files.length, "file")}, +${added} −${removed}`;
    return code(size, files.map(({ path }) => path).join(", "));
  }
  if (tone === "given") return code(name, subject ?? "");
  const title = subject === null ? name : `${name} ${exactLine(subject)}`;
  const [first] = blocks;
  if (first?.type === "prose") {
    const line = first.text.trimStart().split("\n", 1)[0] ?? "";
    return { name: title, text: safeLine(firstPart(line)), isCode: false };
  }
  if (first?.type === "value") return code(title, briefValue(first.value));
  return code(title, first?.type === "exact" ? first.text : "");
}

function code(name: string, text: string): ItemHead {
  const line = firstPart(text).replaceAll(/\s*\n\s*/g, " ");
  return { name, text: exactText(line.trim()), isCode: true };
}

function firstPart(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
