/** Signals that end a program at once without restoring anything, besides those the command line handles itself. */
const unhandled = ["SIGQUIT", "SIGABRT", "SIGALRM", "SIGVTALRM", "SIGUSR2", "SIGXCPU", "SIGTRAP", "SIGSYS", "SIGIO"];
const handled = ["SIGINT", "SIGTERM", "SIGHUP"];
const signals = [...unhandled, ...handled] as NodeJS.Signals[];

interface Restorer {
  readonly restore: () => void;
  readonly isForOther: () => boolean;
}

interface RestoreOptions {
  readonly isForOther?: () => boolean;
  readonly platform?: NodeJS.Platform;
}

/** The latest is called first. */
const restorers: Restorer[] = [];

/** Calls `restore` before such a signal ends the program as usual; other listeners take precedence. Returns a remover. */
export function restoreBeforeDeath(
  restore: () => void,
  { isForOther = () => false, platform = process.platform }: RestoreOptions = {},
): () => void {
  if (platform === "win32") return () => undefined;
  const restorer = { restore, isForOther };
  // First: another listener may remove itself while it handles the signal.
  if (restorers.length === 0) for (const signal of signals) process.prependListener(signal, die);
  restorers.unshift(restorer);
  return () => {
    const at = restorers.indexOf(restorer);
    if (at === -1) return;
    restorers.splice(at, 1);
    if (restorers.length === 0) stop();
  };
}

function die(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1 || restorers.some(({ isForOther }) => isForOther())) return;
  for (const { restore } of restorers.splice(0)) {
    try {
      restore();
    } catch {
      // The others are still restored.
    }
  }
  stop(); // not before: the next signal would end it in the middle
  process.kill(process.pid, signal);
}

function stop(): void {
  for (const signal of signals) process.off(signal, die);
}
