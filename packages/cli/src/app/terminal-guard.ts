import type { Guarded } from "@reprise/tui";
import { restoreBeforeDeath } from "../fatal-signals.ts";
import type { Machine } from "../machine.ts";

/** How long stopping ourselves may take; if it does not happen, the app continues. */
const STOP_MS = 250;

interface Guard {
  /** Stops this process and its group, as the shell expects; resolves when continued. */
  suspend(): Promise<void>;
  /** Releases or retakes the terminal whenever this process ends, fails, stops or continues. */
  guard(app: Guarded): () => void;
}

export function makeGuard(machine: Pick<Machine, "onInterrupt">, signal?: AbortSignal): Guard {
  let onStop: () => void = () => {};
  return {
    async suspend() {
      process.off("SIGTSTP", onStop); // use the system's default stop
      const continued = new Promise<void>((resolve) => {
        process.once("SIGCONT", resolve);
        setTimeout(resolve, STOP_MS);
      });
      process.kill(0, "SIGTSTP");
      await continued;
      process.on("SIGTSTP", onStop);
    },
    guard(app) {
      onStop = () => {
        // Meant for the program that has the terminal: we stop along with it.
        if (app.isOutside) process.kill(process.pid, "SIGSTOP");
        else app.suspend();
      };
      const onBroken = (error: unknown) => app.fail(error);
      const onExit = () => app.close();
      const onContinued = () => app.refresh();
      const onGone = () => app.end(1);
      signal?.addEventListener("abort", onGone);
      process.on("uncaughtException", onBroken);
      process.on("unhandledRejection", onBroken);
      process.on("exit", onExit);
      process.on("SIGTSTP", onStop);
      process.on("SIGCONT", onContinued);
      process.stdin.on("end", onGone);
      process.stdin.on("error", onGone);
      process.stdout.on("error", onGone);
      const release = machine.onInterrupt((signal) => {
        if (app.isOutside && signal === "SIGINT") return "goes-on"; // pressed for the other program
        app.end(1);
        return "ends";
      });
      const stopGuard = restoreBeforeDeath(onExit, { isForOther: () => app.isOutside });
      return () => {
        release();
        stopGuard();
        signal?.removeEventListener("abort", onGone);
        process.off("uncaughtException", onBroken);
        process.off("unhandledRejection", onBroken);
        process.off("exit", onExit);
        process.off("SIGTSTP", onStop);
        process.off("SIGCONT", onContinued);
        process.stdin.off("end", onGone);
        process.stdin.off("error", onGone);
        process.stdout.off("error", onGone);
      };
    },
  };
}
