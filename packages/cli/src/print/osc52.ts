import { SessionError } from "@reprise/model";
import { isInScreen } from "../gnu-screen.ts";
import { grouped } from "./words.ts";

/** Many terminals silently drop longer sequences. */
const MOST_CHARACTERS = 100_000;

/** GNU screen passes marked text on to its terminal, in pieces no longer than this. */
const PIECE_CHARACTERS = 200;

type Env = Readonly<Record<string, string | undefined>>;

/** Puts a text on the terminal's clipboard, also over ssh. */
export function clipboardSequence(text: string, env: Env): string {
  const coded = Buffer.from(text, "utf8").toString("base64");
  const sequence = `\u001b]52;c;${coded}\u0007`;
  if (sequence.length <= MOST_CHARACTERS) return isInScreen(env) ? handedOn(sequence) : sequence;
  const size = `${grouped(coded.length)} characters in base64, and a terminal takes ${grouped(MOST_CHARACTERS)}`;
  throw new SessionError(
    "not-saved",
    `The text is too long for the terminal's clipboard: ${size}. Use --output FILE, or a smaller --budget.`,
  );
}

function handedOn(sequence: string): string {
  const pieces = sequence.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, "g")) ?? [];
  return pieces.map((piece) => `\u001bP${piece}\u001b\\`).join("");
}
