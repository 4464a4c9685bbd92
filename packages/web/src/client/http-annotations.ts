import type { Annotated, Annotations, SessionAnnotation, TagCount } from "@reprise/model";
import type { Call, LinkOptions } from "./call.ts";
import { Link } from "./link.ts";

/** The annotations of a server. */
export function httpAnnotations(call: Call, options?: LinkOptions): Annotations {
  const link = new Link(call, options);
  const about = (session: string) => `/sessions/${encodeURIComponent(session)}/annotation`;
  return {
    read: (session) => link.get<SessionAnnotation>(about(session), "annotation"),
    annotate: (session, change) => link.post<Annotated>(about(session), change, "after"),
    tags: async () => (await link.get<{ readonly tags: readonly TagCount[] }>("/tags", "tags")).tags,
  };
}
