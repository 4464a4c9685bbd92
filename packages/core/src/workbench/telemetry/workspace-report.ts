import { isOpen, type SavedState, type TelemetryEvent } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { Reconciled } from "../session/reconcile.ts";
import type { ResumeReport } from "../session/resume-report.ts";
import type { SaveListener } from "../store/workspace-store.ts";
import { errorTypeOf, isPlain } from "./error-type.ts";

type Save = Parameters<SaveListener["saved"]>[0];

/** Tells what happens to one workspace. */
export interface WorkspaceReport extends ResumeReport, Pick<SaveListener, "failed"> {
  saved(save: Save, state: SavedState): void;
}

type Attributes<Name extends TelemetryEvent["name"]> = Omit<
  Extract<TelemetryEvent, { name: Name }>["attributes"],
  "workspaceId"
>;

export function workspaceReport(
  workspaceId: string,
  record: (event: TelemetryEvent) => void,
  { now, ticks }: Pick<Host, "now" | "ticks">,
): WorkspaceReport {
  let startedTicks: number | null = null;
  const tell = <Name extends TelemetryEvent["name"]>(name: Name, attributes: Attributes<Name>) =>
    record({ name, at: now(), attributes: { workspaceId, ...attributes } } as unknown as TelemetryEvent);
  return {
    saved({ bytes, ms, trigger }, state) {
      const { turnCount, execCount } = countsOf(state);
      tell("session.persist.save", { turnCount, execCount, bytes, durationMs: Math.round(ms), trigger });
    },
    failed({ errorType, trigger, attempt }) {
      const kind = isPlain(errorType) ? errorType : "unknown";
      tell("session.persist.failure", { errorType: kind, trigger, attempt });
    },
    start(state) {
      startedTicks = ticks();
      tell("session.resume.start", pendingIn(state));
    },
    end(found, state) {
      const elapsedMs = startedTicks === null ? 0 : Math.round(ticks() - startedTicks);
      startedTicks = null;
      if (isPartial(found)) {
        const { staleExecCount, staleDiffCount, droppedApprovals } = found;
        tell("session.resume.partial", { staleExecCount, staleDiffCount, droppedApprovals });
      } else tell("session.resume.success", { ...countsOf(state), diffCount: state.diffs.length, elapsedMs });
    },
    failure(error, { hadBackup = false } = {}) {
      startedTicks = null;
      tell("session.resume.failure", { errorType: errorTypeOf(error), hadBackup });
    },
  };
}

function countsOf({ entries, execs }: SavedState) {
  return {
    turnCount: entries.filter(({ item }) => item.kind === "prompt").length,
    execCount: execs.length,
  };
}

function pendingIn({ draft, diffs, execs }: SavedState): Attributes<"session.resume.start"> {
  return {
    hasDraft: draft !== null && draft.text !== "",
    hasPendingDiff: diffs.some(({ documents }) => documents.some(isOpen)),
    hasPendingExec: execs.some(({ status }) => status === "running" || status === "waiting"),
  };
}

function isPartial({ staleExecCount, staleDiffCount, droppedApprovals }: Reconciled): boolean {
  return staleExecCount + staleDiffCount + droppedApprovals > 0;
}
