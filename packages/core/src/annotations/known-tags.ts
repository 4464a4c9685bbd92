import { countTags, type TagCount } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import { annotationsPath } from "./annotation-file.ts";
import { AnnotationReader } from "./annotation-reader.ts";

/** For completion: none if the file cannot be read. */
export function knownTags(host: Pick<Host, "env" | "homeFolder" | "platform" | "files">): TagCount[] {
  const { all } = new AnnotationReader(annotationsPath(stateFolderOf(host)), host).read(() => {});
  return countTags(all.values());
}
