import { get, post, routes } from "./route.ts";

/** What a person notes about sessions. */
export const annotationRoutes = routes("page", {
  listTags: get("/tags", "Every tag, and how many sessions have it", { answer: "tags" }),
  getAnnotation: get("/sessions/:id/annotation", "Your name and tags of it, hidden, archived", {
    answer: "session-annotation",
  }),
  annotate: post("/sessions/:id/annotation", "Change these. The agent's files do not change", {
    body: "annotation-change",
    answer: "annotated",
  }),
});
