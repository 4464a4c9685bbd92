import {
  type Annotated,
  type AnnotationChange,
  changedAnnotation,
  exactLine,
  isSameAnnotation,
  type SessionAnnotation,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../commands/command.ts";
import { aboutSession } from "./named-session.ts";
import { checkHomes } from "./said-settings.ts";
import { shortIdFor } from "./short-id.ts";

/** In the order given, each once. Throws for the first that there is not. */
export async function sessionsNamed(job: Job, texts: readonly string[]): Promise<SessionAnnotation[]> {
  checkHomes(job.values);
  const annotations = await job.annotations();
  const found = new Map<string, SessionAnnotation>();
  for (const text of texts) {
    const one = await aboutSession(job, text, (session) => annotations.read(session));
    found.set(one.session, one);
  }
  return [...found.values()];
}

export interface AnnotatedWords {
  /** After "Would ". */
  readonly would: (session: string) => string;
  readonly done: (session: string, annotated: Annotated) => string;
  readonly already: (session: string) => string;
}

/** Changes none if one of them is not found or the change is not allowed. */
export async function annotateSessions(
  job: Job,
  sessions: readonly SessionAnnotation[],
  change: AnnotationChange,
  words: AnnotatedWords,
): Promise<void> {
  const { values, stdout } = job;
  const annotations = await job.annotations();
  const planned = sessions.map(({ session, annotation }) => ({
    session,
    before: annotation,
    after: changedAnnotation(annotation, change),
  }));
  for (const plan of planned) {
    const annotated = values["dry-run"] ? plan : await annotations.annotate(plan.session, change);
    if (values.json) await stdout.write(`${json("annotated", annotated)}\n`);
    else {
      const shown = exactLine(await shortIdFor(job, annotated.session, "stdout"));
      await stdout.write(`${textOf(annotated, shown, { isDry: values["dry-run"], words })}\n`);
    }
  }
}

function textOf(annotated: Annotated, shown: string, how: { isDry: boolean; words: AnnotatedWords }): string {
  if (isSameAnnotation(annotated.before, annotated.after)) return how.words.already(exactLine(annotated.session));
  return how.isDry ? `Would ${how.words.would(shown)}.` : how.words.done(shown, annotated);
}
