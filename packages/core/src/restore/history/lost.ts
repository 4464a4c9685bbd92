import type { Left, LeftKind } from "./entry.ts";

const words: Readonly<Record<LeftKind, (count: number) => string>> = {
  reasoning: (n) => `${count(n, "piece")} of reasoning: only the model that wrote it can read it`,
  image: (n) => `images in ${count(n, "prompt")}: a stub stands in their place`,
  cut: (n) => `the middle of ${count(n, "long text")}`,
  opaque: (n) => `${count(n, "record")} that cannot be read`,
  unanswered: (n) => `the outcome of ${count(n, "call")}: told as interrupted, outcome unknown`,
};

/** What does not carry over, readable aloud. */
export function lostOf(left: readonly Left[], from: number): string[] {
  return (Object.keys(words) as LeftKind[]).flatMap((kind) => {
    const number = left.filter(({ what, turn }) => what === kind && turn >= from).length;
    return number === 0 ? [] : [words[kind](number)];
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
