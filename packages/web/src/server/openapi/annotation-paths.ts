import { acts, json, reads, sessionId } from "./parts.ts";

/** What a server with annotations has besides. */
export const annotationPaths = {
  "/tags": reads("listTags", "Every tag, and how many sessions have it", "tags"),
  "/sessions/{id}/annotation": {
    ...reads("getAnnotation", "Your name and tags of it, hidden, archived", "session-annotation", [
      sessionId,
    ]),
    ...acts("annotate", "Change these. The agent's files do not change", {
      body: "annotation-change",
      answer: json("Before and after", "annotated"),
      parameters: [sessionId],
    }),
  },
};
