import type { FileChange, ItemBody } from "@reprise/model";

/** Marks which files of a failed edit the log proves written. */
export function settledEdit(body: ItemBody): ItemBody {
  if (body.kind !== "edit") return body;
  const { stoppedAt, reason, ...edit } = body;
  const { status } = edit;
  const hasFailed = status === "failed";
  const stop =
    stoppedAt === undefined
      ? undefined
      : body.changes.find(({ path, movedTo }) => path === stoppedAt || movedTo === stoppedAt);
  const changes = edit.changes.map(({ step, ...change }): FileChange => {
    const written = hasFailed ? writtenBefore(stoppedAt, step, stop?.step) : undefined;
    return written === undefined ? change : { ...change, written };
  });
  const isReasonDue = (hasFailed || status === "declined") && reason != null && reason !== "";
  return { ...edit, changes, ...(isReasonDue ? { reason } : {}) };
}

/** The file that failed itself is unknown: it may be truncated. */
function writtenBefore(stoppedAt: string | undefined, step = 0, stop = 0): boolean | undefined {
  if (stoppedAt === "") return false;
  return step === 0 || stop === 0 || step === stop ? undefined : step < stop;
}
