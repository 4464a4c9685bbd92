import { SessionError } from "../error.ts";

export const mostNameLength = 200;

/** Control characters, line and paragraph separators, and what changes the direction of the text around it. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Something that can be seen. */
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** As it is saved. Throws `bad-use`. */
export function checkedName(given: string): string {
  const name = given.trim();
  if (name === "") throw new SessionError("bad-use", "A name needs at least one character.");
  if (name.length > mostNameLength)
    throw new SessionError(
      "bad-use",
      `A name has at most ${mostNameLength} characters, not ${name.length}. Nothing was changed.`,
    );
  if (unwanted.test(name) || !name.isWellFormed())
    throw new SessionError(
      "bad-use",
      "A name is one line of plain text, without control characters. Nothing was changed.",
    );
  if (!visible.test(name))
    throw new SessionError("bad-use", "A name needs a character that can be seen. Nothing was changed.");
  return name;
}
