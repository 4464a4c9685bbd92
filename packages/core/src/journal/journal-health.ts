import type { LogHealth } from "../log/waiting-log.ts";

/** Combines the health of the records and of the sidecar. */
interface JointHealth {
  records(health: LogHealth): void;
  /** Null if it was saved. */
  sidecar(problem: string | null): void;
  readonly isSidecarBehind: boolean;
}

/** Reports good only after a problem. A reason names its file. */
export function jointHealth(path: string, onHealth: (health: LogHealth) => void): JointHealth {
  let written: LogHealth = { state: "good" };
  let unsaved: string | null = null;
  let isTold = false;
  const tell = () => {
    if (written.state === "degraded") onHealth({ ...written, reason: naming(path, written.reason) });
    else if (unsaved !== null) onHealth({ state: "degraded", reason: naming(path, unsaved), waitingCount: 0 });
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

/** A failed write does not name its file. */
function naming(path: string, reason: string): string {
  return reason.includes("/") ? reason : `${reason}: ${path}`;
}
