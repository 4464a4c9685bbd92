import { join } from "node:path";
import {
  type AnnotationChange,
  type BundleManifest,
  changedAnnotation,
  hasTag,
  noAnnotation,
  SessionError,
  type SessionId,
  tryParseJson,
} from "@reprise/model";
import { annotationsPath, readAnnotationFile } from "../annotations/annotation-file.ts";
import { writeAnnotation } from "../annotations/write-annotation.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";

/** Older releases pass over parts that they do not know. */
export const annotationPart = "annotation.json";

const version = 1;
const mostBytes = 64 * 1024;

interface Noted {
  readonly name: string | null;
  readonly tags: readonly string[];
}

/** The person's own name and tags of a session, as a part; null if there are none. Whether lists leave it out stays on this machine. */
export function bundledAnnotation(session: SessionId, clean: (text: string) => string, host: Host): string | null {
  const { name, tags } = annotationHere(session, host);
  if (name === null && tags.length === 0) return null;
  const kept = tags.filter((tag) => clean(tag) === tag);
  return JSON.stringify({ v: version, name: name === null ? null : clean(name), tags: kept });
}

export interface AnnotationPlan extends Noted {
  readonly warnings: readonly string[];
}

/** What of the bundle's name and tags is added here. A name that the session has here stays. */
export function planAnnotation(
  session: SessionId,
  { parts }: Pick<BundleManifest, "parts">,
  folder: string,
  host: Host,
): AnnotationPlan {
  const nothing = { name: null, tags: [], warnings: [] };
  if (!parts.some(({ path }) => path === annotationPart)) return nothing;
  const given = notedIn(host.files.text(join(folder, annotationPart), mostBytes));
  if (typeof given === "string") return { ...nothing, warnings: [given] };
  const here = annotationHere(session, host);
  const isOther = given.name !== null && here.name !== null && given.name !== here.name;
  const tags = given.tags.filter((tag) => !hasTag(here.tags, tag));
  const change = { name: here.name === null ? given.name : null, tags };
  const warnings = isOther
    ? [`It is called "${here.name}" here and "${given.name}" in the bundle. The name here is kept.`]
    : [];
  try {
    changedAnnotation({ ...noAnnotation, ...here }, changeOf(change));
    return { ...change, warnings };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { ...nothing, warnings: [`Its tags are not added: ${error.message}`] };
  }
}

/** The session itself is in place by then. */
export async function addAnnotation(session: SessionId, plan: AnnotationPlan, host: Host): Promise<void> {
  if (plan.name === null && plan.tags.length === 0) return;
  try {
    await writeAnnotation(annotationsPath(stateFolderOf(host)), session, changeOf(plan), host);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    throw new SessionError(error.code, `The session is here, but not its name and tags: ${error.message}`, {
      cause: error,
    });
  }
}

function changeOf({ name, tags }: Noted): AnnotationChange {
  return { ...(name === null ? {} : { name }), addTags: tags };
}

function annotationHere(session: SessionId, host: Host): Noted {
  const { annotations } = readAnnotationFile(annotationsPath(stateFolderOf(host)), host);
  const { name, tags } = annotations.get(session) ?? noAnnotation;
  return { name, tags };
}

/** Why it cannot be used, if it cannot. */
function notedIn(text: string | null): Noted | string {
  const value = text === null ? null : tryParseJson(text);
  const { v, name, tags } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof v === "number" && v > version)
    return "The name and tags in it were written by a newer Reprise and are left out.";
  const isName = name === null || typeof name === "string";
  if (v !== version || !isName || !Array.isArray(tags) || !tags.every((tag) => typeof tag === "string"))
    return unusable;
  try {
    const { name: checked, tags: distinct } = changedAnnotation(noAnnotation, { name, tags });
    return { name: checked, tags: distinct };
  } catch (error) {
    if (error instanceof SessionError) return unusable;
    throw error;
  }
}

const unusable = "The name and tags in it are not valid and are left out.";
