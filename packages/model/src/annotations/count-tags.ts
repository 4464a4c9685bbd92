import type { Annotation, TagCount } from "./annotations.ts";
import { tagKey } from "./tag.ts";

/** In alphabetical order, each in its first spelling. */
export function countTags(annotations: Iterable<Annotation>): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { tags } of annotations)
    for (const tag of tags) {
      const key = tagKey(tag);
      const { tag: first, sessionCount } = counts.get(key) ?? { tag, sessionCount: 0 };
      counts.set(key, { tag: first, sessionCount: sessionCount + 1 });
    }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
}
