import { type AnnotationChange, changedSince, labelOf, type SessionSummary, takeBack, undoOf } from "@reprise/model";
import { httpAnnotations } from "@reprise/web/client";
import { useMemo } from "preact/hooks";
import { usePage } from "../shell/page.ts";
import type { Toasts } from "../shell/toasts.ts";

/** Changes what is noted about a session, and offers to undo it. `same`: there was nothing to change. */
export type Annotate = (
  session: SessionSummary,
  change: AnnotationChange,
  done: string,
) => Promise<"changed" | "same" | "failed">;

export function useAnnotating(): Annotating {
  const { call, toasts, sessions } = usePage();
  return useMemo(() => {
    const annotations = httpAnnotations(call);
    const attempt = async <Value>(act: () => Promise<Value>): Promise<Value | null> => {
      try {
        return await act();
      } catch (error) {
        toasts.fail(error);
        return null;
      } finally {
        sessions.refresh();
      }
    };
    const annotate: Annotate = async ({ id }, change, done) => {
      const annotated = await attempt(() => annotations.annotate(id, change));
      if (annotated === null) return "failed";
      if (Object.keys(undoOf(annotated)).length === 0) return "same";
      const undo = async () => {
        if ((await takeBack(annotated, annotations)) === null) toasts.show(changedSince);
      };
      const run = () => void attempt(undo);
      toasts.show(done, { action: { label: "Undo", run } });
      return "changed";
    };
    return { annotate, toasts };
  }, [call, toasts, sessions]);
}

export interface Annotating {
  readonly annotate: Annotate;
  readonly toasts: Toasts;
}

export async function hide({ annotate }: Annotating, session: SessionSummary): Promise<void> {
  const isHidden = !session.hidden;
  await annotate(session, { isHidden }, isHidden ? `Hidden: ${shortLabel(session)}` : "Listed again");
}

export async function archive({ annotate, toasts }: Annotating, session: SessionSummary): Promise<void> {
  const isArchived = !session.archived;
  const done = isArchived ? `Archived: ${shortLabel(session)}` : "Taken out of the archive";
  const result = await annotate(session, { isArchived }, done);
  if (result === "same" && !isArchived)
    toasts.show(`${session.agent} archived it itself. Reprise does not change its files.`);
}

function shortLabel(session: SessionSummary): string {
  const label = labelOf({ ...session, hidden: false, archived: false, subagentOf: null });
  return label.length > 60 ? `${label.slice(0, 59)}…` : label;
}
