import type { Controls } from "@reprise/model";
import type { Job } from "../../commands/command.ts";

/** Our hold on a run: what stops it. */
export interface RunStopper {
  readonly signal: AbortSignal;
  onControls(controls: Controls): void;
  controls(): Controls | null;
  /** Stops the turn, or what there is before one. */
  stop(): void;
  /** Ends the run, whatever it does. */
  end(): void;
  wasStopped(): boolean;
  /** From here on an interrupt ends the program at once. */
  release(): void;
}

/**
 * Ctrl-C stops the turn; the second one, or any other wish that we stop, ends the run; a third one the program.
 * `isTelling`: there is no turn, but history that is sent piece by piece; nothing is said about a turn then.
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
    else controls.interrupt().catch(() => end.abort()); // an agent that cannot be interrupted is ended
  };
  const release = machine.onInterrupt((signal) => {
    if (signal === "SIGINT" && controls !== null && !isStopping) {
      stop();
      if (!isTelling())
        void stderr.write("\nInterrupting the turn… (Ctrl-C again ends the run)\n").catch(() => {});
      return "goes-on";
    }
    isStopping = true;
    end.abort();
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
    wasStopped: () => isStopping,
    release,
  };
}
