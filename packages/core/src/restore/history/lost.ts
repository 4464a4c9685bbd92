import type { Left, LeftKind } from "./entry.ts";

const words: Readonly<Record<Exclude<LeftKind, "attachment">, (count: number) => string>> = {
  reasoning: (n) => `${count(n, "piece")} of reasoning: only the model that wrote it can read it`,
  cut: (n) => `the middle of ${count(n, "long text")}`,
  opaque: (n) => `${count(n, "record")} that cannot be read`,
  unanswered: (n) => `the outcome of ${count(n, "call")}: told as interrupted, outcome unknown`,
};

/** What does not carry over, readable aloud. */
export function lostOf(left: readonly Left[], from: number): string[] {
  const own = left.filter(({ turn }) => turn >= from);
  const counted = (Object.keys(words) as (keyof typeof words)[]).flatMap((kind) => {
    const number = own.filter(({ what }) => what === kind).length;
    return number === 0 ? [] : [words[kind](number)];
  });
  return [
    ...counted,
    ...new Set(own.flatMap(({ what, name }) => (what === "attachment" && name ? [name] : []))),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
