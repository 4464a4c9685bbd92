import { execFile } from "node:child_process";
import { bundleScript } from "@reprise/testkit";

/** None sees another die; those that have just ended are left. */
export function killTogether(pids: readonly number[]): void {
  for (const name of ["SIGSTOP", "SIGKILL"] as const) for (const pid of pids) signal(pid, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Runs a program that will die, or is killed by `onStart`; resolves with what it printed until then. */
export function runVictim(
  victim: URL,
  order: object,
  env: Readonly<Record<string, string>>,
  onStart: (pid: number) => void = () => {},
): Promise<string> {
  return new Promise((resolve) => {
    const { pid } = execFile(
      process.execPath,
      [bundleScript(victim), JSON.stringify(order)],
      { env, timeout: 180_000, killSignal: "SIGKILL" },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
    if (pid !== undefined) onStart(pid);
  });
}
