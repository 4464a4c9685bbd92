/** Signals that end a program at once without restoring its terminal, besides those the command line handles itself. */
const unhandled = [
  "SIGQUIT",
  "SIGABRT",
  "SIGALRM",
  "SIGVTALRM",
  "SIGUSR2",
  "SIGXCPU",
  "SIGTRAP",
  "SIGSYS",
  "SIGIO",
];
const handled = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Calls `restore` before such a signal ends the program as usual; other listeners take precedence. Returns a remover. */
export function restoreBeforeDeath(
  restore: () => void,
  { isForOther = () => false }: { readonly isForOther?: () => boolean } = {},
): () => void {
  if (process.platform === "win32") return () => undefined;
  const signals = [...unhandled, ...handled] as NodeJS.Signals[];
  const die = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1 || isForOther()) return;
    stop();
    restore();
    process.kill(process.pid, signal);
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, die);
  };
  // First: another listener may remove itself while it handles the signal.
  for (const signal of signals) process.prependListener(signal, die);
  return stop;
}
