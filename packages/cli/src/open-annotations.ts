import { nodeHost, openAnnotations } from "@reprise/core";
import type { Annotations, Library } from "@reprise/model";

export function openAnnotationsOn(env: Readonly<Record<string, string | undefined>>, library: Library): Annotations {
  return openAnnotations(library, nodeHost(env));
}
