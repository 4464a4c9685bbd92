import { SessionError } from "../error.ts";

export const mostTagLength = 50;
/** Of one session. */
export const mostTags = 32;

const shape = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_./-]*$/u;

/** As it is saved. Throws `bad-use`. */
export function checkedTag(given: string): string {
  const tag = given.trim().normalize("NFC");
  if (tag.length > mostTagLength)
    throw new SessionError("bad-use", `A tag has at most ${mostTagLength} characters, not ${tag.length}.`);
  if (!shape.test(tag))
    throw new SessionError(
      "bad-use",
      `${JSON.stringify(tag)} is not a tag. A tag starts with a letter or a digit and has no spaces; - _ . / are allowed.`,
    );
  return tag;
}

/** Tags are compared without case. */
export function tagKey(tag: string): string {
  return tag.trim().normalize("NFC").toLowerCase();
}

export function hasTag(tags: readonly string[], tag: string): boolean {
  const key = tagKey(tag);
  return tags.some((one) => tagKey(one) === key);
}

/** Each once, in alphabetical order; the first spelling stays. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
}
