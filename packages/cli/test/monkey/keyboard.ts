import type { Random } from "./random.ts";

/** What a cat on a keyboard sends, as bytes: keys of every screen, words, pastes, the mouse, and what no keyboard sends. */
const keys = {
  moves: ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\t", "\x1b[Z"],
  letters: [..."abcdefghijklmnopqrstuvwxyzAGHJKNRSTUVWY./?@[]0159 "],
  words: [
    "ask me ",
    "crash ",
    "limit ",
    "changelog ",
    "fix it ",
    "/model ",
    "/diff",
    "/export ",
    "look at @c",
    "日本 🚀 ",
    "e\u0301",
  ],
  edits: ["\x7f", "\x1b[3~", "\x01", "\x05", "\x0b", "\x15", "\x17", "\x0a", "\x1b\r", "\x1bb", "\x1b[1;5F"],
  acts: ["\x07", "\x14", "\x12", "\x18", "\x1bOP", "\x1bOQ", "\x03", "\x1b"],
  wheel: ["\x1b[<64;10;5M", "\x1b[<65;10;5M", "\x1b[<64;90;5M"],
  pastes: ["\x1b[200~two\nlines\x1b[201~", "\x1b[200~y\x1b[201~", "\x1b[200~\x1b[201~"],
  broken: ["\x1b[", "\x1b[<64;", "\x1b]10;rgb:0/0/0\x07", "\x1b[?1;2c", "\xff", "\x00", "\x1b\x1b\x1b"],
} as const;

const weights: readonly (readonly [keyof typeof keys | "click" | "enter", number])[] = [
  ["moves", 22],
  ["letters", 26],
  ["words", 4],
  ["edits", 6],
  ["acts", 10],
  ["wheel", 4],
  ["click", 8],
  ["pastes", 2],
  ["broken", 2],
  ["enter", 16],
];

/** One key. */
export function someKey(random: Random): string {
  let at = random.below(weights.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of weights) {
    if (at < weight) {
      if (kind === "click") return someClick(random);
      return kind === "enter" ? "\r" : random.one(keys[kind]);
    }
    at -= weight;
  }
  return "\r";
}

/** The left button on any cell, sometimes twice; a click may do what Enter does. */
function someClick(random: Random): string {
  const cell = `0;${1 + random.below(100)};${1 + random.below(30)}`;
  const click = `\x1b[<${cell}M\x1b[<${cell}m`;
  return random.one([click, click, click + click]);
}
