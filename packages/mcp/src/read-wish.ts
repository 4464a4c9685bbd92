import { type Library, SessionError, type SessionSummary } from "@reprise/model";
import { z } from "zod";
import type { TurnWindow } from "./left-out.ts";

const MOST_CHARS = 200_000;

export const idInput = z
  .string()
  .min(1)
  .describe("The id of a session as listed, a unique prefix of it, its thread id or its name");

/** What to read of a session. */
export const readInput = z.strictObject({
  id: idInput,
  last: z.int().min(1).optional().describe("The newest N turns (default: 3)"),
  from: z.int().min(0).optional().describe("The first turn, counted from 1; 0 is history from another session"),
  to: z.int().min(0).optional().describe("The last turn (default: the same as from)"),
  offset: z
    .int()
    .default(0)
    .describe("Characters of turn `from` to skip, to continue a long turn; negative counts from its end"),
  maxChars: z.int().min(1000).max(MOST_CHARS).default(20_000).describe("The most characters of turns in the answer"),
  itemChars: z
    .int()
    .min(100)
    .default(1000)
    .describe("Longer outputs, inputs, diffs and attachments are shortened to this; prompts and replies are not"),
});

type ReadInput = z.infer<typeof readInput>;

export function windowOf({ last, from, to, offset }: ReadInput): TurnWindow {
  if (from === undefined) {
    if (to !== undefined || offset !== 0) throw new SessionError("bad-use", "to and offset need from.");
    return { last: last ?? 3 };
  }
  if (last !== undefined) throw new SessionError("bad-use", "Give either last, or from and to.");
  const end = to ?? from;
  if (end < from) throw new SessionError("bad-use", `from ${from} is after to ${end}.`);
  return { from, to: end, offset };
}

/** The arguments that ask for another window, without those that are as usual. */
export function argumentsFor(
  window: TurnWindow,
  sizes: Pick<ReadInput, "maxChars" | "itemChars">,
): Partial<Record<keyof ReadInput, number>> {
  const usual = readInput.parse({ id: "any" });
  const { offset = 0, ...turns } = { offset: 0, ...window };
  return {
    ...turns,
    ...(offset === 0 ? {} : { offset }),
    ...(sizes.maxChars === usual.maxChars ? {} : { maxChars: sizes.maxChars }),
    ...(sizes.itemChars === usual.itemChars ? {} : { itemChars: sizes.itemChars }),
  };
}

/** The session of an id, with advice that a client can follow. */
export async function findSession(library: Library, id: string): Promise<SessionSummary> {
  try {
    return await library.find(id);
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== "not-found") throw error;
    const { candidates } = error;
    const near = candidates.length > 0 ? " Near it:" : "";
    throw new SessionError(
      "not-found",
      `No session matches ${id}. list_sessions with scope "all" lists every session.${near}`,
      { candidates, cause: error },
    );
  }
}
