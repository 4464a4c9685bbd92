import { execFile } from "node:child_process";
import { bundleScript } from "@reprise/testkit";

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
