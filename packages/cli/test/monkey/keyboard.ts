import type { Random } from "./random.ts";

/** What a cat on a keyboard sends, as bytes: keys of every screen, words, pastes, the wheel, and what no keyboard sends. */
const keys = {
  moves: ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\t", "\x1b[Z"],
  letters: [..."abcdefghijklmnopqrstuvwxyzAHNRSTVW./?0159 "],
  words: ["ask me ", "crash ", "limit ", "changelog ", "fix it ", "日本 🚀 ", "e\u0301"],
  edits: ["\x7f", "\x1b[3~", "\x01", "\x05", "\x0b", "\x15", "\x17", "\x0a", "\x1b\r", "\x1bb", "\x1b[1;5F"],
  acts: ["\x07", "\x14", "\x12", "\x1bOP", "\x03", "\x1b"],
  wheel: ["\x1b[<64;10;5M", "\x1b[<65;10;5M", "\x1b[<0;3;3M"],
  pastes: ["\x1b[200~two\nlines\x1b[201~", "\x1b[200~y\x1b[201~", "\x1b[200~\x1b[201~"],
  broken: ["\x1b[", "\x1b[<64;", "\x1b]10;rgb:0/0/0\x07", "\x1b[?1;2c", "\xff", "\x00", "\x1b\x1b\x1b"],
} as const;

const weights: readonly (readonly [keyof typeof keys | "enter", number])[] = [
  ["moves", 22],
  ["letters", 26],
  ["words", 4],
  ["edits", 6],
  ["acts", 10],
  ["wheel", 4],
  ["pastes", 2],
  ["broken", 2],
  ["enter", 16],
];

/** One key. Without `hasEnter` it never says anything to anybody. */
export function someKey(random: Random, { hasEnter }: { readonly hasEnter: boolean }): string {
  const open = hasEnter ? weights : weights.filter(([kind]) => kind !== "enter");
  let at = random.below(open.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of open) {
    if (at < weight) return kind === "enter" ? "\r" : random.one(keys[kind]);
    at -= weight;
  }
  return "\r";
}
