import { type Controls, endedFor } from "@reprise/model";
import type { Job } from "../../commands/command.ts";

export interface RunStopper {
  readonly signal: AbortSignal;
  onControls(controls: Controls): void;
  controls(): Controls | null;
  /** Stops the turn, or whatever precedes it. */
  stop(): void;
  end(): void;
  /** Ends the run as a closed terminal does: nobody has stopped it. */
  cutOff(): void;
  wasStopped(): boolean;
  /** From here on an interrupt ends the program at once. */
  release(): void;
}

/**
 * First Ctrl-C stops the turn; a second, or another stop signal, ends the run; a third ends the program. `isTelling`: history
 * is being sent, so messages mention no turn.
 */
export function stopOnSignal(
  { machine, stderr }: Pick<Job, "machine" | "stderr">,
  { isTelling = () => false }: { isTelling?: () => boolean } = {},
): RunStopper {
  const end = new AbortController();
  let controls: Controls | null = null;
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    if (controls === null) end.abort();
    else controls.interrupt().catch(() => end.abort()); // end an agent that cannot be interrupted
  };
  const release = machine.onInterrupt((signal) => {
    if (signal === "SIGINT" && controls !== null && !isStopping) {
      stop();
      if (!isTelling()) void stderr.write("\nInterrupting the turn… (Ctrl-C again ends the run)\n").catch(() => {});
      return "goes-on";
    }
    isStopping = true;
    end.abort(endedFor(signal === "SIGINT" ? "stopped" : "cut-off"));
    return "ends";
  });
  return {
    signal: end.signal,
    onControls(given) {
      controls = given;
    },
    controls: () => controls,
    stop,
    end: () => {
      isStopping = true;
      end.abort();
    },
    cutOff: () => end.abort(endedFor("cut-off")),
    wasStopped: () => isStopping,
    release,
  };
}
