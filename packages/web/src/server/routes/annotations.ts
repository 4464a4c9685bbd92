import type { Annotations } from "@reprise/model";
import type { annotationRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";

export function annotationAnswers(annotations: Annotations): Answers<typeof annotationRoutes> {
  return {
    listTags: async () => ({ tags: await annotations.tags() }),
    getAnnotation: ({ params }) => annotations.read(params.id),
    annotate: ({ params, body }) => annotations.annotate(params.id, body),
  };
}
