import type { WriterHealth } from "./journal-writer.ts";

/** How a journal stands with its disk: its records and the sidecar beside them, told as one. */
interface JointHealth {
  /** How the writer of the records stands now. */
  records(health: WriterHealth): void;
  /** Why the sidecar could not be saved; null when it was. */
  sidecar(problem: string | null): void;
  /** The sidecar is older than what is known. */
  readonly isSidecarBehind: boolean;
}

/** Good is told only after something else was. A reason says which file it is about. */
export function jointHealth(path: string, onHealth: (health: WriterHealth) => void): JointHealth {
  let written: WriterHealth = { state: "good" };
  let unsaved: string | null = null;
  let isTold = false;
  const tell = () => {
    if (written.state === "degraded") onHealth({ ...written, reason: naming(path, written.reason) });
    else if (unsaved !== null)
      onHealth({ state: "degraded", reason: naming(path, unsaved), waitingCount: 0 });
    else if (isTold) onHealth(written);
    isTold = written.state === "degraded" || unsaved !== null;
  };
  return {
    records(health) {
      written = health;
      tell();
    },
    sidecar(problem) {
      if (problem === unsaved) return;
      unsaved = problem;
      tell();
    },
    get isSidecarBehind() {
      return unsaved !== null;
    },
  };
}

/** A failed write does not say where. */
function naming(path: string, reason: string): string {
  return reason.includes("/") ? reason : `${reason}: ${path}`;
}
