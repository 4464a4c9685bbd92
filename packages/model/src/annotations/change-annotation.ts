import { SessionError } from "../error.ts";
import type { Annotated, Annotation, AnnotationChange } from "./annotations.ts";
import { checkedName } from "./session-name.ts";
import { checkedTag, distinctTags, hasTag, mostTags, tagKey } from "./tag.ts";

/** Of a session that nobody annotated. */
export const noAnnotation: Annotation = { name: null, tags: [], isHidden: false, isArchived: false };

/** Throws `bad-use` for a name or tag that is not allowed. */
export function changedAnnotation(before: Annotation, change: AnnotationChange): Annotation {
  const { name = before.name, isHidden = before.isHidden, isArchived = before.isArchived } = change;
  return {
    name: name === null ? null : checkedName(name),
    tags: changedTags(before.tags, change),
    isHidden,
    isArchived,
  };
}

function changedTags(
  before: readonly string[],
  { tags = before, addTags = [], removeTags = [] }: AnnotationChange,
): readonly string[] {
  const wanted = distinctTags([...tags, ...addTags].map(checkedTag));
  const removed = new Set(removeTags.map(tagKey));
  const left = wanted.filter((tag) => !removed.has(tagKey(tag)));
  if (left.length > mostTags)
    throw new SessionError("bad-use", `A session has at most ${mostTags} tags, not ${left.length}.`);
  return left;
}

export function isSameAnnotation(a: Annotation, b: Annotation): boolean {
  return (
    a.name === b.name &&
    a.isHidden === b.isHidden &&
    a.isArchived === b.isArchived &&
    a.tags.join(" ") === b.tags.join(" ")
  );
}

/** Takes back what was changed, and nothing that was changed since: `now` is how it is. */
export function undoOf(
  { before, after }: Pick<Annotated, "before" | "after">,
  now: Annotation = after,
): AnnotationChange {
  const isLeft = (field: "name" | "isHidden" | "isArchived") =>
    before[field] !== after[field] && now[field] === after[field];
  return {
    ...(isLeft("name") ? { name: before.name } : {}),
    ...undoneTags(before.tags, after.tags, now.tags),
    ...(isLeft("isHidden") ? { isHidden: before.isHidden } : {}),
    ...(isLeft("isArchived") ? { isArchived: before.isArchived } : {}),
  };
}

function undoneTags(before: readonly string[], after: readonly string[], now: readonly string[]): AnnotationChange {
  const addTags = before.filter((tag) => !hasTag(after, tag));
  const removeTags = after.filter((tag) => !hasTag(before, tag));
  if (addTags.length > 0 || removeTags.length > 0) {
    const isUndone = addTags.every((tag) => hasTag(now, tag)) && !removeTags.some((tag) => hasTag(now, tag));
    return isUndone ? {} : { addTags, removeTags };
  }
  // The same tags, perhaps spelled differently.
  return before.join(" ") === after.join(" ") || now.join(" ") !== after.join(" ") ? {} : { tags: before };
}
